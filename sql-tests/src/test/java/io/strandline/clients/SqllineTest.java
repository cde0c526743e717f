package io.strandline.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.fixture.DemoGateway;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sqlline.SqlLine;

/** sqlline, which is also the interactive shell: its commands over the metadata, a query and a repair. */
class SqllineTest {
    @TempDir
    Path folder;

    private DemoGateway gateway;

    @BeforeEach
    void start() {
        gateway = DemoGateway.start(folder.resolve("lake"));
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void listsTablesColumnsAndProceduresAndRunsStatements() throws Exception {
        String out = run(
                "!tables",
                "!columns findings",
                "!procedures",
                "!describe audit",
                "SELECT kind, table_name FROM reconcile.findings WHERE kind = 'MISSING';",
                "CALL repair(connection => 'scratch', action => 'drop', table_name => 'mystery');",
                "CALL repair(connection => 'scratch', action => 'drop', table_name => 'stray_import');",
                "SELECT count(*) AS dropped FROM runtime.audit WHERE action = 'reconcile.drop' AND state = 'DONE';");
        assertThat(lines(out, "findings"))
                .anySatisfy(line -> assertThat(line).contains("'strandline','reconcile','findings','TABLE'"));
        assertThat(out).contains("'fix_sql'").contains("'repair'").contains("'target'");
        assertThat(lines(out, "returns_2025")).contains("'MISSING','returns_2025'");
        assertThat(lines(out, "not_provable"))
                .anySatisfy(line -> assertThat(line).contains("'mystery'", "'false'"));
        assertThat(lines(out, "stray_import"))
                .anySatisfy(line -> assertThat(line).contains("'drop'", "'true'"));
        assertThat(lastLine(out)).isEqualTo("'1'");
    }

    @Test
    void saysMessageAndStateOfAnErrorAndGoesOn() throws Exception {
        String out = run("SELECT * FROM reconcile.finding;", "SELECT 'alive' AS word;");
        assertThat(out).contains("no table reconcile.finding").contains("42P01").doesNotContain("\tat ");
        assertThat(lastLine(out)).isEqualTo("'alive'");
    }

    private String run(String... commands) throws Exception {
        Path script = Files.writeString(folder.resolve("script.sql"), String.join("\n", commands) + "\n");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        SqlLine shell = new SqlLine();
        shell.setOutputStream(out);
        shell.setErrorStream(out);
        List<String> arguments = List.of(
                "-u",
                gateway.jdbcUrl(),
                "-d",
                "io.strandline.jdbc.Driver",
                "-n",
                "",
                "-p",
                "",
                "--isolation=TRANSACTION_NONE",
                "--outputFormat=csv",
                "--silent=true",
                "--force=true",
                "--color=false",
                "--run=" + script);
        shell.begin(arguments.toArray(String[]::new), InputStream.nullInputStream(), false);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static List<String> lines(String out, String word) {
        return out.lines().filter(line -> line.contains("'" + word + "'")).toList();
    }

    private static String lastLine(String out) {
        List<String> lines = out.lines().filter(line -> !line.isBlank()).toList();
        return lines.get(lines.size() - 1);
    }
}
