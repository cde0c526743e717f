package io.strandline.gateway.launcher;

import io.strandline.common.SqlNames;
import io.strandline.log.Logs;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code strandline events}: what happened, and with {@code --follow} what happens. */
@Command(
        name = "events",
        description =
                "Prints the events of a log, a JSON object a line; with --follow also those to come, until it is stopped.")
final class EventsCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final GatewayLogin gateway = new GatewayLogin();

    @Option(
            names = "--log",
            paramLabel = "NAME",
            description = "Log to read (default: ${DEFAULT-VALUE}).",
            defaultValue = Logs.OWN)
    private String log = Logs.OWN;

    @Option(
            names = "--from",
            paramLabel = "OFFSET",
            description =
                    "First offset of each partition; left out, all that is there, or with --follow what comes from now on.")
    private @Nullable Long from;

    @Option(names = "--follow", description = "Go on with each event when it is written.")
    private boolean follow;

    @Override
    public Integer call() throws SQLException, IOException {
        PrintWriter out = spec.commandLine().getOut();
        try (Connection connection = gateway.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query())) {
            new JsonPrinter(follow).print(rows, out);
        }
        out.flush();
        return 0;
    }

    private String query() {
        String name = SqlNames.literal(log);
        if (follow) {
            String start = from == null ? "" : ", from_offset => " + from;
            return "SELECT * FROM TABLE(log.follow(log_name => " + name + start + "))";
        }
        return "SELECT * FROM log.events WHERE log_name = " + name
                + (from == null ? "" : " AND event_offset >= " + from);
    }
}
