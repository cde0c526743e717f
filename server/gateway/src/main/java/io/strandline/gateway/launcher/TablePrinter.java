package io.strandline.gateway.launcher;

import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Aligned columns between bars. */
final class TablePrinter implements ResultFormat.Printer {
    private static final int SAMPLE = 1_000;

    @Override
    public void print(ResultSet rows, PrintWriter out) throws SQLException {
        ResultSetMetaData meta = rows.getMetaData();
        int columns = meta.getColumnCount();
        List<String[]> sample = new ArrayList<>();
        String[] header = new String[columns];
        for (int i = 0; i < columns; i++) {
            header[i] = meta.getColumnLabel(i + 1);
        }
        sample.add(header);
        while (sample.size() <= SAMPLE && rows.next()) {
            sample.add(read(rows, columns));
        }
        int[] widths = widths(sample, columns);
        String rule = rule(widths);
        out.println(rule);
        printLine(out, header, widths);
        out.println(rule);
        sample.stream().skip(1).forEach(line -> printLine(out, line, widths));
        long count = sample.size() - 1L;
        if (count == SAMPLE) {
            while (rows.next()) {
                printLine(out, read(rows, columns), widths);
                count++;
            }
        }
        out.println(rule);
        out.println(count + (count == 1 ? " row" : " rows"));
    }

    private static String[] read(ResultSet rows, int columns) throws SQLException {
        String[] line = new String[columns];
        for (int i = 0; i < columns; i++) {
            String value = rows.getString(i + 1);
            line[i] = value == null ? "" : value.replace("\r", "\\r").replace("\n", "\\n");
        }
        return line;
    }

    private static int[] widths(List<String[]> lines, int columns) {
        int[] widths = new int[columns];
        for (String[] line : lines) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], line[i].codePointCount(0, line[i].length()));
            }
        }
        return widths;
    }

    private static String rule(int[] widths) {
        StringBuilder rule = new StringBuilder("+");
        for (int width : widths) {
            rule.append("-".repeat(width + 2)).append('+');
        }
        return rule.toString();
    }

    private static void printLine(PrintWriter out, String[] line, int[] widths) {
        StringBuilder text = new StringBuilder("|");
        for (int i = 0; i < line.length; i++) {
            int length = line[i].codePointCount(0, line[i].length());
            text.append(' ')
                    .append(line[i])
                    .append(" ".repeat(Math.max(0, widths[i] - length)))
                    .append(" |");
        }
        out.println(text);
    }
}
