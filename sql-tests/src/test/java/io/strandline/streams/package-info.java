/** Answers larger than any memory, through processes of their own. */
@NullMarked
package io.strandline.streams;

import org.jspecify.annotations.NullMarked;
