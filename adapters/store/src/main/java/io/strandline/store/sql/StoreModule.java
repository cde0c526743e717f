package io.strandline.store.sql;

import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.store.AuditLog;
import java.util.List;

/** The store's part of the schema {@code runtime}. */
public final class StoreModule implements SqlModule {
    private final AuditLog audit;

    /** Over that audit. */
    public StoreModule(AuditLog audit) {
        this.audit = audit;
    }

    @Override
    public String schema() {
        return "runtime";
    }

    @Override
    public String remarks() {
        return "The gateway itself: sessions, statements, procedures, and what was changed by whom.";
    }

    @Override
    public List<VirtualTable<?>> tables() {
        return List.of(AuditTable.of(audit));
    }

    @Override
    public List<Procedure<?>> procedures() {
        return List.of();
    }
}
