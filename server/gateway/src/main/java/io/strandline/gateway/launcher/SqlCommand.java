package io.strandline.gateway.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import sqlline.SqlLine;

/** {@code strandline sql}: a shell, or one script without one. */
@Command(
        name = "sql",
        description =
                "Runs SQL against a gateway: an interactive shell, or with -e or -f a script that stops at its first"
                        + " error.")
final class SqlCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final GatewayLogin gateway = new GatewayLogin();

    @ArgGroup
    private @Nullable Input input;

    @Option(
            names = "--format",
            description = "How rows are printed: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).",
            defaultValue = "TABLE")
    private ResultFormat format = ResultFormat.TABLE;

    /** What to run; the shell if neither is given. */
    static final class Input {
        @Option(names = "-e", paramLabel = "SQL", description = "Statements to run, separated by semicolons.")
        private @Nullable String text;

        @Option(names = "-f", paramLabel = "FILE", description = "File of statements to run, in UTF-8.")
        private @Nullable Path file;

        private String read() throws IOException {
            return file == null ? String.valueOf(text) : Files.readString(file);
        }
    }

    @Override
    public Integer call() throws IOException, SQLException {
        return input == null ? shell() : script(input.read());
    }

    private int script(String text) throws SQLException, IOException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        try (Connection connection = gateway.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : SqlScript.split(text)) {
                run(statement, sql, out, err);
            }
        }
        return 0;
    }

    private void run(Statement statement, String sql, PrintWriter out, PrintWriter err)
            throws SQLException, IOException {
        if (statement.execute(sql)) {
            try (ResultSet rows = statement.getResultSet()) {
                format.print(rows, out);
            }
        } else if (statement.getUpdateCount() >= 0 && format == ResultFormat.TABLE) {
            out.println(statement.getUpdateCount() + " rows affected");
        }
        for (SQLWarning warning = statement.getWarnings(); warning != null; warning = warning.getNextWarning()) {
            err.println("warning: " + warning.getMessage());
        }
        statement.clearWarnings();
    }

    private int shell() throws IOException {
        Properties login = gateway.properties();
        List<String> arguments = new ArrayList<>(List.of("-u", gateway.url(), "-d", "io.strandline.jdbc.Driver"));
        arguments.addAll(List.of("-n", login.getProperty("user", "")));
        arguments.addAll(List.of("-p", login.getProperty("password", "")));
        arguments.add("--isolation=TRANSACTION_NONE");
        SqlLine.Status status = new SqlLine().begin(arguments.toArray(String[]::new), System.in, true);
        return status == SqlLine.Status.OK ? 0 : 1;
    }
}
