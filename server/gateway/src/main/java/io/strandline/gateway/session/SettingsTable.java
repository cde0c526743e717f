package io.strandline.gateway.session;

import static io.strandline.sqlkit.SqlType.text;

import io.strandline.common.CallContext;
import io.strandline.gateway.sql.SessionOptions;
import io.strandline.sqlkit.ModuleOption;
import io.strandline.sqlkit.VirtualTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code runtime.settings}: what SET knows of, as it is in the session that asks. */
final class SettingsTable {
    private SettingsTable() {}

    /**
     * An option.
     *
     * @param value null if it is not set
     */
    private record Row(String name, @Nullable String value, String values, String remarks) {}

    static VirtualTable<?> of(Sessions sessions) {
        return VirtualTable.<Row>named(
                        "settings", "Options of the session that asks, as SET sets and RESET undoes them.")
                .column("name", text(), Row::name, "Name, as SET has it.")
                .column("setting", text().orNull(), Row::value, "What it is now; NULL if it is not set.")
                .column("allowed", text(), Row::values, "What it can be.")
                .column("remarks", text(), Row::remarks, "What it is for.")
                .key("name")
                .rows((wanted, call) -> rows(sessions, call));
    }

    private static Stream<Row> rows(Sessions sessions, CallContext call) {
        Optional<Session> session = call.sessionId()
                .flatMap(id -> sessions.find(id)
                        .filter(found ->
                                found.caller().user().equals(call.caller().user())));
        List<Row> rows = new ArrayList<>();
        for (SessionVariable variable : SessionVariable.values()) {
            rows.add(new Row(
                    variable.sqlName(),
                    session.map(open -> value(open, variable)).orElse(null),
                    variable.allowed(),
                    variable.remarks()));
        }
        for (ModuleOption option : sessions.options().all()) {
            rows.add(
                    new Row(option.name(), call.option(option.name()).orElse(null), option.values(), option.remarks()));
        }
        return rows.stream();
    }

    /** What an option is now; null if it is not set, or is for the next statement only. */
    private static @Nullable String value(Session session, SessionVariable variable) {
        SessionOptions now = session.options();
        return switch (variable) {
            case TIME_ZONE -> now.timeZone().getId();
            case READ_ONLY -> Boolean.toString(now.readOnly());
            case BACKTICKS -> Boolean.toString(now.backticks());
            case CATALOG -> now.catalog();
            case SCHEMA -> now.schema();
            case APPLICATION_NAME -> session.row().applicationName();
            case IDEMPOTENCY_KEY -> null;
            case QUERY_TIMEOUT ->
                session.queryTimeout().map(time -> time.toMillis() + "ms").orElse(null);
        };
    }
}
