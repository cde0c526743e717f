/** Stands for the parser. */
@NullMarked
package io.strandline.house.sample.parser;

import org.jspecify.annotations.NullMarked;
