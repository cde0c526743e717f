package io.strandline.gateway.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rows as JSON, a line each. */
class JsonPrinterTest {
    /** {@code strandline events --follow | head -1}. */
    @Test
    @Timeout(60)
    void rowsWithoutEndEndWhenNobodyReads() throws Exception {
        StringBuilder read = new StringBuilder();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement();
                ResultSet endless = statement.executeQuery(
                        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n")) {
            new JsonPrinter(true).print(endless, new PrintWriter(readerOfOneLine(read)));
            assertThat(endless.isClosed()).isFalse();
        }
        assertThat(read).hasToString("{\"i\":1}\n");
    }

    private static Writer readerOfOneLine(StringBuilder read) {
        return new Writer() {
            @Override
            public void write(char[] text, int from, int length) throws IOException {
                if (read.indexOf("\n") >= 0) {
                    throw new IOException("Broken pipe");
                }
                read.append(text, from, length);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }
}
