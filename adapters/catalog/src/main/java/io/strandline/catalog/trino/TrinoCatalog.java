package io.strandline.catalog.trino;

import io.strandline.catalog.BackendCalls;
import io.strandline.catalog.Namespace;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TablePage;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.catalog.TargetTable;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Failpoint;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A catalog of a Trino server. It lists what Trino lists, tells of a table what {@code SHOW CREATE TABLE} tells, drops external
 * tables and creates external tables over files of CSV, JSON lines and Parquet; whatever else is {@code NOT_SUPPORTED}, with
 * the reason (CAT-19). Names are Trino's: lower case. A request is a query of its own with a time limit, and can be
 * cancelled. Thread-safe.
 */
public final class TrinoCatalog implements TableCatalog {
    /** The value of the property {@code type}. */
    public static final String TYPE = "trino";

    private final TrinoConfig config;
    private final TrinoSql sql;
    private final BackendCalls calls;

    private TrinoCatalog(TrinoConfig config) {
        this.config = config;
        this.sql = new TrinoSql(config.inTrino());
        this.calls = new BackendCalls(config.name(), config.timeLimit(), config.secrets());
    }

    /**
     * A catalog; nothing is opened before the first request.
     *
     * @param name its name in the configuration
     * @param properties {@code uri}, {@code catalog} (default the name), and what Trino's driver takes
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION}
     */
    public static TrinoCatalog create(String name, Map<String, String> properties) {
        return new TrinoCatalog(TrinoConfig.of(name, properties));
    }

    @Override
    public String name() {
        return config.name();
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Map<String, String> properties() {
        return config.shown();
    }

    /** An external table is the only kind that is dropped here. */
    @Override
    public boolean dropKeepsFiles() {
        return true;
    }

    @Override
    public void probe(CallContext call) {
        read("probing it", call, sql.probe(), row -> row.getInt(1));
    }

    @Override
    public List<Namespace> namespaces(CallContext call) {
        return read("listing namespaces", call, sql.namespaces(), row -> row.getString(1)).stream()
                .sorted(Text.BY_CODE_POINT)
                .map(schema -> new Namespace(List.of(schema), Map.of()))
                .toList();
    }

    @Override
    public TablePage list(List<String> namespace, Optional<String> after, int limit, CallContext call) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit is " + limit);
        }
        if (namespace.size() != 1) {
            return new TablePage(List.of(), false);
        }
        List<TableEntry> entries = read(
                "listing namespace " + namespace.get(0),
                call,
                sql.list(namespace.get(0), after, limit + 1),
                row -> new TableEntry(new TableRef(name(), namespace, row.getString(1)), type(row.getString(2))));
        boolean more = entries.size() > limit;
        return new TablePage(more ? entries.subList(0, limit) : entries, more);
    }

    @Override
    public OptionalLong count(List<String> namespace, CallContext call) {
        if (namespace.size() != 1) {
            return OptionalLong.of(0);
        }
        return OptionalLong.of(
                read("counting namespace " + namespace.get(0), call, sql.count(namespace.get(0)), row -> row.getLong(1))
                        .get(0));
    }

    @Override
    public Optional<TableState> describe(TableRef table, CallContext call) {
        Optional<TableType> type = typeOf(table, call);
        if (type.isEmpty()) {
            return Optional.empty();
        }
        if (type.orElseThrow() != TableType.TABLE) {
            return Optional.of(TableState.outline(table, type.orElseThrow(), TYPE, null, ""));
        }
        String doing = "describing " + table;
        TrinoColumns columns = new TrinoColumns();
        // gone between two questions is gone
        List<String> texts = readIfThere(doing, call, sql.showCreate(table), row -> row.getString(1));
        readIfThere(doing, call, sql.describe(table), row -> {
            columns.add(row.getString(1), row.getString(2), row.getString(4));
            return row;
        });
        return texts.stream()
                .findFirst()
                .map(text -> TrinoTables.state(table, CreateTableText.read(text), columns.all()));
    }

    @Override
    public boolean exists(TableRef table, CallContext call) {
        return typeOf(table, call).isPresent();
    }

    @Override
    public Optional<TableEntry> find(TableRef table, CallContext call) {
        return typeOf(table, call).map(type -> new TableEntry(table, type));
    }

    /** A listing knows names exactly; a statement about a table folds them, and does not tell a table from a catalog. */
    private Optional<TableType> typeOf(TableRef table, CallContext call) {
        if (table.namespace().size() != 1) {
            return Optional.empty();
        }
        return read("looking for " + table, call, sql.typeOf(table), row -> type(row.getString(1))).stream()
                .findFirst();
    }

    private static TableType type(String text) {
        return switch (text) {
            case "VIEW" -> TableType.VIEW;
            case "MATERIALIZED VIEW" -> TableType.MATERIALIZED_VIEW;
            default -> TableType.TABLE;
        };
    }

    @Override
    public boolean drop(TableRef table, CallContext call) {
        Optional<TableState> found = describe(table, call);
        if (found.isEmpty()) {
            return false;
        }
        if (!found.orElseThrow().external().orElse(false)) {
            throw TrinoSql.unsupported(
                    table,
                    "only an external table is dropped in Trino, since the drop of another deletes its files. Use the"
                            + " engine that owns it");
        }
        Failpoint.DROP_SENDING.reach();
        boolean dropped = calls.change(
                "dropping " + table,
                call,
                () -> TrinoErrors.changed(table, "drop", config, () -> {
                    update(sql.drop(table));
                    return true;
                }));
        Failpoint.DROP_ANSWERED.reach();
        return dropped;
    }

    @Override
    public void commit(TableRef table, Optional<TableState> planned, TargetTable target, CallContext call) {
        if (planned.isPresent()) {
            throw TrinoSql.unsupported(
                    table,
                    "a table in Trino is not altered from here. Alter it in Trino, or with the engine that owns it");
        }
        if (table.namespace().size() != 1) {
            throw TrinoSql.unsupported(table, "a namespace in Trino has one level");
        }
        String statement = sql.create(table, target);
        Failpoint.COMMIT_SENDING.reach();
        calls.change(
                "creating " + table,
                call,
                () -> TrinoErrors.changed(table, "create", config, () -> {
                    update(statement);
                    return true;
                }));
        Failpoint.COMMIT_ANSWERED.reach();
    }

    /** What a row says. */
    @FunctionalInterface
    private interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private <T> List<T> read(String doing, CallContext call, String query, RowReader<T> reader) {
        return calls.read(doing, call, () -> rows(query, reader));
    }

    /** The same, of a table that may be gone by now. */
    private <T> List<T> readIfThere(String doing, CallContext call, String query, RowReader<T> reader) {
        return calls.read(doing, call, () -> {
            try {
                return rows(query, reader);
            } catch (SQLException e) {
                if (TrinoErrors.isNoTable(e)) {
                    return List.<T>of();
                }
                throw e;
            }
        });
    }

    private <T> List<T> rows(String query, RowReader<T> reader) throws SQLException {
        List<T> rows = new ArrayList<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            while (found.next()) {
                rows.add(reader.read(found));
            }
        }
        return rows;
    }

    private void update(String statement) throws SQLException {
        try (Connection connection = connect();
                Statement change = connection.createStatement()) {
            change.executeUpdate(statement);
        }
    }

    /** A connection of Trino's driver is a client's state; nothing is sent for it. */
    private Connection connect() throws SQLException {
        return DriverManager.getConnection(config.url(), config.driverProperties());
    }

    @Override
    public void close() {
        calls.close();
    }

    @Override
    public String toString() {
        return config.toString();
    }
}
