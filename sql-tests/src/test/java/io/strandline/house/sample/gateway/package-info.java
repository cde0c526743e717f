/** Stands for the server. */
@NullMarked
package io.strandline.house.sample.gateway;

import org.jspecify.annotations.NullMarked;
