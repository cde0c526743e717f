/** Answers as columns: Arrow's IPC streaming format. */
@NullMarked
package io.strandline.gateway.arrow;

import org.jspecify.annotations.NullMarked;
