package io.strandline.gateway.session;

import static java.util.Objects.requireNonNullElse;

import io.strandline.common.Text;
import java.sql.DatabaseMetaData;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The SQL types as JDBC's metadata describes them: one table for {@code getColumns} and {@code getTypeInfo}. */
final class DataTypes {
    /** What {@code getTableTypes} lists, in order. */
    static final List<String> TABLE_TYPES = List.of("SYSTEM TABLE", "TABLE", "VIEW");

    private static final JdbcTable TYPE_INFO = JdbcTable.of(
            "TYPE_NAME",
            "DATA_TYPE:int",
            "PRECISION:int",
            "LITERAL_PREFIX",
            "LITERAL_SUFFIX",
            "CREATE_PARAMS",
            "NULLABLE:short",
            "CASE_SENSITIVE:bool",
            "SEARCHABLE:short",
            "UNSIGNED_ATTRIBUTE:bool",
            "FIXED_PREC_SCALE:bool",
            "AUTO_INCREMENT:bool",
            "LOCAL_TYPE_NAME",
            "MINIMUM_SCALE:short",
            "MAXIMUM_SCALE:short",
            "SQL_DATA_TYPE:int",
            "SQL_DATETIME_SUB:int",
            "NUM_PREC_RADIX:int");

    private static final Type ANY = new Type("ANY", Types.OTHER, 0, null, null, "", null);
    private static final Map<String, Type> TYPES = new LinkedHashMap<>();

    static {
        add("BOOLEAN", Types.BOOLEAN, 1, null, null, "", null);
        add("TINYINT", Types.TINYINT, 3, 10, 0, "", null);
        add("SMALLINT", Types.SMALLINT, 5, 10, 0, "", null);
        add("INTEGER", Types.INTEGER, 10, 10, 0, "", null);
        add("BIGINT", Types.BIGINT, 19, 10, 0, "", null);
        add("REAL", Types.REAL, 7, 10, null, "", null);
        add("FLOAT", Types.FLOAT, 15, 10, null, "", null);
        add("DOUBLE", Types.DOUBLE, 15, 10, null, "", null);
        add("DECIMAL", Types.DECIMAL, 38, 10, 38, "", "precision,scale");
        add("CHAR", Types.CHAR, 65_536, null, null, "'", "length");
        add("VARCHAR", Types.VARCHAR, Integer.MAX_VALUE, null, null, "'", "length");
        add("BINARY", Types.BINARY, 65_536, null, null, "x'", "length");
        add("VARBINARY", Types.VARBINARY, Integer.MAX_VALUE, null, null, "x'", "length");
        add("DATE", Types.DATE, 10, null, null, "DATE '", null);
        add("TIME", Types.TIME, 12, null, 3, "TIME '", "precision");
        add("TIMESTAMP", Types.TIMESTAMP, 23, null, 3, "TIMESTAMP '", "precision");
        add("TIMESTAMP_WITH_LOCAL_TIME_ZONE", Types.TIMESTAMP_WITH_TIMEZONE, 29, null, 3, "'", "precision");
        add("UUID", Types.OTHER, 36, null, null, "'", null);
        add("ARRAY", Types.ARRAY, 0, null, null, "", null);
        add("MULTISET", Types.ARRAY, 0, null, null, "", null);
        add("MAP", Types.JAVA_OBJECT, 0, null, null, "", null);
        add("ROW", Types.STRUCT, 0, null, null, "", null);
    }

    private DataTypes() {}

    /**
     * A type as the table has it.
     *
     * @param size digits, characters or display width at most
     * @param quote what begins a literal of it; empty if a literal has no quotes
     */
    private record Type(
            String name,
            int jdbcType,
            int size,
            @Nullable Integer radix,
            @Nullable Integer scale,
            String quote,
            @Nullable String parameters) {}

    /**
     * A column's type.
     *
     * @param name as JDBC shows it, without precision and nullability
     * @param octets most bytes of a text; null for other types
     */
    record Described(
            int jdbcType,
            String name,
            @Nullable Integer size,
            @Nullable Integer scale,
            @Nullable Integer radix,
            @Nullable Integer octets) {}

    private static void add(
            String name,
            int jdbcType,
            int size,
            @Nullable Integer radix,
            @Nullable Integer scale,
            String quote,
            @Nullable String parameters) {
        TYPES.put(name, new Type(name, jdbcType, size, radix, scale, quote, parameters));
    }

    /** The type of a column from its SQL text, as {@code DECIMAL(20, 0)} or {@code VARCHAR ARRAY}. */
    static Described describe(@Nullable String sqlText) {
        String text = Text.upper(sqlText == null ? "ANY" : sqlText.strip());
        String name = nameOf(text);
        Type type = requireNonNullElse(TYPES.get(name), ANY);
        int[] numbers = numbersIn(text);
        boolean decimal = type.jdbcType() == Types.DECIMAL;
        boolean characters = type.quote().equals("'") && type.parameters() != null && type.scale() == null;
        Integer size =
                numbers.length > 0 && (decimal || type.scale() == null) ? Integer.valueOf(numbers[0]) : type.size();
        Integer scale = numbers.length == 0 || type.scale() == null
                ? type.scale()
                : Integer.valueOf(decimal ? (numbers.length > 1 ? numbers[1] : 0) : numbers[0]);
        return new Described(type.jdbcType(), shown(name), size, scale, type.radix(), characters ? size : null);
    }

    private static String nameOf(String text) {
        if (text.endsWith(" ARRAY")) {
            return "ARRAY";
        }
        if (text.endsWith(" MULTISET")) {
            return "MULTISET";
        }
        if (text.startsWith("TIMESTAMP") && text.contains("LOCAL")) {
            return "TIMESTAMP_WITH_LOCAL_TIME_ZONE";
        }
        int end = 0;
        while (end < text.length() && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
            end++;
        }
        return text.substring(0, end);
    }

    private static String shown(String name) {
        return name.equals("TIMESTAMP_WITH_LOCAL_TIME_ZONE") ? "TIMESTAMP WITH LOCAL TIME ZONE" : name;
    }

    private static int[] numbersIn(String text) {
        int open = text.indexOf('(');
        int close = text.indexOf(')', open + 1);
        if (open < 0 || close < 0 || text.endsWith(" ARRAY")) {
            return new int[0];
        }
        List<Integer> numbers = new ArrayList<>();
        for (String part : text.substring(open + 1, close).split(",", -1)) {
            String digits = part.strip();
            if (digits.isEmpty() || digits.length() > 9 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return new int[0];
            }
            numbers.add(Integer.valueOf(digits));
        }
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    /** A table's type as JDBC names it. */
    static String tableType(@Nullable String type) {
        return type == null || type.equals("BASE TABLE") ? "TABLE" : type;
    }

    /** The answer of {@code getTypeInfo}, ordered by JDBC type. */
    static JdbcTable.Rows typeInfo() {
        List<Type> types = new ArrayList<>(TYPES.values());
        types.sort(Comparator.comparingInt(Type::jdbcType));
        return TYPE_INFO.rows(types.stream().map(DataTypes::infoRow).toList());
    }

    private static Object[] infoRow(Type type) {
        boolean quoted = !type.quote().isEmpty();
        return row(
                shown(type.name()),
                type.jdbcType(),
                type.size(),
                quoted ? type.quote() : null,
                quoted ? "'" : null,
                type.parameters(),
                (short) DatabaseMetaData.typeNullable,
                type.quote().equals("'"),
                (short) DatabaseMetaData.typeSearchable,
                type.radix() == null,
                false,
                false,
                null,
                type.scale() == null ? null : Short.valueOf((short) 0),
                type.scale() == null ? null : Short.valueOf(type.scale().shortValue()),
                null,
                null,
                type.radix());
    }

    private static Object[] row(@Nullable Object... values) {
        return values;
    }
}
