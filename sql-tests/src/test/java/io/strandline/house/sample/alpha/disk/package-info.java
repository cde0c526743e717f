/** Stands for a backend. */
@NullMarked
package io.strandline.house.sample.alpha.disk;

import org.jspecify.annotations.NullMarked;
