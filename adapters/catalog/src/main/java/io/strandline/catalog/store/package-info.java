/** What is declared of tables, kept in the store. */
@NullMarked
package io.strandline.catalog.store;

import org.jspecify.annotations.NullMarked;
