package io.strandline.sink.database;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Pieces of SQL text. */
final class Sql {
    private static final int GROUP = 100;

    private Sql() {}

    static String quote(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    static String quote(String schema, String name) {
        return quote(schema) + "." + quote(name);
    }

    static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** The columns, each quoted and with that in front. */
    static String columns(List<String> names, String prefix) {
        return names.stream().map(name -> prefix + quote(name)).collect(Collectors.joining(", "));
    }

    /** That the columns are the same in both; none of them is NULL. */
    static String same(List<String> names, String one, String other) {
        return all(names.stream()
                .map(name -> one + "." + quote(name) + " = " + other + "." + quote(name))
                .toList());
    }

    /** That all of the conditions hold, in groups: a database bounds how deep one chain of them may be. */
    static String all(List<String> conditions) {
        List<String> groups = new ArrayList<>();
        for (int from = 0; from < conditions.size(); from += GROUP) {
            groups.add(conditions.subList(from, Math.min(conditions.size(), from + GROUP)).stream()
                    .collect(Collectors.joining(" AND ", "(", ")")));
        }
        return String.join(" AND ", groups);
    }

    /** A name beside a table's that fits every database: cut where it is too long, and then told apart by a number. */
    static String beside(String prefix, String table) {
        String name = prefix + table;
        return name.length() <= 48 && name.chars().allMatch(c -> c < 128)
                ? name
                : prefix
                        + Integer.toHexString(table.hashCode())
                        + "_"
                        + Integer.toHexString(
                                new StringBuilder(table).reverse().toString().hashCode());
    }
}
