/** The generated parser, and what is laid round it by hand: its tokens and its errors. */
@NullMarked
package io.strandline.parser.impl;

import org.jspecify.annotations.NullMarked;
