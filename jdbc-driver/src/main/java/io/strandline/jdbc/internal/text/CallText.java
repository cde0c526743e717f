package io.strandline.jdbc.internal.text;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call as JDBC writes it, taken apart: {@code {call p(?)}}, {@code {call p(a => ?)}}, {@code {? = call p(?)}} or plain
 * {@code CALL p(...)}. The braces and the returned {@code ?} are the driver's business; what is between them is the
 * gateway's grammar and sent as written. Immutable.
 */
public final class CallText {
    private final String statement;
    private final boolean returnsValue;
    private final List<String> procedure;
    private final List<Marker> markers;

    private CallText(String statement, boolean returnsValue, List<String> procedure, List<Marker> markers) {
        this.statement = statement;
        this.returnsValue = returnsValue;
        this.procedure = Collections.unmodifiableList(procedure);
        this.markers = Collections.unmodifiableList(markers);
    }

    /**
     * Takes a call apart.
     *
     * @throws SQLException 42601 if the text is no call
     */
    public static CallText parse(String sql) throws SQLException {
        int at = SqlText.start(sql, 0);
        boolean escaped = at < sql.length() && sql.charAt(at) == '{';
        String text = sql;
        boolean returnsValue = false;
        if (escaped) {
            text = sql.substring(SqlText.start(sql, at + 1), closing(sql, at));
            returnsValue = text.startsWith("?");
            if (returnsValue) {
                int equals = SqlText.start(text, 1);
                if (!text.startsWith("=", equals)) {
                    throw noCall("after {? comes =");
                }
                text = text.substring(SqlText.start(text, equals + 1));
            }
        }
        if (!SqlText.firstWord(text).equals("CALL")) {
            throw noCall("it is written {call p(?)}, {? = call p(?)} or CALL p(?)");
        }
        Scan scan = new Scan(text, SqlText.start(text, 0) + "CALL".length());
        scan.run();
        return new CallText(text, returnsValue, scan.name, scan.markers);
    }

    /** What the gateway is sent. */
    public String statement() {
        return statement;
    }

    /** Whether the first {@code ?} stands for what the procedure returns. */
    public boolean returnsValue() {
        return returnsValue;
    }

    /** Name of the procedure by levels, unquoted ones in lower case. */
    public List<String> procedure() {
        return procedure;
    }

    /** The {@code ?} of the arguments, in the order written. */
    public List<Marker> markers() {
        return markers;
    }

    /** One {@code ?} among the arguments. */
    public static final class Marker {
        private final @Nullable String name;
        private final int argument;

        Marker(@Nullable String name, int argument) {
            this.name = name;
            this.argument = argument;
        }

        /** The name before its {@code =>}, if it has one. */
        public Optional<String> name() {
            return Optional.ofNullable(name);
        }

        /** Which argument it stands in, from 1. */
        public int argument() {
            return argument;
        }
    }

    /** Where the brace that opens there is closed, past strings, quoted names, comments and other braces; only blanks may follow. */
    private static int closing(String sql, int open) throws SQLException {
        int depth = 1;
        int at = SqlText.start(sql, open + 1);
        while (at < sql.length()) {
            char c = sql.charAt(at);
            if (c == '\'' || c == '"') {
                int end = sql.indexOf(c, at + 1);
                at = end < 0 ? sql.length() - 1 : end;
            } else if (c == '{') {
                depth++;
            } else if (c == '}' && --depth == 0) {
                break;
            }
            at = SqlText.start(sql, at + 1);
        }
        int rest = at < sql.length() ? SqlText.start(sql, at + 1) : at;
        while (rest < sql.length() && sql.charAt(rest) == ';') {
            rest = SqlText.start(sql, rest + 1);
        }
        if (depth > 0 || rest < sql.length()) {
            throw noCall("the { is not closed by a } at its end");
        }
        return at;
    }

    private static SQLException noCall(String why) {
        return SqlErrors.of(SqlState.SYNTAX, "the text is not a call: " + why);
    }

    /** One pass over the text, past strings, quoted names and comments. */
    private static final class Scan {
        private final String text;
        private int at;
        private int depth;
        private int argument = 1;
        private @Nullable String word;
        private @Nullable String argumentName;
        private final List<String> name = new ArrayList<>();
        private final List<Marker> markers = new ArrayList<>();

        Scan(String text, int from) {
            this.text = text;
            this.at = from;
        }

        void run() {
            while ((at = SqlText.start(text, at)) < text.length()) {
                char c = text.charAt(at);
                if (c == '\'') {
                    quoted(c);
                } else if (c == '"' || Character.isJavaIdentifierStart(c)) {
                    word = c == '"' ? quoted(c) : plain();
                    if (depth == 0) {
                        name.add(word);
                    }
                } else {
                    symbol(c);
                }
            }
        }

        private void symbol(char c) {
            if (c == '=' && text.startsWith("=>", at)) {
                argumentName = word;
                at++;
            } else if (c == '?') {
                markers.add(new Marker(argumentName, argument));
            } else if (c == ',' && depth == 1) {
                argument++;
                argumentName = null;
            } else if (c == '(' || c == '[') {
                depth++;
            } else if (c == ')' || c == ']') {
                depth--;
            }
            at++;
        }

        private String plain() {
            int from = at;
            while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
                at++;
            }
            return text.substring(from, at).toLowerCase(Locale.ROOT);
        }

        private String quoted(char quote) {
            StringBuilder inside = new StringBuilder();
            at++;
            while (at < text.length()) {
                char c = text.charAt(at++);
                if (c != quote) {
                    inside.append(c);
                } else if (at < text.length() && text.charAt(at) == quote) {
                    inside.append(c);
                    at++;
                } else {
                    break;
                }
            }
            return inside.toString();
        }
    }
}
