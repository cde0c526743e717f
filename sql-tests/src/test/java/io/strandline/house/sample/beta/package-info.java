/** Stands for a second adapter's domain. */
@NullMarked
package io.strandline.house.sample.beta;

import org.jspecify.annotations.NullMarked;
