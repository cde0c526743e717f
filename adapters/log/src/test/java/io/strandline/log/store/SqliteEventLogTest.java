package io.strandline.log.store;

import io.strandline.log.EventLogContract;
import io.strandline.store.database.Dialect;

/** The log on SQLite keeps the contract (LOG-1 to LOG-10). */
class SqliteEventLogTest extends EventLogContract {
    SqliteEventLogTest() {
        super(new StoreLab(Dialect.SQLITE));
    }
}
