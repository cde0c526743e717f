/** Tests of the grammar, of its limits and of its errors. */
@NullMarked
package io.strandline.parser;

import org.jspecify.annotations.NullMarked;
