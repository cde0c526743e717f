/** Stands for the kernel. */
@NullMarked
package io.strandline.house.sample.common;

import org.jspecify.annotations.NullMarked;
