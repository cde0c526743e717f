package io.strandline.gateway.launcher;

import io.strandline.gateway.StrandlineGateway;
import io.strandline.gateway.config.ConfigReader;
import io.strandline.gateway.demo.DemoLake;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code strandline demo}: a lake that has drifted, its findings, one repair made and one refused, and a gateway to try. */
@Command(
        name = "demo",
        description = "Makes a small lake, shows what is wrong with it, repairs one thing, and serves it.")
final class DemoCommand implements Callable<Integer> {
    private static final String FINDINGS =
            "SELECT kind, table_name, provable, fix_sql FROM reconcile.findings ORDER BY kind, table_name";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description =
                    "Where to make the lake; one made there before is used again (default: a new temporary folder).")
    private @Nullable Path folder;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port to listen on; 0 takes a free one (default: 8765, with --once a free one).")
    private @Nullable Integer port;

    @Option(names = "--once", description = "End after the demonstration instead of serving.")
    private boolean once;

    @Override
    public Integer call() throws IOException, SQLException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Path place = folder == null ? Files.createTempDirectory("strandline-demo") : folder;
        boolean again = DemoLake.isAt(place);
        DemoLake lake = again ? DemoLake.open(place) : create(place, out);
        try (StrandlineGateway gateway =
                StrandlineGateway.start(new ConfigReader(System::getenv).read(lake.config()))) {
            if (again) {
                out.println("The lake in " + place + " was made before; it is used as it is.");
            }
            try (Connection connection = DriverManager.getConnection(gateway.jdbcUrl());
                    Statement statement = connection.createStatement()) {
                if (!again) {
                    letDrift(lake, statement);
                }
                demonstrate(statement, out);
            }
            if (!once) {
                sayHowToConnect(gateway, out);
                gateway.closeWithProcess();
                gateway.awaitClose();
            }
        }
        return 0;
    }

    private DemoLake create(Path place, PrintWriter out) throws IOException {
        requireEmpty(place);
        out.println("Making a lake of Iceberg tables in " + place + " ...");
        int listen = port == null ? (once ? 0 : 8765) : port;
        return DemoLake.create(place, listen);
    }

    private void requireEmpty(Path place) throws IOException {
        if (!Files.exists(place)) {
            return;
        }
        try (Stream<Path> content = Files.list(place)) {
            if (content.findAny().isPresent()) {
                throw new ParameterException(
                        spec.commandLine(), "--dir " + place + " holds other files; name a new folder or an empty one");
            }
        }
    }

    private static void letDrift(DemoLake lake, Statement statement) throws SQLException {
        for (String sql : lake.registrations()) {
            statement.execute(sql);
        }
        for (String sql : lake.drift()) {
            statement.execute(sql);
        }
    }

    private void demonstrate(Statement statement, PrintWriter out) throws SQLException, IOException {
        out.println();
        out.println("What differs between the tables of connection " + DemoLake.CONNECTION + " and its registrations:");
        show(statement, out, FINDINGS);
        String repair = provableOrphan(statement);
        if (repair != null) {
            out.println("Repair what can be proved; the proof is made again at that moment:");
            show(statement, out, repair);
            out.println("Every change leaves a row in the audit:");
            show(
                    statement,
                    out,
                    "SELECT user_name, action, target, state, reason, started_at, ended_at FROM runtime.audit"
                            + " WHERE action = 'reconcile.drop' ORDER BY id DESC LIMIT 1");
        }
        out.println("What cannot be proved is refused, and nothing is changed:");
        show(statement, out, "CALL repair(connection => 'scratch', action => 'drop', table_name => 'mystery')");
    }

    private static @Nullable String provableOrphan(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery("SELECT fix_sql FROM reconcile.findings"
                + " WHERE kind = 'ORPHAN' AND provable ORDER BY table_name LIMIT 1")) {
            return rows.next() ? rows.getString(1) : null;
        }
    }

    private static void show(Statement statement, PrintWriter out, String sql) throws SQLException, IOException {
        out.println("> " + sql);
        try (ResultSet rows = statement.executeQuery(sql)) {
            ResultFormat.TABLE.print(rows, out);
        }
        out.println();
    }

    private static void sayHowToConnect(StrandlineGateway gateway, PrintWriter out) {
        out.println("Serving on " + gateway.jdbcUrl() + " (Ctrl-C ends it). In another terminal:");
        out.println("  server/bin/strandline sql --url " + gateway.jdbcUrl());
        out.println(
                "  server/bin/strandline sql --url " + gateway.jdbcUrl()
                        + " -e \"SELECT kind, table_name, provable, fix_sql FROM reconcile.findings ORDER BY kind, table_name\"");
        out.println("DBeaver and other tools: driver class io.strandline.jdbc.Driver, from the driver jar in"
                + " jdbc-driver/target, no user, no password.");
        out.flush();
    }
}
