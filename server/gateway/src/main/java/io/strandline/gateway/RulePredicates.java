package io.strandline.gateway;

import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.engine.Engines;
import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.EngineLimits;
import io.strandline.gateway.sql.PreparedSql;
import io.strandline.gateway.sql.SessionOption;
import io.strandline.gateway.sql.SessionOptions;
import io.strandline.gateway.sql.SqlEngine;
import io.strandline.gateway.sql.StatementExecution;
import io.strandline.sink.RowSchema;
import io.strandline.sink.RunRules;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.store.Journal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Quality rules of sinks in the gateway's own SQL: a rule is the condition of a query over a table whose one row is the one in
 * question. Times are compared in milliseconds and in UTC, as everywhere.
 */
record RulePredicates(Journal journal, Clock clock) implements RunRules.Predicates {
    private static final String ROWS = "candidate";
    private static final SessionOptions OPTIONS = new SessionOptions("strandline", "sink", ZoneOffset.UTC, true);

    @Override
    public Predicate<@Nullable Object[]> compile(String predicate, RowSchema schema) {
        Candidate candidate = new Candidate(schema);
        SqlEngine engine = Engines.create(List.of(candidate), journal, EngineLimits.DEFAULT);
        Asking asking = new Asking(clock.instant());
        try {
            PreparedSql query = engine.prepare("SELECT 1 FROM " + ROWS + " WHERE (" + predicate + ")", OPTIONS, asking);
            return row -> candidate.passes(row, engine, query, asking);
        } catch (StrandlineException e) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "quality rule \"" + predicate + "\" is no condition on the columns "
                            + String.join(", ", schema.names()) + ": " + StrandlineException.describe(e),
                    e);
        }
    }

    /** A table with the row that is asked about. Used by one thread, as the run is. */
    private static final class Candidate implements SqlModule {
        private final RowSchema schema;
        private @Nullable Object @Nullable [] row;

        Candidate(RowSchema schema) {
            this.schema = schema;
        }

        boolean passes(@Nullable Object[] asked, SqlEngine engine, PreparedSql query, Asking asking) {
            row = asked;
            try (Answer answer = engine.execute(query, List.of(), asking)) {
                return answer.rows().hasNext();
            }
        }

        @Override
        public String schema() {
            return "sink";
        }

        @Override
        public String remarks() {
            return "A row that a rule is asked about.";
        }

        @Override
        public List<VirtualTable<?>> tables() {
            Columns<@Nullable Object[]> columns = Columns.none();
            int place = 0;
            for (RowSchema.Column column : schema.columns()) {
                int at = place++;
                columns = columns.column(column.name(), column.type().orNull(), values -> values[at], "A column.");
            }
            return List.of(VirtualTable.<@Nullable Object[]>named(ROWS, "The row.")
                    .data()
                    .columns(columns)
                    .rows((wanted, call) -> Stream.<@Nullable Object[]>ofNullable(row)));
        }

        @Override
        public List<Procedure<?>> procedures() {
            return List.of();
        }
    }

    /** A question that nobody cancels: the run it is asked for has its own safe points. */
    private record Asking(Instant startedAt) implements StatementExecution {
        @Override
        public String id() {
            return "a quality rule";
        }

        @Override
        public Caller caller() {
            return new Caller("strandline", Role.READER);
        }

        @Override
        public SessionOptions options() {
            return OPTIONS;
        }

        @Override
        public SessionOption session() {
            return (name, value) -> {
                throw new IllegalStateException("a rule sets nothing");
            };
        }

        @Override
        public Optional<String> idempotencyKey() {
            return Optional.empty();
        }

        @Override
        public void checkpoint() {
            // of the run
        }

        @Override
        public void warn(String message) {
            // said of the run's rows, not of a rule
        }

        @Override
        public void phase(String phase) {
            // nobody looks
        }
    }
}
