/** Stands for the driver. */
@NullMarked
package io.strandline.house.sample.jdbc;

import org.jspecify.annotations.NullMarked;
