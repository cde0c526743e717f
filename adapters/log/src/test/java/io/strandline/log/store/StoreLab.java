package io.strandline.log.store;

import io.strandline.log.LogLab;
import io.strandline.log.LogOptions;
import io.strandline.log.MetadataEventLog;
import io.strandline.store.database.Dialect;
import io.strandline.store.database.StoreDatabase;
import org.jspecify.annotations.Nullable;

/** Logs in a store, of which a test has one; each test empties it. */
final class StoreLab extends LogLab {
    private final Dialect dialect;
    private @Nullable StoreDatabase store;

    StoreLab(Dialect dialect) {
        this.dialect = dialect;
    }

    StoreDatabase store() {
        if (store == null) {
            store = Stores.open(Stores.place(dialect));
        }
        return store;
    }

    @Override
    protected MetadataEventLog create(LogOptions options) {
        return StoreEventLog.open(store(), options, clock());
    }

    @Override
    protected boolean tidyUp(MetadataEventLog log) {
        ((StoreEventLog) log).tidyUp();
        return true;
    }

    @Override
    public void close() {
        super.close();
        if (store != null) {
            store.close();
        }
    }
}
