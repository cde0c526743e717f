/** Scans kept in the store. */
@NullMarked
package io.strandline.reconcile.store;

import org.jspecify.annotations.NullMarked;
