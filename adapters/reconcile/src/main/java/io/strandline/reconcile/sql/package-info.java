/** What SQL sees of reconcile: the schema {@code reconcile}. */
@NullMarked
package io.strandline.reconcile.sql;

import org.jspecify.annotations.NullMarked;
