package io.strandline.registry.store;

import static io.strandline.registry.store.Tables.CATALOG_NAME;
import static io.strandline.registry.store.Tables.CONNECTION_NAME;
import static io.strandline.registry.store.Tables.FOLDED_NAME;
import static io.strandline.registry.store.Tables.FOLLOWS;
import static io.strandline.registry.store.Tables.LAST_ERROR;
import static io.strandline.registry.store.Tables.LOCATION;
import static io.strandline.registry.store.Tables.NAMESPACE;
import static io.strandline.registry.store.Tables.PLACE_KEY;
import static io.strandline.registry.store.Tables.REGISTERED_AT;
import static io.strandline.registry.store.Tables.REGISTERED_BY;
import static io.strandline.registry.store.Tables.REGISTRATION;
import static io.strandline.registry.store.Tables.REGISTRATION_ID;
import static io.strandline.registry.store.Tables.SOURCE_ID;
import static io.strandline.registry.store.Tables.SOURCE_KIND;
import static io.strandline.registry.store.Tables.TABLE_NAME;
import static io.strandline.registry.store.Tables.TABLE_UUID;

import io.strandline.common.CallContext;
import io.strandline.common.Failpoint;
import io.strandline.common.Location;
import io.strandline.common.SqlNames;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import io.strandline.registry.RegisteredPlace;
import io.strandline.registry.Registration;
import io.strandline.registry.Registrations;
import io.strandline.registry.SourceKind;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.database.Dialect;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoredTable;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;

/** Registrations in the store's table {@code registration}. */
public final class StoredRegistrations implements Registrations {
    private static final StoredTable<String, Registration> SEEN = StoredTable.of(REGISTRATION, REGISTRATION_ID)
            .columns(CATALOG_NAME, NAMESPACE, TABLE_NAME, REGISTRATION_ID, CONNECTION_NAME, LOCATION)
            .columns(SOURCE_KIND, SOURCE_ID, REGISTERED_BY, REGISTERED_AT, LAST_ERROR, TABLE_UUID, FOLLOWS)
            .map(StoredRegistrations::registration);

    /** Named one by one, since only then does a time come as a time. */
    static final List<Field<?>> ALL = List.of(
            REGISTRATION_ID,
            CONNECTION_NAME,
            CATALOG_NAME,
            NAMESPACE,
            TABLE_NAME,
            LOCATION,
            SOURCE_KIND,
            SOURCE_ID,
            REGISTERED_BY,
            REGISTERED_AT,
            LAST_ERROR,
            TABLE_UUID,
            FOLLOWS);

    private final StoreDatabase store;
    private final int pageSize;

    /** On that store, opened with the module {@code registry}. */
    public StoredRegistrations(StoreDatabase store) {
        this(store, 1_000);
    }

    StoredRegistrations(StoreDatabase store, int pageSize) {
        this.store = store;
        this.pageSize = pageSize;
    }

    @Override
    public Stream<Registration> in(String connection, String catalog, List<String> namespace) {
        Condition there = in(connection, catalog, SqlNames.dotted(namespace));
        return Stream.iterate(
                        page(there, Optional.empty()),
                        page -> !page.isEmpty(),
                        page -> page.size() < pageSize
                                ? List.of()
                                : page(
                                        there,
                                        Optional.of(page.get(page.size() - 1)
                                                .table()
                                                .name())))
                .flatMap(List::stream);
    }

    /** Each page is a read of its own: a scan of the lake holds no transaction open. */
    private List<Registration> page(Condition there, Optional<String> after) {
        Condition wanted = after.map(name -> there.and(TABLE_NAME.gt(name))).orElse(there);
        return store.read(dsl -> dsl.select(ALL)
                .from(REGISTRATION)
                .where(wanted)
                .orderBy(TABLE_NAME)
                .limit(pageSize)
                .fetch(StoredRegistrations::registration));
    }

    /**
     * By plain JDBC, and two texts a row: a mapping costs several times what reading a row does, a third text a fifth more,
     * be it NULL. The UUID comes behind the location, after a line feed, which no location has.
     */
    @Override
    public List<RegisteredPlace> page(
            String connection, String catalog, List<String> namespace, Optional<String> after, int limit) {
        String lineFeed = store.dialect() == Dialect.SQLITE ? "char(10)" : "chr(10)";
        String sql = "SELECT table_name, CASE WHEN table_uuid IS NULL THEN location ELSE location || " + lineFeed
                + " || table_uuid END FROM registration"
                + " WHERE connection_name = ? AND catalog_name = ? AND namespace = ?"
                + (after.isPresent() ? " AND table_name > ?" : "") + " ORDER BY table_name LIMIT " + limit;
        return store.read(dsl -> dsl.connectionResult(database -> {
            try (PreparedStatement query = database.prepareStatement(sql)) {
                query.setString(1, connection);
                query.setString(2, catalog);
                query.setString(3, SqlNames.dotted(namespace));
                if (after.isPresent()) {
                    query.setString(4, after.orElseThrow());
                }
                return places(query);
            }
        }));
    }

    private static List<RegisteredPlace> places(PreparedStatement query) throws SQLException {
        List<RegisteredPlace> places = new ArrayList<>();
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                places.add(place(rows.getString(1), rows.getString(2)));
            }
        }
        return places;
    }

    private static RegisteredPlace place(String table, String locationAndUuid) {
        int lineFeed = locationAndUuid.indexOf('\n');
        return lineFeed < 0
                ? new RegisteredPlace(table, locationAndUuid, null)
                : new RegisteredPlace(
                        table, locationAndUuid.substring(0, lineFeed), locationAndUuid.substring(lineFeed + 1));
    }

    @Override
    public long count(String connection, String catalog, List<String> namespace) {
        return store.read(dsl -> dsl.fetchCount(REGISTRATION, in(connection, catalog, SqlNames.dotted(namespace))));
    }

    @Override
    public List<Registration> named(
            String connection, String catalog, List<String> namespace, Collection<String> names) {
        return store.read(dsl -> dsl.select(ALL)
                .from(REGISTRATION)
                .where(in(connection, catalog, SqlNames.dotted(namespace)).and(TABLE_NAME.in(names)))
                .fetch(StoredRegistrations::registration));
    }

    @Override
    public Optional<Registration> byId(String id) {
        return first(REGISTRATION_ID.eq(id));
    }

    @Override
    public Optional<Registration> byName(String connection, TableRef table) {
        return first(in(connection, table).and(TABLE_NAME.eq(table.name())));
    }

    @Override
    public List<Registration> byNameInAnyCase(String connection, TableRef table) {
        return store.read(dsl -> dsl.select(ALL)
                .from(REGISTRATION)
                .where(in(connection, table).and(FOLDED_NAME.eq(Text.fold(table.name()))))
                .orderBy(TABLE_NAME)
                .fetch(StoredRegistrations::registration));
    }

    @Override
    public List<Registration> bySource(SourceKind kind, String sourceId, int limit) {
        return store.read(dsl -> dsl.select(ALL)
                .from(REGISTRATION)
                .where(SOURCE_KIND.eq(kind.text()).and(SOURCE_ID.eq(sourceId)))
                .limit(limit)
                .fetch(StoredRegistrations::registration));
    }

    /** By a key that the database computes of the location; it has no slash at its end. */
    @Override
    public List<Registration> at(Location place) {
        String path = place.path();
        int end = path.length();
        while (end > 0 && path.charAt(end - 1) == '/') {
            end--;
        }
        String key = path.substring(0, end);
        return store.read(dsl ->
                dsl.select(ALL).from(REGISTRATION).where(PLACE_KEY.eq(key)).fetch(StoredRegistrations::registration));
    }

    private Optional<Registration> first(Condition condition) {
        return store.read(dsl ->
                dsl.select(ALL).from(REGISTRATION).where(condition).fetchOptional(StoredRegistrations::registration));
    }

    @Override
    public Stream<Registration> read(Wanted wanted, CallContext call) {
        return SEEN.rows(store, wanted, DSL.noCondition(), call::checkpoint);
    }

    @Override
    public boolean insert(Registration registration) {
        TableRef table = registration.table();
        return store.write(dsl -> {
            boolean inserted = dsl.insertInto(REGISTRATION)
                            .set(REGISTRATION_ID, registration.id())
                            .set(CONNECTION_NAME, registration.connection())
                            .set(CATALOG_NAME, table.catalog())
                            .set(NAMESPACE, table.namespaceText())
                            .set(TABLE_NAME, table.name())
                            .set(FOLDED_NAME, Text.fold(table.name()))
                            .set(LOCATION, registration.location().text())
                            .set(SOURCE_KIND, registration.sourceKind().text())
                            .set(SOURCE_ID, registration.sourceId())
                            .set(REGISTERED_BY, registration.registeredBy())
                            .set(REGISTERED_AT, registration.registeredAt())
                            .set(LAST_ERROR, registration.lastError())
                            .set(TABLE_UUID, registration.tableUuid())
                            .set(FOLLOWS, registration.follows())
                            .onConflictDoNothing()
                            .execute()
                    == 1;
            Failpoint.REGISTRATION_UNCOMMITTED.reach();
            return inserted;
        });
    }

    @Override
    public boolean delete(String id) {
        return store.write(dsl -> {
            boolean deleted =
                    dsl.deleteFrom(REGISTRATION).where(REGISTRATION_ID.eq(id)).execute() == 1;
            Failpoint.REGISTRATION_DELETE_UNCOMMITTED.reach();
            return deleted;
        });
    }

    private static Condition in(String connection, TableRef table) {
        return in(connection, table.catalog(), table.namespaceText());
    }

    private static Condition in(String connection, String catalog, String namespace) {
        return CONNECTION_NAME.eq(connection).and(CATALOG_NAME.eq(catalog)).and(NAMESPACE.eq(namespace));
    }

    static Registration registration(Record row) {
        return new Registration(
                row.get(REGISTRATION_ID),
                row.get(CONNECTION_NAME),
                new TableRef(row.get(CATALOG_NAME), SqlNames.split(row.get(NAMESPACE)), row.get(TABLE_NAME)),
                Location.parse(row.get(LOCATION)),
                SourceKind.of(row.get(SOURCE_KIND)),
                row.get(SOURCE_ID),
                row.get(REGISTERED_BY),
                row.get(REGISTERED_AT),
                row.get(LAST_ERROR),
                row.get(TABLE_UUID),
                row.get(FOLLOWS));
    }
}
