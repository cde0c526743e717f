/** A small project that crosses every line once, so that each rule is seen to fail. Nothing of it is ever run. */
@NullMarked
package io.strandline.house.sample;

import org.jspecify.annotations.NullMarked;
