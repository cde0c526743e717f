/** Copies of a source, page by page under tokens, that are stopped anywhere, and by several at once. */
@NullMarked
package io.strandline.sink.copies;

import org.jspecify.annotations.NullMarked;
