/** Sinks as SQL sees them: statements that write, the schema {@code sink}, its procedures. */
@NullMarked
package io.strandline.sink.sql;

import org.jspecify.annotations.NullMarked;
