package io.strandline.gateway.sql;

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
        return new CalciteSqlEngine(modules, journal, limits);
    }
}
