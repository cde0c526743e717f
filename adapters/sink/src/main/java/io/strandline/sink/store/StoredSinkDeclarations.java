package io.strandline.sink.store;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.SinkDeclarations;
import io.strandline.store.database.StoreDatabase;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/** Declarations of sinks in the store's table {@code sink_declaration}. */
public final class StoredSinkDeclarations implements SinkDeclarations {
    private static final Table<Record> DECLARATIONS = DSL.table(DSL.name("sink_declaration"));
    private static final Field<String> SINK_ID = DSL.field(DSL.name("sink_id"), SQLDataType.CLOB);
    private static final Field<String> SETTINGS = DSL.field(DSL.name("settings"), SQLDataType.CLOB);
    private static final Field<String> DECLARED_BY = DSL.field(DSL.name("declared_by"), SQLDataType.CLOB);
    private static final Field<Long> DECLARED_AT = DSL.field(DSL.name("declared_at"), SQLDataType.BIGINT);
    private static final List<Field<?>> ALL = List.of(SINK_ID, SETTINGS, DECLARED_BY, DECLARED_AT);

    private final StoreDatabase store;

    /** On that store, opened with the module {@code sink}. */
    public StoredSinkDeclarations(StoreDatabase store) {
        this.store = store;
    }

    @Override
    public List<Declaration> all() {
        return store.read(
                dsl -> dsl.select(ALL).from(DECLARATIONS).orderBy(SINK_ID).fetch(StoredSinkDeclarations::declaration));
    }

    @Override
    public Optional<Declaration> byId(String sink) {
        return store.read(dsl -> dsl.select(ALL)
                .from(DECLARATIONS)
                .where(SINK_ID.eq(sink))
                .fetchOptional(StoredSinkDeclarations::declaration));
    }

    @Override
    public void add(Declaration declaration) {
        boolean added = store.write(dsl -> dsl.insertInto(DECLARATIONS)
                        .set(SINK_ID, declaration.sink())
                        .set(SETTINGS, declaration.settings())
                        .set(DECLARED_BY, declaration.declaredBy())
                        .set(DECLARED_AT, declaration.declaredAt().toEpochMilli())
                        .onConflictDoNothing()
                        .execute()
                == 1);
        if (!added) {
            throw new StrandlineException(
                    ErrorCode.OBJECT_EXISTS,
                    "sink " + declaration.sink() + " is declared already. CALL sink.drop_sink('" + declaration.sink()
                            + "') first, or choose another id.");
        }
    }

    @Override
    public boolean remove(String sink) {
        return store.write(
                dsl -> dsl.deleteFrom(DECLARATIONS).where(SINK_ID.eq(sink)).execute() == 1);
    }

    private static Declaration declaration(Record row) {
        return new Declaration(
                row.get(SINK_ID), row.get(SETTINGS), row.get(DECLARED_BY), Instant.ofEpochMilli(row.get(DECLARED_AT)));
    }
}
