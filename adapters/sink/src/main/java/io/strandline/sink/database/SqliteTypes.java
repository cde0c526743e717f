package io.strandline.sink.database;

import io.strandline.common.Text;
import io.strandline.sqlkit.SqlType;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** SQLite's types: a declared one is a hint, of which only the affinity says how a value is kept. */
final class SqliteTypes {
    private static final Pattern DECIMAL = Pattern.compile("(?:decimal|numeric)\\((\\d+)(?:,\\s*(\\d+))?\\)");

    private SqliteTypes() {}

    /** How values of a column are kept (SQLite documentation, "Datatypes", 3). */
    enum Affinity {
        INTEGER,
        TEXT,
        BLOB,
        REAL,
        NUMERIC
    }

    /** The affinity of a declared type (section 3.1, whose rules are in this order). */
    static Affinity affinity(String declared) {
        String type = Text.lower(declared);
        if (type.contains("int")) {
            return Affinity.INTEGER;
        }
        if (type.contains("char") || type.contains("clob") || type.contains("text")) {
            return Affinity.TEXT;
        }
        if (type.isEmpty() || type.contains("blob")) {
            return Affinity.BLOB;
        }
        return type.contains("real") || type.contains("floa") || type.contains("doub")
                ? Affinity.REAL
                : Affinity.NUMERIC;
    }

    /** What a declared type means by its affinity (SQLite documentation, "Datatypes", 3.1), more exactly where it says so. */
    static SqlType type(String declared) {
        String type = Text.lower(declared);
        Matcher decimal = DECIMAL.matcher(type);
        if (decimal.matches()) {
            String scale = decimal.group(2);
            return SqlType.decimal(Integer.parseInt(decimal.group(1)), scale == null ? 0 : Integer.parseInt(scale));
        }
        return switch (affinity(declared)) {
            case INTEGER -> SqlType.bigint();
            case TEXT -> SqlType.text();
            case BLOB -> type.isEmpty() ? SqlType.text() : SqlType.binary();
            case REAL -> SqlType.float64();
            case NUMERIC -> ofNumeric(type);
        };
    }

    private static SqlType ofNumeric(String type) {
        return switch (type) {
            case "boolean" -> SqlType.bool();
            case "date" -> SqlType.date();
            case "time" -> SqlType.time();
            case "timestamp", "datetime" -> SqlType.localTimestamp();
            case "timestamptz" -> SqlType.timestamp();
            case "uuid" -> SqlType.uuid();
            default -> SqlType.text();
        };
    }

    /** The type as a column definition has it. */
    static Optional<String> text(SqlType type) {
        return switch (type.kind()) {
            case TEXT -> Optional.of("TEXT");
            case BOOLEAN -> Optional.of("BOOLEAN");
            case INTEGER -> Optional.of("INTEGER");
            case BIGINT -> Optional.of("BIGINT");
            case REAL -> Optional.of("REAL");
            case DOUBLE -> Optional.of("DOUBLE");
            case DECIMAL -> Optional.of("DECIMAL(" + type.precision() + ", " + type.scale() + ")");
            case TIMESTAMP -> Optional.of("TIMESTAMPTZ");
            case LOCAL_TIMESTAMP -> Optional.of("TIMESTAMP");
            case DATE -> Optional.of("DATE");
            case TIME -> Optional.of("TIME");
            case UUID -> Optional.of("UUID");
            case BINARY -> Optional.of("BLOB");
            case ARRAY, MAP, ROW -> Optional.empty();
        };
    }
}
