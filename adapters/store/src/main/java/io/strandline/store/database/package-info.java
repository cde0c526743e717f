/**
 * The store on SQLite or PostgreSQL: connections and transactions, migrations, the journal with its leases, and the
 * rendering of what SQL wants of a stored table. Other adapters' {@code .store} rooms keep their own tables through
 * {@link io.strandline.store.database.StoreDatabase}; jOOQ's types stay in those rooms.
 */
@NullMarked
package io.strandline.store.database;

import org.jspecify.annotations.NullMarked;
