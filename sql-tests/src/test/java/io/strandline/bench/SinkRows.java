package io.strandline.bench;

import java.time.LocalDateTime;
import java.util.Arrays;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.types.Types;

/**
 * The rows that benchmarks of sinks write, those of {@link WirePeer}: {@code id BIGINT, name VARCHAR} of 20 characters, {@code amount
 * DOUBLE, made TIMESTAMP, n INTEGER}. Row {@code i} is the same whoever makes it.
 */
final class SinkRows {
    /** The columns of a table for them. */
    static final Schema SCHEMA = new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "name", Types.StringType.get()),
            Types.NestedField.optional(3, "amount", Types.DoubleType.get()),
            Types.NestedField.optional(4, "made", Types.TimestampType.withoutZone()),
            Types.NestedField.optional(5, "n", Types.IntegerType.get()));

    private static final int DISTINCT = 100;
    private static final LocalDateTime BEGIN = LocalDateTime.of(2024, 1, 1, 0, 0);
    private static final String[] NAMES = new String[DISTINCT];
    private static final LocalDateTime[] TIMES = new LocalDateTime[DISTINCT];

    static {
        Arrays.setAll(NAMES, n -> "name-of-a-row-" + (1_000_000 + n + "").substring(1));
        Arrays.setAll(TIMES, BEGIN::plusMinutes);
    }

    private SinkRows() {}

    static String name(long id) {
        return NAMES[n(id)];
    }

    static double amount(long id) {
        return n(id) * 0.5;
    }

    static LocalDateTime made(long id) {
        return TIMES[(int) (id / DISTINCT % DISTINCT)];
    }

    static int n(long id) {
        return (int) (id % DISTINCT);
    }

    /** Makes a record that row. */
    static void fill(GenericRecord row, long id) {
        row.set(0, id);
        row.set(1, name(id));
        row.set(2, amount(id));
        row.set(3, made(id));
        row.set(4, n(id));
    }

    /** The query that gives so many of them. */
    static String query(int rows) {
        return WirePeer.STRANDLINE.query(rows);
    }
}
