package io.strandline.gateway.launcher;

import java.util.ArrayList;
import java.util.List;

/** Splits a script into statements at semicolons outside quotes and comments; each keeps its own text and comments. */
final class SqlScript {
    private final String text;
    private final List<String> statements = new ArrayList<>();
    private int start;
    private boolean something;

    private SqlScript(String text) {
        this.text = text;
    }

    /** The statements in order, without their semicolons; parts that hold nothing but blanks and comments are left out. */
    static List<String> split(String text) {
        return new SqlScript(text).run();
    }

    private List<String> run() {
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == ';') {
                end(at);
                start = at + 1;
                at++;
            } else if (c == '\'' || c == '"' || c == '`') {
                something = true;
                at = after(text.indexOf(c, at + 1), 1);
            } else if (text.startsWith("--", at)) {
                at = after(text.indexOf('\n', at), 1);
            } else if (text.startsWith("/*", at)) {
                at = after(text.indexOf("*/", at + 2), 2);
            } else {
                something |= !Character.isWhitespace(c);
                at++;
            }
        }
        end(text.length());
        return List.copyOf(statements);
    }

    private int after(int found, int length) {
        return found < 0 ? text.length() : found + length;
    }

    private void end(int at) {
        if (something) {
            statements.add(text.substring(start, at).strip());
        }
        something = false;
    }
}
