package io.strandline.gateway.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.SQLException;

/** How the rows of a statement are printed. */
enum ResultFormat {
    /** Aligned for reading; widths are taken from the first thousand rows. */
    TABLE,
    /** RFC 4180 with a header line; NULL is an empty field. */
    CSV,
    /** One JSON object a line. */
    JSON;

    /** Prints all rows. */
    void print(ResultSet rows, PrintWriter out) throws SQLException, IOException {
        Printer printer = switch (this) {
            case TABLE -> new TablePrinter();
            case CSV -> new CsvPrinter();
            case JSON -> new JsonPrinter(false);
        };
        printer.print(rows, out);
        out.flush();
    }

    /** Prints a result set. */
    @FunctionalInterface
    interface Printer {
        void print(ResultSet rows, PrintWriter out) throws SQLException, IOException;
    }
}
