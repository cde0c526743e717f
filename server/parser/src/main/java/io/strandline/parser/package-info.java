/** SQL text to Calcite parse trees, with Strandline's grammar, limits and errors. */
@NullMarked
package io.strandline.parser;

import org.jspecify.annotations.NullMarked;
