/** Runs the {@code .iq} scripts, each over every way to connect, and compares what they print with themselves. */
@NullMarked
package io.strandline.scripts;

import org.jspecify.annotations.NullMarked;
