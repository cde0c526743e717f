package io.strandline.sink.database;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.sink.RowSchema;
import io.strandline.sink.SinkReader;
import io.strandline.sqlkit.SqlType;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a table as the database sends them: memory does not grow with the table. Each reading has a connection. */
final class DatabaseReader implements SinkReader {
    private static final int FETCH = 1_000;

    private final DatabaseKind kind;
    private final DatabaseSettings settings;

    DatabaseReader(DatabaseKind kind, DatabaseSettings settings) {
        this.kind = kind;
        this.settings = settings;
    }

    @Override
    public Stream<@Nullable Object[]> read(List<RowSchema.Column> columns, CallContext call) {
        call.checkpoint();
        String names = columns.isEmpty()
                ? "1"
                : Sql.columns(columns.stream().map(RowSchema.Column::name).toList(), "");
        String sql = "SELECT " + names + " FROM " + Sql.quote(settings.schema(), settings.table());
        Connection connection = null;
        try {
            connection = kind.connect(settings);
            connection.setAutoCommit(!kind.streamsInTransaction());
            Statement statement = connection.createStatement();
            statement.setFetchSize(FETCH);
            Rows rows = new Rows(connection, statement.executeQuery(sql), columns);
            return StreamSupport.stream(rows, false).onClose(rows::close);
        } catch (SQLException e) {
            close(connection);
            throw failed(e);
        }
    }

    private StrandlineException failed(SQLException e) {
        return DatabaseErrors.of(
                "table " + settings.schema() + "." + settings.table() + " (" + kind.name() + ")", "be read", e);
    }

    private static void close(@Nullable Connection connection) {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                // whatever it held ends with it
                return;
            }
        }
    }

    /** The rows of one reading; closing the connection frees all. */
    private final class Rows extends Spliterators.AbstractSpliterator<@Nullable Object[]> {
        private final Connection connection;
        private final ResultSet rows;
        private final List<RowSchema.Column> columns;

        Rows(Connection connection, ResultSet rows, List<RowSchema.Column> columns) {
            super(Long.MAX_VALUE, Spliterator.ORDERED);
            this.connection = connection;
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
                throw failed(e);
            }
        }

        private @Nullable Object value(RowSchema.Column column, int index) throws SQLException {
            Object given = rows.getObject(index);
            if (given == null) {
                return null;
            }
            try {
                return converted(given, column.type(), index);
            } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
                throw new StrandlineException(
                        ErrorCode.CORRUPT,
                        "table " + settings.schema() + "." + settings.table() + " has '"
                                + Text.cut(String.valueOf(rows.getString(index)), 60) + "' in column " + column.name()
                                + ", which is no " + column.type().sqlText() + ". Correct it there.",
                        e);
            }
        }

        private @Nullable Object converted(Object given, SqlType type, int index) throws SQLException {
            return switch (type.kind()) {
                case TEXT -> rows.getString(index);
                case BINARY -> rows.getBytes(index);
                case TIMESTAMP, LOCAL_TIMESTAMP, DATE, TIME ->
                    given instanceof String text ? parsed(text, type.kind()) : time(type.kind(), index);
                case ARRAY -> given instanceof Array array ? elements(array, type) : null;
                case MAP, ROW -> rows.getString(index);
                case DECIMAL -> decimal(rows.getString(index), type);
                default -> scalar(given, type.kind());
            };
        }

        private @Nullable Object time(SqlType.Kind wanted, int index) throws SQLException {
            return switch (wanted) {
                case TIMESTAMP -> {
                    OffsetDateTime time = rows.getObject(index, OffsetDateTime.class);
                    yield time == null ? null : time.toInstant();
                }
                case LOCAL_TIMESTAMP -> rows.getObject(index, LocalDateTime.class);
                case DATE -> rows.getObject(index, LocalDate.class);
                default -> rows.getObject(index, LocalTime.class);
            };
        }

        void close() {
            DatabaseReader.close(connection);
        }
    }

    /** With the digits that its type has after the point: SQLite keeps numbers, not how they are written. */
    private static BigDecimal decimal(String text, SqlType type) {
        BigDecimal number = new BigDecimal(text.strip());
        return number.scale() < type.scale() ? number.setScale(type.scale()) : number;
    }

    private static Object scalar(Object given, SqlType.Kind wanted) {
        String text = given instanceof Boolean flag
                ? flag ? "1" : "0"
                : given.toString().strip();
        return switch (wanted) {
            case BOOLEAN -> new BigDecimal(text).signum() != 0;
            case INTEGER -> new BigDecimal(text).intValueExact();
            case BIGINT -> new BigDecimal(text).longValueExact();
            case REAL -> Float.valueOf(text);
            case DOUBLE -> Double.valueOf(text);
            case DECIMAL -> new BigDecimal(text);
            case UUID -> UUID.fromString(text);
            default -> given;
        };
    }

    /** Times as SQLite has them: text, of ISO 8601 or with a space. */
    private static Object parsed(String given, SqlType.Kind wanted) {
        String text = given.strip().replace(' ', 'T');
        return switch (wanted) {
            case TIMESTAMP ->
                text.endsWith("Z") || text.lastIndexOf('+') > 0
                        ? OffsetDateTime.parse(text).toInstant()
                        : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
            case LOCAL_TIMESTAMP ->
                text.length() == 10 ? LocalDate.parse(text).atStartOfDay() : LocalDateTime.parse(text);
            case DATE -> LocalDate.parse(text);
            default -> LocalTime.parse(text);
        };
    }

    private static List<@Nullable Object> elements(Array array, SqlType type) throws SQLException {
        List<@Nullable Object> elements = new ArrayList<>();
        SqlType element = type.element();
        for (Object each : (Object[]) array.getArray()) {
            elements.add(each == null || element == null ? null : element(each, element.kind()));
        }
        return elements;
    }

    @SuppressWarnings("JavaUtilDate") // JDBC's own types
    private static Object element(Object each, SqlType.Kind wanted) {
        if (each instanceof java.sql.Timestamp time) {
            return wanted == SqlType.Kind.TIMESTAMP ? (Object) time.toInstant() : time.toLocalDateTime();
        }
        if (each instanceof java.sql.Date day) {
            return day.toLocalDate();
        }
        if (each instanceof java.sql.Time time) {
            return time.toLocalTime();
        }
        return each instanceof String || each instanceof byte[] ? each : scalar(each, wanted);
    }
}
