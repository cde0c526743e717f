package io.strandline.jdbc.internal.metadata;

import java.sql.Types;
import java.util.List;
import java.util.Set;

/** What JDBC's {@code {fn CONVERT(value, type)}} converts into what: everything into and from text, else within a group. */
final class Conversion {
    private static final Set<Integer> TEXTS = Set.of(Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR);

    private static final List<Set<Integer>> GROUPS = List.of(
            Set.of(
                    Types.TINYINT,
                    Types.SMALLINT,
                    Types.INTEGER,
                    Types.BIGINT,
                    Types.REAL,
                    Types.FLOAT,
                    Types.DOUBLE,
                    Types.DECIMAL,
                    Types.NUMERIC),
            Set.of(Types.DATE, Types.TIMESTAMP),
            Set.of(Types.TIME),
            Set.of(Types.BOOLEAN, Types.BIT),
            Set.of(Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY));

    private Conversion() {}

    static boolean isSupported(int fromType, int toType) {
        return (isText(fromType) && isKnown(toType))
                || (isText(toType) && isKnown(fromType))
                || GROUPS.stream().anyMatch(group -> group.contains(fromType) && group.contains(toType));
    }

    private static boolean isText(int type) {
        return TEXTS.contains(type);
    }

    private static boolean isKnown(int type) {
        return isText(type) || GROUPS.stream().anyMatch(group -> group.contains(type));
    }
}
