package io.strandline.registry.store;

import static io.strandline.registry.store.Tables.APPLICATION;
import static io.strandline.registry.store.Tables.CATALOG_NAME;
import static io.strandline.registry.store.Tables.DESCRIPTION;
import static io.strandline.registry.store.Tables.ENGINE;
import static io.strandline.registry.store.Tables.NAMESPACE;
import static io.strandline.registry.store.Tables.REGISTERED_AT;
import static io.strandline.registry.store.Tables.REGISTERED_BY;
import static io.strandline.registry.store.Tables.SINK_ID;
import static io.strandline.registry.store.Tables.TABLE_NAME;
import static io.strandline.registry.store.Tables.TABLE_SINK;
import static io.strandline.registry.store.Tables.TABLE_UUID;

import io.strandline.common.CallContext;
import io.strandline.common.SqlNames;
import io.strandline.common.TableRef;
import io.strandline.registry.Sink;
import io.strandline.registry.Sinks;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoredTable;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;

/** Sinks in the store's table {@code table_sink}. */
public final class StoredSinks implements Sinks {
    private static final StoredTable<String, Sink> SEEN = StoredTable.of(TABLE_SINK, SINK_ID)
            .columns(CATALOG_NAME, NAMESPACE, TABLE_NAME, SINK_ID, ENGINE, APPLICATION, DESCRIPTION)
            .columns(TABLE_UUID, REGISTERED_BY, REGISTERED_AT)
            .map(StoredSinks::sink);

    /** Named one by one, since only then does a time come as a time. */
    private static final List<Field<?>> ALL = List.of(
            SINK_ID,
            CATALOG_NAME,
            NAMESPACE,
            TABLE_NAME,
            TABLE_UUID,
            ENGINE,
            APPLICATION,
            DESCRIPTION,
            REGISTERED_BY,
            REGISTERED_AT);

    private final StoreDatabase store;

    /** On that store, opened with the module {@code registry}. */
    public StoredSinks(StoreDatabase store) {
        this.store = store;
    }

    @Override
    public Optional<Sink> byId(String id) {
        return store.read(
                dsl -> dsl.select(ALL).from(TABLE_SINK).where(SINK_ID.eq(id)).fetchOptional(StoredSinks::sink));
    }

    @Override
    public List<Sink> in(String catalog, List<String> namespace) {
        return store.read(dsl -> dsl.select(ALL)
                .from(TABLE_SINK)
                .where(CATALOG_NAME.eq(catalog).and(NAMESPACE.eq(SqlNames.dotted(namespace))))
                .orderBy(TABLE_NAME, SINK_ID)
                .fetch(StoredSinks::sink));
    }

    @Override
    public Stream<Sink> read(Wanted wanted, CallContext call) {
        return SEEN.rows(store, wanted, DSL.noCondition(), call::checkpoint);
    }

    @Override
    public boolean insert(Sink sink) {
        TableRef table = sink.table();
        return store.write(dsl -> dsl.insertInto(TABLE_SINK)
                        .set(SINK_ID, sink.id())
                        .set(CATALOG_NAME, table.catalog())
                        .set(NAMESPACE, table.namespaceText())
                        .set(TABLE_NAME, table.name())
                        .set(TABLE_UUID, sink.tableUuid())
                        .set(ENGINE, sink.engine())
                        .set(APPLICATION, sink.application())
                        .set(DESCRIPTION, sink.description())
                        .set(REGISTERED_BY, sink.registeredBy())
                        .set(REGISTERED_AT, sink.registeredAt())
                        .onConflictDoNothing()
                        .execute()
                == 1);
    }

    @Override
    public boolean delete(String id) {
        return store.write(
                dsl -> dsl.deleteFrom(TABLE_SINK).where(SINK_ID.eq(id)).execute() == 1);
    }

    private static Sink sink(Record row) {
        return new Sink(
                row.get(SINK_ID),
                new TableRef(row.get(CATALOG_NAME), SqlNames.split(row.get(NAMESPACE)), row.get(TABLE_NAME)),
                row.get(TABLE_UUID),
                row.get(ENGINE),
                row.get(APPLICATION),
                row.get(DESCRIPTION),
                row.get(REGISTERED_BY),
                row.get(REGISTERED_AT));
    }
}
