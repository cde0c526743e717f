package io.strandline.gateway.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The printing and the exit codes of {@code strandline sql}, against any JDBC database: here SQLite. */
class SqlCommandTest {
    private static final String ROWS = "SELECT 1 AS n, 'a,\"b\"' AS t, NULL AS x UNION ALL SELECT 2, '表é😀', 'y'";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void printsCsvWithAHeaderAndEmptyNulls() {
        assertThat(run("-e", ROWS, "--format", "csv")).isZero();
        assertThat(out.toString()).isEqualTo("n,t,x\n1,\"a,\"\"b\"\"\",\n2,表é😀,y\n");
    }

    @Test
    void printsOneJsonObjectALine() {
        assertThat(run("-e", ROWS, "--format", "json")).isZero();
        assertThat(out.toString()).isEqualToIgnoringNewLines("""
                        {"n":1,"t":"a,\\"b\\"","x":null}
                        {"n":2,"t":"表é😀","x":"y"}
                        """);
    }

    @Test
    void alignsATable() {
        assertThat(run("-e", ROWS)).isZero();
        assertThat(out.toString().lines())
                .containsExactly(
                        "+---+-------+---+",
                        "| n | t     | x |",
                        "+---+-------+---+",
                        "| 1 | a,\"b\" |   |",
                        "| 2 | 表é😀   | y |",
                        "+---+-------+---+",
                        "2 rows");
    }

    @Test
    void printsAnEmptyAnswerInEachFormat() {
        for (String format : new String[] {"csv", "json", "table"}) {
            assertThat(run("-e", "SELECT 1 AS n WHERE 1 = 0", "--format", format))
                    .isZero();
        }
        assertThat(out.toString()).contains("0 rows");
    }

    @Test
    void stopsAScriptAtItsFirstErrorAndExitsWithOne() throws IOException {
        Path script = Files.writeString(
                folder.resolve("s.sql"),
                "CREATE TABLE a (i int);\nINSERT INTO nowhere VALUES (1);\nCREATE TABLE b (i int);");
        assertThat(run("-f", script.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("nowhere").contains("SQLSTATE");
        out.getBuffer().setLength(0);
        assertThat(run("-e", "SELECT name FROM sqlite_master", "--format", "csv"))
                .isZero();
        assertThat(out.toString()).isEqualTo("name\na\n");
    }

    @Test
    void refusesWordsItDoesNotKnowWithTwo() {
        assertThat(run("-e", "SELECT 1", "--fromat", "csv")).isEqualTo(2);
        assertThat(err.toString()).contains("--fromat").contains("--format");
    }

    @Test
    void saysWhichScriptIsNotThere() {
        assertThat(run("-f", folder.resolve("no.sql").toString())).isEqualTo(1);
        assertThat(err.toString()).contains("no.sql");
    }

    private int run(String... arguments) {
        String[] all = new String[arguments.length + 3];
        all[0] = "sql";
        all[1] = "-u";
        all[2] = "jdbc:sqlite:" + folder.resolve("t.db");
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        return Main.commandLine(new PrintWriter(out, true), new PrintWriter(err, true))
                .execute(all);
    }
}
