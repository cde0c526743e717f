package io.strandline.docs;

import java.util.List;

/** A page being written. */
final class Markdown {
    private final StringBuilder text = new StringBuilder();

    /** A page with that title. */
    static Markdown page(String title) {
        Markdown page = new Markdown();
        page.text
                .append("<!-- Made from the code by ReferencePagesTest; see CONTRIBUTING.md. -->\n# ")
                .append(title)
                .append('\n');
        return page;
    }

    Markdown heading(int level, String title) {
        text.append('\n').append("#".repeat(level)).append(' ').append(title).append('\n');
        return this;
    }

    Markdown paragraph(String sentence) {
        text.append('\n').append(sentence).append('\n');
        return this;
    }

    /** Nothing if there are no rows. */
    Markdown table(List<String> header, List<List<String>> rows) {
        if (!rows.isEmpty()) {
            text.append('\n');
            row(header);
            row(header.stream().map(column -> "---").toList());
            rows.forEach(this::row);
        }
        return this;
    }

    private void row(List<String> cells) {
        text.append('|');
        cells.forEach(cell -> text.append(' ').append(cell.replace("|", "\\|")).append(" |"));
        text.append('\n');
    }

    /** As code, so that nothing in it means anything. */
    static String code(String text) {
        return "`" + text + "`";
    }

    static String link(String text, String target) {
        return "[" + text + "](" + target + ")";
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
