/** What SQL sees of the store: the audit. */
@NullMarked
package io.strandline.store.sql;

import org.jspecify.annotations.NullMarked;
