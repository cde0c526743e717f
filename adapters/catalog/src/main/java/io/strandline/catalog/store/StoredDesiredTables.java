package io.strandline.catalog.store;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import io.strandline.catalog.DeclaredTable;
import io.strandline.catalog.DesiredTables;
import io.strandline.common.CallContext;
import io.strandline.common.SqlNames;
import io.strandline.common.TableRef;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoredTable;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/** Declared tables in the store's table {@code desired_table}. */
public final class StoredDesiredTables implements DesiredTables {
    private static final Table<Record> DESIRED_TABLE = table(name("desired_table"));
    private static final Field<Long> ID = field(name("id"), SQLDataType.BIGINT);
    private static final Field<String> CATALOG_NAME = text("catalog_name");
    private static final Field<String> NAMESPACE = text("namespace");
    private static final Field<String> TABLE_NAME = text("table_name");
    private static final Field<String> DESIRED = text("desired");
    private static final Field<String> DECLARED_BY = text("declared_by");
    private static final Field<Instant> DECLARED_AT = field(name("declared_at"), StoredTable.TIME);

    /** Named one by one, since only then does a time come as a time. */
    private static final List<Field<?>> ALL =
            List.of(CATALOG_NAME, NAMESPACE, TABLE_NAME, DESIRED, DECLARED_BY, DECLARED_AT);

    private static final StoredTable<Long, DeclaredTable> SEEN = StoredTable.of(DESIRED_TABLE, ID)
            .columns(CATALOG_NAME, NAMESPACE, TABLE_NAME, DESIRED, DECLARED_BY, DECLARED_AT)
            .map(StoredDesiredTables::declared);

    private final StoreDatabase store;

    /** On that store, opened with the module {@code catalog}. */
    public StoredDesiredTables(StoreDatabase store) {
        this.store = store;
    }

    private static Field<String> text(String column) {
        return field(name(column), SQLDataType.CLOB);
    }

    @Override
    public Optional<DeclaredTable> find(TableRef table) {
        return store.read(dsl ->
                dsl.select(ALL).from(DESIRED_TABLE).where(is(table)).fetchOptional(StoredDesiredTables::declared));
    }

    @Override
    public List<DeclaredTable> of(String catalog) {
        return store.read(dsl -> dsl.select(ALL)
                .from(DESIRED_TABLE)
                .where(CATALOG_NAME.eq(catalog))
                .orderBy(NAMESPACE, TABLE_NAME)
                .fetch(StoredDesiredTables::declared));
    }

    @Override
    public List<DeclaredTable> of(String catalog, List<String> namespace) {
        return store.read(dsl -> dsl.select(ALL)
                .from(DESIRED_TABLE)
                .where(CATALOG_NAME.eq(catalog).and(NAMESPACE.eq(SqlNames.dotted(namespace))))
                .orderBy(TABLE_NAME)
                .fetch(StoredDesiredTables::declared));
    }

    @Override
    public Stream<DeclaredTable> read(Wanted wanted, CallContext call) {
        return SEEN.rows(store, wanted, DSL.noCondition(), call::checkpoint);
    }

    @Override
    public void put(DeclaredTable declared) {
        store.change(dsl -> dsl.insertInto(DESIRED_TABLE)
                .set(CATALOG_NAME, declared.ref().catalog())
                .set(NAMESPACE, declared.ref().namespaceText())
                .set(TABLE_NAME, declared.ref().name())
                .set(DESIRED, declared.desired())
                .set(DECLARED_BY, declared.declaredBy())
                .set(DECLARED_AT, declared.declaredAt())
                .onConflict(CATALOG_NAME, NAMESPACE, TABLE_NAME)
                .doUpdate()
                .set(DESIRED, declared.desired())
                .set(DECLARED_BY, declared.declaredBy())
                .set(DECLARED_AT, declared.declaredAt())
                .execute());
    }

    @Override
    public boolean remove(TableRef table) {
        return store.write(dsl -> dsl.deleteFrom(DESIRED_TABLE).where(is(table)).execute() == 1);
    }

    private static Condition is(TableRef table) {
        return CATALOG_NAME
                .eq(table.catalog())
                .and(NAMESPACE.eq(table.namespaceText()))
                .and(TABLE_NAME.eq(table.name()));
    }

    private static DeclaredTable declared(Record row) {
        String namespace = row.get(NAMESPACE);
        TableRef ref = new TableRef(
                row.get(CATALOG_NAME),
                namespace.isEmpty() ? List.of() : SqlNames.split(namespace),
                row.get(TABLE_NAME));
        return new DeclaredTable(ref, row.get(DESIRED), row.get(DECLARED_BY), row.get(DECLARED_AT));
    }
}
