package io.strandline.store.sql;

import io.strandline.sqlkit.SchemaModule;
import io.strandline.sqlkit.SqlModule;
import io.strandline.store.AuditLog;
import java.util.List;
import java.util.Map;

/** The store's part of the schema {@code runtime}. */
public final class StoreModule {
    private StoreModule() {}

    /** Over that audit. */
    public static SqlModule of(AuditLog audit) {
        return new SchemaModule(
                "runtime",
                "The gateway itself: sessions, statements, procedures, and what was changed by whom.",
                List.of(AuditTable.of(audit)),
                List.of(),
                Map.of());
    }
}
