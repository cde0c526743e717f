/** Runs and the rows they did not write, kept in the store. */
@NullMarked
package io.strandline.sink.store;

import org.jspecify.annotations.NullMarked;
