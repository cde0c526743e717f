package io.strandline.sink.sql;

import io.strandline.common.EffectResolver;
import io.strandline.sink.DeclaredSinks;
import io.strandline.sink.RunStore;
import io.strandline.sink.Runs;
import io.strandline.sink.SinkSpec;
import io.strandline.sqlkit.ModuleOption;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.Queries;
import io.strandline.sqlkit.SqlCatalog;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.VirtualTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The schema {@code sink}: what writes rows, which runs wrote them, and how they are undone. */
public final class SinkSql implements SqlModule {
    private final DeclaredSinks sinks;
    private final SinkWriters writers;
    private final Runs runs;
    private final RunStore store;
    private final List<VirtualTable<?>> tables;
    private final List<Procedure<?>> procedures;

    /**
     * The schema over those sinks.
     *
     * @param writers what statements write through
     * @param runs begins and undoes runs
     * @param store keeps them
     * @param queries asks what is compared
     */
    public SinkSql(DeclaredSinks sinks, SinkWriters writers, Runs runs, RunStore store, Queries queries) {
        this.sinks = sinks;
        this.writers = writers;
        this.runs = runs;
        this.store = store;
        SinkLooks looks = new SinkLooks(sinks, new TimedLooks(TimedLooks.LIMIT));
        this.tables = List.of(
                SinkTables.capabilities(looks),
                RunTables.runs(store),
                RunTables.rowErrors(store),
                RunTables.quarantine(store),
                SinkTables.commitTokens(looks),
                SinkTables.journal(looks),
                SinkTables.checks(looks));
        List<Procedure<?>> all = new ArrayList<>(new RunProcedures(writers, runs, store).all());
        all.addAll(new UndoProcedures(writers, runs, store).all());
        all.addAll(new SinkProcedures(writers, runs, sinks, looks).all());
        all.add(new VerifyProcedure(writers, sinks, queries).procedure());
        this.procedures = List.copyOf(all);
    }

    @Override
    public String schema() {
        return "sink";
    }

    @Override
    public String remarks() {
        return "What writes rows into tables and databases, the runs that wrote them, and what undoes them.";
    }

    @Override
    public List<VirtualTable<?>> tables() {
        return tables;
    }

    @Override
    public List<Procedure<?>> procedures() {
        return procedures;
    }

    /** Those of now: SQL declares sinks too. */
    @Override
    public List<SqlCatalog> catalogs() {
        List<SqlCatalog> catalogs = new ArrayList<>();
        for (SinkSpec spec : sinks.declaredNow()) {
            sinks.connector(spec)
                    .reader(spec)
                    .ifPresent(reader -> catalogs.add(new SinkCatalog(spec, sinks, writers, reader)));
        }
        return catalogs;
    }

    @Override
    public List<ModuleOption> options() {
        return WriteOptions.all();
    }

    @Override
    public void sessionEnded(String sessionId) {
        writers.sessions().ended(sessionId);
    }

    @Override
    public Map<String, EffectResolver> resolvers() {
        return new RunEffects(store, runs::landing).resolvers();
    }
}
