/** Tests of scans and their history on real databases. */
@NullMarked
package io.strandline.reconcile.store;

import org.jspecify.annotations.NullMarked;
