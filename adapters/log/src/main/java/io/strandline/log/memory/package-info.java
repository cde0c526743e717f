/** A log in the memory of this process: gone with it. */
@NullMarked
package io.strandline.log.memory;

import org.jspecify.annotations.NullMarked;
