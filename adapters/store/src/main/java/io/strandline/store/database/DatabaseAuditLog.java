package io.strandline.store.database;

import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.AuditEntry;
import io.strandline.store.AuditLog;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.impl.DSL;

/** The audit as the journal writes it. */
public final class DatabaseAuditLog implements AuditLog {
    private final StoreDatabase database;

    /** The audit in that store. */
    public DatabaseAuditLog(StoreDatabase database) {
        this.database = database;
    }

    @Override
    public Stream<AuditEntry> entries(Wanted wanted, CallContext call) {
        return EffectRows.SEEN.rows(database, wanted, visibleTo(call.caller()), call::checkpoint);
    }

    /** Which rows of statement and effect that caller may see (GW-3). */
    static Condition visibleTo(Caller caller) {
        return caller.seesEverybody()
                ? DSL.noCondition()
                : JournalTables.USER_NAME.eq(JournalTables.clean(caller.user()));
    }
}
