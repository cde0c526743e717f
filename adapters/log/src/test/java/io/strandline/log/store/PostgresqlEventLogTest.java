package io.strandline.log.store;

import io.strandline.log.EventLogContract;
import io.strandline.store.database.Dialect;

/** The log on PostgreSQL keeps the contract (LOG-1 to LOG-10). */
class PostgresqlEventLogTest extends EventLogContract {
    PostgresqlEventLogTest() {
        super(new StoreLab(Dialect.POSTGRESQL));
    }
}
