/** Statements that create, change and drop tables, as they were written. */
@NullMarked
package io.strandline.parser.ddl;

import org.jspecify.annotations.NullMarked;
