/** A sink in memory with every ability: what the rules of runs and the checks of drivers are tried on. */
@NullMarked
package io.strandline.sink.memory;

import org.jspecify.annotations.NullMarked;
