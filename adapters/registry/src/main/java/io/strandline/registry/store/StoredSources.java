package io.strandline.registry.store;

import static io.strandline.registry.store.Tables.DIRECTORY;
import static io.strandline.registry.store.Tables.ID;
import static io.strandline.registry.store.Tables.OBJECT_LOCATION;
import static io.strandline.registry.store.Tables.PATH_KEY;
import static io.strandline.registry.store.Tables.REGISTERED_AT;
import static io.strandline.registry.store.Tables.REGISTERED_BY;
import static io.strandline.registry.store.Tables.SOURCE;
import static io.strandline.registry.store.Tables.SOURCE_ID;
import static io.strandline.registry.store.Tables.SOURCE_KIND;

import io.strandline.common.CallContext;
import io.strandline.common.Failpoint;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.registry.Source;
import io.strandline.registry.SourceKind;
import io.strandline.registry.Sources;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoredTable;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;

/** Sources in the store's table {@code source}. */
public final class StoredSources implements Sources {
    private static final StoredTable<Long, Source> SEEN = StoredTable.of(SOURCE, ID)
            .columns(SOURCE_KIND, SOURCE_ID, OBJECT_LOCATION, DIRECTORY, REGISTERED_BY, REGISTERED_AT)
            .map(StoredSources::source);

    /** Named one by one, since only then does a time come as a time. */
    private static final List<Field<?>> ALL =
            List.of(SOURCE_KIND, SOURCE_ID, OBJECT_LOCATION, DIRECTORY, REGISTERED_BY, REGISTERED_AT);

    private final StoreDatabase store;

    /** On that store, opened with the module {@code registry}. */
    public StoredSources(StoreDatabase store) {
        this.store = store;
    }

    @Override
    public Optional<Source> byId(SourceKind kind, String id) {
        return store.read(
                dsl -> dsl.select(ALL).from(SOURCE).where(is(kind, id)).fetchOptional(StoredSources::source));
    }

    @Override
    public List<Source> near(Location directory) {
        return nearAny(List.of(directory));
    }

    @Override
    public List<Source> nearAny(Collection<Location> directories) {
        Set<String> keys = directories.stream().map(LocationRules::pathKey).collect(Collectors.toSet());
        return store.read(dsl -> dsl.select(ALL)
                .from(SOURCE)
                .where(PATH_KEY.in(keys))
                .orderBy(SOURCE_KIND, SOURCE_ID)
                .fetch(StoredSources::source));
    }

    @Override
    public Stream<Source> read(Wanted wanted, CallContext call) {
        return SEEN.rows(store, wanted, DSL.noCondition(), call::checkpoint);
    }

    @Override
    public boolean insert(Source source) {
        return store.write(dsl -> {
            boolean inserted = dsl.insertInto(SOURCE)
                            .set(SOURCE_KIND, source.kind().text())
                            .set(SOURCE_ID, source.id())
                            .set(OBJECT_LOCATION, source.object().text())
                            .set(DIRECTORY, source.directory().text())
                            .set(PATH_KEY, LocationRules.pathKey(source.directory()))
                            .set(REGISTERED_BY, source.registeredBy())
                            .set(REGISTERED_AT, source.registeredAt())
                            .onConflictDoNothing()
                            .execute()
                    == 1;
            Failpoint.SOURCE_UNCOMMITTED.reach();
            return inserted;
        });
    }

    @Override
    public boolean delete(SourceKind kind, String id) {
        return store.write(dsl -> {
            boolean deleted = dsl.deleteFrom(SOURCE).where(is(kind, id)).execute() == 1;
            Failpoint.SOURCE_DELETE_UNCOMMITTED.reach();
            return deleted;
        });
    }

    private static Condition is(SourceKind kind, String id) {
        return SOURCE_KIND.eq(kind.text()).and(SOURCE_ID.eq(id));
    }

    static Source source(Record row) {
        return new Source(
                SourceKind.of(row.get(SOURCE_KIND)),
                row.get(SOURCE_ID),
                Location.parse(row.get(OBJECT_LOCATION)),
                Location.parse(row.get(DIRECTORY)),
                row.get(REGISTERED_BY),
                row.get(REGISTERED_AT));
    }
}
