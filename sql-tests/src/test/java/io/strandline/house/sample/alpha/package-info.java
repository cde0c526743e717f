/** Stands for an adapter's domain. */
@NullMarked
package io.strandline.house.sample.alpha;

import org.jspecify.annotations.NullMarked;
