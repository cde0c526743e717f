package io.strandline.catalog.trino;

import io.strandline.common.Text;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What {@code SHOW CREATE TABLE} tells of a table beside its columns: comment and table properties. Columns are passed over;
 * {@code DESCRIBE} tells them. Text that is not such a statement tells nothing.
 */
final class CreateTableText {
    private final String text;
    private final Map<String, String> properties = new TreeMap<>();
    private @Nullable String comment;
    private int at;

    private CreateTableText(String text) {
        this.text = text;
    }

    /**
     * What was told.
     *
     * @param properties values as Trino writes them, a text without its quotes
     */
    record Told(Optional<String> comment, Map<String, String> properties) {
        Told {
            properties = Map.copyOf(properties);
        }
    }

    static Told read(String statement) {
        CreateTableText reader = new CreateTableText(statement);
        reader.read();
        return new Told(Optional.ofNullable(reader.comment), reader.properties);
    }

    private void read() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '(') {
                skipBrackets();
            } else if (c == '\'' || c == '"') {
                quoted();
            } else if (Character.isLetter(c)) {
                clause(word());
            } else {
                at++;
            }
        }
    }

    private void clause(String word) {
        skipSpace();
        if (word.equals("comment") && is('\'')) {
            comment = quoted();
        } else if (word.equals("with") && is('(')) {
            at++;
            while (property()) {
                // each is kept
            }
        }
    }

    /** One {@code key = value}; whether there may be another. */
    private boolean property() {
        skipSpace();
        String key = is('"') ? quoted() : word();
        skipSpace();
        if (key.isEmpty() || !is('=')) {
            return false;
        }
        at++;
        skipSpace();
        properties.put(key, is('\'') ? quoted() : value());
        skipSpace();
        boolean more = is(',');
        at += more ? 1 : 0;
        return more;
    }

    /** A value that is no text, up to the comma or bracket that ends it. */
    private String value() {
        int start = at;
        while (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != ')') {
            char c = text.charAt(at);
            if (c == '\'' || c == '"') {
                quoted();
            } else if (c == '(' || c == '[') {
                skipBrackets();
            } else {
                at++;
            }
        }
        return text.substring(start, at).strip();
    }

    /** To behind the bracket that closes the one here; quotes hide brackets. */
    private void skipBrackets() {
        int depth = 0;
        do {
            char c = text.charAt(at);
            if (c == '\'' || c == '"') {
                quoted();
                continue;
            }
            depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
            at++;
        } while (depth > 0 && at < text.length());
    }

    /** What stands between the quotes here, a doubled one being one; to the end of the text if they are not closed. */
    private String quoted() {
        char quote = text.charAt(at++);
        StringBuilder inside = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == quote && !(is(quote) && at < text.length())) {
                return inside.toString();
            }
            at += c == quote ? 1 : 0;
            inside.append(c);
        }
        return inside.toString();
    }

    private String word() {
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        return Text.lower(text.substring(start, at));
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private boolean is(char c) {
        return at < text.length() && text.charAt(at) == c;
    }
}
