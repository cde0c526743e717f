package io.strandline.sink.database;

import io.strandline.sink.Capability;
import io.strandline.sink.CleanupGroup;
import io.strandline.sink.CleanupRequest;
import io.strandline.sink.CommitToken;
import io.strandline.sink.CommitTokenGroup;
import io.strandline.sink.Landing;
import io.strandline.sink.NativeLoadGroup;
import io.strandline.sink.Page;
import io.strandline.sink.PageReport;
import io.strandline.sink.RollbackGroup;
import io.strandline.sink.RowPolicy;
import io.strandline.sink.RowSchema;
import io.strandline.sink.SchemaEvolution;
import io.strandline.sink.SchemaEvolutionGroup;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkCheck;
import io.strandline.sink.SinkDescription;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.StagingGroup;
import io.strandline.sink.WriteCall;
import io.strandline.sqlkit.SqlType;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes a table of a database. */
final class DatabaseDriver implements SinkDriver {
    private final SinkDescription description;
    private final Connections connections;
    private final Destination destination;
    private final Staging staging;
    private final PageWriter writer;
    private boolean closed;

    DatabaseDriver(SinkDescription description, Connections connections) {
        this.description = description;
        this.connections = connections;
        this.destination = new Destination(connections);
        this.staging = new Staging(destination);
        this.writer = new PageWriter(destination, staging);
        connections.writerCame();
    }

    @Override
    public SinkDescription describe() {
        return description;
    }

    @Override
    public PageReport write(Page page, RowPolicy policy, WriteCall call) {
        return writer.write(page, policy, call);
    }

    @Override
    public void flush(SinkCallContext context) {
        writer.flush(context);
    }

    @Override
    public void abandonRun(SinkCallContext context) {
        writer.abandon();
    }

    @Override
    public void fence(SinkCallContext context) {
        if (destination.ask(context, "give a run up", () -> destination.look().isPresent())) {
            destination.fence(context);
        }
    }

    @Override
    public Landing landing(SinkCallContext context) {
        return destination.ask(
                context,
                "tell what of a run is there",
                () -> destination.isKnown()
                        ? destination.runs().landing(context, destination.kind().forUpdate())
                        : Landing.NONE);
    }

    @Override
    public Optional<RowSchema> currentSchema(SinkCallContext context) {
        return destination.ask(
                context, "show its columns", () -> destination.look().map(DatabaseTable::rowSchema));
    }

    @Override
    public List<SinkCheck> checks(SinkCallContext context) {
        return Looks.of(destination, context);
    }

    @Override
    public Optional<StagingGroup> staging() {
        return Optional.of(staging);
    }

    @Override
    public Optional<CommitTokenGroup> tokens() {
        return Optional.of(new Tokens());
    }

    private final class Tokens implements CommitTokenGroup {
        @Override
        public Optional<CommitToken> lastToken(String scope, SinkCallContext context) {
            return Optional.ofNullable(tokens(context).get(scope));
        }

        @Override
        public Map<String, CommitToken> tokens(SinkCallContext context) {
            return destination.ask(
                    context,
                    "show its tokens",
                    () -> destination.isKnown() ? destination.runs().tokens() : Map.of());
        }

        @Override
        public void rewind(
                String scope, @Nullable CommitToken from, @Nullable CommitToken to, SinkCallContext context) {
            destination.change(context, "set a token back", () -> {
                if (!destination.runs().move(scope, from, to)) {
                    throw CommitTokenGroup.moved(
                            context, scope, from, destination.runs().tokens().get(scope));
                }
                return true;
            });
        }
    }

    @Override
    public Optional<CleanupGroup> cleanup() {
        return Optional.of((request, context) ->
                destination.change(context, "delete what a run did not write", () -> cleanUp(request, context)));
    }

    private long cleanUp(CleanupRequest request, SinkCallContext context) throws SQLException {
        DatabaseTable table = destination.table();
        destination.runs().begin(context, destination.isJournaled(context.key()), table.written());
        Session session = destination.session();
        session.run("CREATE TEMPORARY TABLE strandline_seen AS SELECT " + Sql.columns(request.key(), "t.") + " FROM "
                + destination.quoted() + " t WHERE 1 = 0");
        List<RowSchema.Column> columns = request.key().stream()
                .map(name -> new RowSchema.Column(
                        name, table.column(name).map(DatabaseTable.Column::type).orElse(SqlType.text())))
                .toList();
        Page seen = new Page(
                new RowSchema(columns),
                request.seen().stream().map(List::toArray).toList());
        destination.kind().load(session.connection(), "strandline_seen", seen, table);
        List<Object> values = new ArrayList<>();
        String which = request.scope().entrySet().stream()
                        .map(part -> {
                            values.add(destination.kind().parameter(part.getValue()));
                            String prefixed = "t." + Sql.quote(part.getKey());
                            return table.column(part.getKey())
                                            .map(column -> destination.kind().shown(column, prefixed))
                                            .orElse(prefixed)
                                    + " = ?";
                        })
                        .collect(Collectors.joining(" AND "))
                + " AND NOT EXISTS (SELECT 1 FROM strandline_seen s WHERE " + Sql.same(request.key(), "s", "t") + ")";
        if (destination.isJournaled(context.key())) {
            JournalTable journal = destination.journal(context.key());
            journal.noteBefore(context.run(), which, values.toArray());
            which += " AND " + journal.isNoted(context.run(), "t");
        }
        long deleted = session.update("DELETE FROM " + destination.quoted() + " AS t WHERE " + which, values.toArray());
        session.run("DROP TABLE strandline_seen");
        return deleted;
    }

    @Override
    public Optional<SchemaEvolutionGroup> evolution() {
        return Optional.of(this::evolve);
    }

    private void evolve(SchemaEvolution evolution, SinkCallContext context) {
        destination.change(context, "change its columns", () -> {
            DatabaseKind kind = destination.kind();
            kind.serialise(
                    destination.session().connection(),
                    destination.settings().schema() + "."
                            + destination.settings().table());
            DatabaseTable live = destination.look().orElse(destination.table());
            for (String sql : kind.evolution(destination.quoted(), live, evolution)) {
                destination.session().run(sql);
            }
            return true;
        });
        // what stands beside the table follows before the next page
        destination.lookAgain();
        writer.columnsChanged();
    }

    @Override
    public Optional<RollbackGroup> rollback() {
        return description.has(Capability.ROLLBACK) ? Optional.of(new Undo(destination)) : Optional.empty();
    }

    @Override
    public Optional<NativeLoadGroup> nativeLoad() {
        return description.has(Capability.NATIVE_LOAD)
                ? Optional.of(new CsvLoad(destination, writer))
                : Optional.empty();
    }

    @Override
    public void stop() {
        destination.stop();
    }

    @Override
    public void close() {
        destination.close();
        if (!closed) {
            closed = true;
            connections.writerWent();
        }
    }
}
