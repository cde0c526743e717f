/** Rows written by SQL, and runs of sinks. */
@NullMarked
package io.strandline.writes;

import org.jspecify.annotations.NullMarked;
