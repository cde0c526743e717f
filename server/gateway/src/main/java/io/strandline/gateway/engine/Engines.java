package io.strandline.gateway.engine;

import io.strandline.gateway.call.ProcedureCalls;
import io.strandline.gateway.call.ProcedureCatalog;
import io.strandline.gateway.sql.Background;
import io.strandline.gateway.sql.CalciteSqlEngine;
import io.strandline.gateway.sql.EngineLimits;
import io.strandline.gateway.sql.SqlEngine;
import io.strandline.sqlkit.SqlModule;
import io.strandline.store.Journal;
import java.util.List;

/** Makes engines. */
public final class Engines {
    private Engines() {}

    /**
     * An engine over what those modules add to SQL.
     *
     * @param journal where changing calls are journaled (GW-1)
     */
    public static SqlEngine create(List<SqlModule> modules, Journal journal, EngineLimits limits) {
        return create(modules, journal, limits, Background.NONE);
    }

    /**
     * The same, some of whose calls can run in the background.
     *
     * @param background runs those
     */
    public static SqlEngine create(
            List<SqlModule> modules, Journal journal, EngineLimits limits, Background background) {
        ProcedureCatalog procedures = new ProcedureCatalog(modules);
        return new CalciteSqlEngine(modules, new ProcedureCalls(procedures, journal, limits, background), limits);
    }
}
