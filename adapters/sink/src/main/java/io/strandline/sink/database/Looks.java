package io.strandline.sink.database;

import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkCheck;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Looks at a table without changing anything (SNK-14). */
final class Looks {
    private Looks() {}

    static List<SinkCheck> of(Destination destination, SinkCallContext context) {
        List<SinkCheck> checks = new ArrayList<>();
        try {
            context.roundTrips().count();
            DatabaseTable table = destination.look().orElse(null);
            checks.add(SinkCheck.pass("connect", "the database answers"));
            if (table == null) {
                checks.add(SinkCheck.fail(
                        "table", destination.shown() + " is not there", "Create it, or correct the declaration."));
                return checks;
            }
            checks.add(SinkCheck.pass("table", table.columns().size() + " columns"));
            checks.add(key(table, context));
            checks.add(undo(destination, context));
        } catch (SQLException e) {
            checks.add(SinkCheck.fail(
                    "connect", DatabaseErrors.message(e), "Check url, user and password of the sink, and the server."));
        }
        return checks;
    }

    private static SinkCheck key(DatabaseTable table, SinkCallContext context) {
        if (context.key().isEmpty()) {
            return SinkCheck.skip("key", "the sink has no key");
        }
        return table.isUnique(context.key())
                ? SinkCheck.pass("key", "unique by " + context.key())
                : SinkCheck.fail(
                        "key",
                        "no unique index on exactly " + context.key(),
                        "CREATE UNIQUE INDEX on these columns, or upsert and delete are refused.");
    }

    private static SinkCheck undo(Destination destination, SinkCallContext context) throws SQLException {
        if (!destination.settings().keepsJournal()) {
            return SinkCheck.skip("rollback", "the sink keeps no journal");
        }
        return destination.isJournaled(context.key())
                ? SinkCheck.pass(
                        "rollback",
                        "rows are told apart by " + destination.table().identity(context.key()))
                : SinkCheck.fail(
                        "rollback",
                        "the table has no primary key of columns that are NOT NULL, and the sink no such unique key",
                        "Add one, or runs cannot be undone.");
    }
}
