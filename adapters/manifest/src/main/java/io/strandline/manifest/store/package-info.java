/** The index in the store's tables. */
@NullMarked
package io.strandline.manifest.store;

import org.jspecify.annotations.NullMarked;
