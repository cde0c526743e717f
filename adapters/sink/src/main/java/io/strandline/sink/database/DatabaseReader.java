package io.strandline.sink.database;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.sink.CancelWatch;
import io.strandline.sink.RowSchema;
import io.strandline.sink.SinkReader;
import io.strandline.sqlkit.Condition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a table as the database sends them: memory does not grow with the table. Each reading has a connection. */
final class DatabaseReader implements SinkReader {
    private static final int FETCH = 1_000;

    private static final Set<Condition.Operator> EQUALITIES = Set.of(Condition.Operator.EQUAL, Condition.Operator.IN);

    /** Values of conditions that are handed to the database; each would be a parameter. */
    private static final int MOST_VALUES = 10_000;

    /** What a reading is copied to, so that it keeps nobody from writing the table. */
    private static final String COPY = "strandline_read";

    private final Connections connections;
    private final DatabaseKind kind;
    private final DatabaseSettings settings;

    DatabaseReader(Connections connections) {
        this.connections = connections;
        this.kind = connections.kind();
        this.settings = connections.settings();
    }

    @Override
    public Stream<@Nullable Object[]> read(
            List<RowSchema.Column> columns, List<Condition> conditions, CallContext call) {
        call.checkpoint();
        Connected connected = connected();
        CancelWatch watch = CancelWatch.over("reading " + settings.table(), () -> stop(connected), call);
        boolean opened = false;
        try {
            Connection connection = connected.connection();
            Rows rows = new Rows(connected, watch, query(connection, columns, usable(connection, conditions)), columns);
            opened = true;
            return StreamSupport.stream(rows, false).onClose(rows::close);
        } catch (SQLException e) {
            throw watch.cause(failed(e));
        } finally {
            if (!opened) {
                watch.close();
                connected.close();
            }
        }
    }

    private Connected connected() {
        try {
            return connections.open();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private void stop(Connected connected) {
        try {
            connected.stop();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /** Conditions that the database can look for without missing a row (SinkReader#read). */
    private List<Condition> usable(Connection connection, List<Condition> conditions) throws SQLException {
        if (conditions.isEmpty()) {
            return List.of();
        }
        DatabaseTable table =
                kind.describe(connection, settings.schema(), settings.table()).orElse(null);
        List<Condition> usable = new ArrayList<>();
        int values = 0;
        for (Condition condition : conditions) {
            if (table != null
                    && isUsable(condition, table)
                    && values + condition.values().size() <= MOST_VALUES) {
                usable.add(condition);
                values += condition.values().size();
            }
        }
        return usable;
    }

    private boolean isUsable(Condition condition, DatabaseTable table) {
        DatabaseTable.Column column = table.column(condition.column()).orElse(null);
        return column != null
                && EQUALITIES.contains(condition.operator())
                && kind.finds(column)
                && condition.values().stream()
                        .allMatch(value -> kind.unsendable(List.of(column), new Object[] {value})
                                .isEmpty());
    }

    private ResultSet query(Connection connection, List<RowSchema.Column> columns, List<Condition> conditions)
            throws SQLException {
        String names = columns.isEmpty()
                ? "1"
                : Sql.columns(columns.stream().map(RowSchema.Column::name).toList(), "");
        String sql = "SELECT " + names + " FROM " + Sql.quote(settings.schema(), settings.table()) + where(conditions);
        if (kind.readersBlockWriters() && connections.isWritten()) {
            // else the statement that reads here could wait for itself to write
            try (PreparedStatement copying =
                    prepared(connection, "CREATE TEMPORARY TABLE " + COPY + " AS " + sql, conditions)) {
                copying.executeUpdate();
            }
            return connection.createStatement().executeQuery("SELECT * FROM " + kind.temporary(COPY));
        }
        connection.setAutoCommit(!kind.streamsInTransaction());
        PreparedStatement statement = prepared(connection, sql, conditions);
        statement.setFetchSize(FETCH);
        return statement.executeQuery();
    }

    private static String where(List<Condition> conditions) {
        return conditions.isEmpty()
                ? ""
                : " WHERE "
                        + Sql.all(conditions.stream()
                                .map(condition -> Sql.quote(condition.column()) + " IN ("
                                        + String.join(
                                                ", ",
                                                Collections.nCopies(
                                                        condition.values().size(), "?"))
                                        + ")")
                                .toList());
    }

    private PreparedStatement prepared(Connection connection, String sql, List<Condition> conditions)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        int at = 0;
        for (Condition condition : conditions) {
            for (Object value : condition.values()) {
                statement.setObject(++at, kind.parameter(value));
            }
        }
        return statement;
    }

    private StrandlineException failed(SQLException e) {
        return DatabaseErrors.of(
                "table " + settings.schema() + "." + settings.table() + " (" + kind.name() + ")", "be read", e);
    }

    /** The rows of one reading; closing the connection frees all. */
    private final class Rows extends Spliterators.AbstractSpliterator<@Nullable Object[]> {
        private final Connected connected;
        private final CancelWatch watch;
        private final ResultSet rows;
        private final List<RowSchema.Column> columns;

        Rows(Connected connected, CancelWatch watch, ResultSet rows, List<RowSchema.Column> columns) {
            super(Long.MAX_VALUE, Spliterator.ORDERED);
            this.connected = connected;
            this.watch = watch;
            this.rows = rows;
            this.columns = columns;
        }

        @Override
        public boolean tryAdvance(Consumer<? super @Nullable Object[]> action) {
            try {
                if (!rows.next()) {
                    return false;
                }
                @Nullable Object[] values = new Object[columns.size()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = value(columns.get(i), i + 1);
                }
                action.accept(values);
                return true;
            } catch (SQLException e) {
                throw watch.cause(failed(e));
            }
        }

        private @Nullable Object value(RowSchema.Column column, int index) throws SQLException {
            Object given = rows.getObject(index);
            if (given == null) {
                return null;
            }
            try {
                return ReadValues.value(rows, index, given, column.type());
            } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
                throw new StrandlineException(
                        ErrorCode.CORRUPT,
                        "table " + settings.schema() + "." + settings.table() + " has '"
                                + Text.cut(String.valueOf(rows.getString(index)), 60) + "' in column " + column.name()
                                + ", which is no " + column.type().sqlText() + ". Correct it there.",
                        e);
            }
        }

        void close() {
            watch.close();
            connected.close();
        }
    }
}
