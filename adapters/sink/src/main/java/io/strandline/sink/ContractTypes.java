package io.strandline.sink;

import io.strandline.common.Text;
import io.strandline.sqlkit.SqlType;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Types as contracts write them: SQL's names; {@code not null} after one says that NULL is no value. */
final class ContractTypes {
    private static final Pattern DECIMAL = Pattern.compile("decimal\\(\\s*(\\d{1,2})\\s*(?:,\\s*(\\d{1,2})\\s*)?\\)");
    private static final int MOST_DIGITS = 38;
    private static final String NOT_NULL = " not null";
    private static final Map<String, SqlType> TYPES = new TreeMap<>(Map.ofEntries(
            Map.entry("varchar", SqlType.text()),
            Map.entry("boolean", SqlType.bool()),
            Map.entry("integer", SqlType.integer()),
            Map.entry("bigint", SqlType.bigint()),
            Map.entry("real", SqlType.float32()),
            Map.entry("double", SqlType.float64()),
            Map.entry("date", SqlType.date()),
            Map.entry("time", SqlType.time()),
            Map.entry("timestamp", SqlType.localTimestamp()),
            Map.entry("timestamp with local time zone", SqlType.timestamp()),
            Map.entry("uuid", SqlType.uuid()),
            Map.entry("varbinary", SqlType.binary())));

    private ContractTypes() {}

    /** The type that is written so; empty for none. */
    static Optional<SqlType> of(String written) {
        String text = Text.lower(written.strip()).replaceAll("\\s+", " ");
        boolean required = text.endsWith(NOT_NULL);
        String name = required ? text.substring(0, text.length() - NOT_NULL.length()) : text;
        return named(name).map(type -> required ? type : type.orNull());
    }

    private static Optional<SqlType> named(String name) {
        Matcher decimal = DECIMAL.matcher(name);
        if (!decimal.matches()) {
            return Optional.ofNullable(TYPES.get(name));
        }
        int precision = Integer.parseInt(decimal.group(1));
        int scale = decimal.group(2) == null ? 0 : Integer.parseInt(decimal.group(2));
        return precision < 1 || precision > MOST_DIGITS || scale > precision
                ? Optional.empty()
                : Optional.of(SqlType.decimal(precision, scale));
    }

    /** For messages. */
    static String shown() {
        return String.join(", ", TYPES.keySet()) + ", decimal(p, s)";
    }
}
