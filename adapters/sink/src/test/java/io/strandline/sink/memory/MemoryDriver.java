package io.strandline.sink.memory;

import static java.util.Objects.requireNonNull;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.ArrowPages;
import io.strandline.sink.CleanupGroup;
import io.strandline.sink.ColumnarGroup;
import io.strandline.sink.CommitStamp;
import io.strandline.sink.CommitToken;
import io.strandline.sink.CommitTokenGroup;
import io.strandline.sink.NativeLoadGroup;
import io.strandline.sink.Page;
import io.strandline.sink.PageReport;
import io.strandline.sink.RollbackGroup;
import io.strandline.sink.RowOutcome;
import io.strandline.sink.RowPolicy;
import io.strandline.sink.RowSchema;
import io.strandline.sink.RunId;
import io.strandline.sink.SchemaEvolutionGroup;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkCheck;
import io.strandline.sink.SinkDescription;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.StagingGroup;
import io.strandline.sink.WriteCall;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes a table in memory, page by page, atomically. */
final class MemoryDriver implements SinkDriver {
    private final MemoryTable table;
    private final SinkDescription description;

    /** Pages under a token that is not complete. */
    private MemoryTable.@Nullable State pending;

    /** The last token of what is staged. */
    private @Nullable CommitStamp staged;

    MemoryDriver(MemoryTable table, SinkDescription description) {
        this.table = table;
        this.description = description;
    }

    @Override
    public SinkDescription describe() {
        return description;
    }

    @Override
    public PageReport write(Page page, RowPolicy policy, WriteCall call) {
        call.context().roundTrips().count();
        table.requireNotFenced(call.context().run());
        MemoryTable.State next = (pending == null ? table.read() : pending).copy();
        Map<Object, @Nullable Object[]> rows = table.staged.get(call.context().run());
        List<RowOutcome> outcomes = new ArrayList<>();
        for (@Nullable Object[] row : page.rows()) {
            String wrong =
                    wrong(page.schema(), row, next.schema(), call.context().mode());
            if (wrong != null && policy == RowPolicy.WHOLE_PAGE) {
                return new PageReport.Failed(outcomes.size(), wrong);
            }
            if (wrong == null) {
                apply(next, rows, aligned(page.schema(), row, next.schema()), call.context());
            }
            outcomes.add(wrong == null ? RowOutcome.ACCEPTED : new RowOutcome.Failed(wrong));
        }
        PageReport report =
                policy == RowPolicy.WHOLE_PAGE ? PageReport.accepted(page.size()) : new PageReport.Rows(outcomes);
        call.account(report);
        land(next, call.stamp(), call.context().mode());
        return report;
    }

    private void land(MemoryTable.State next, @Nullable CommitStamp stamp, WriteMode mode) {
        if (stamp != null && stamp.complete()) {
            if (mode == WriteMode.OVERWRITE) {
                staged = stamp;
            } else {
                move(next, stamp);
            }
        }
        if (stamp != null && !stamp.complete()) {
            pending = next;
        } else {
            pending = null;
            table.commit(next);
        }
    }

    private static void move(MemoryTable.State next, CommitStamp stamp) {
        CommitToken last = next.tokens().get(stamp.scope());
        if (last != null && last.covers(stamp.token())) {
            throw new StrandlineException(
                    ErrorCode.REFUSED, "another run moved scope " + stamp.scope() + " to " + last + " meanwhile.");
        }
        next.tokens().put(stamp.scope(), stamp.token());
    }

    private static @Nullable String wrong(RowSchema given, @Nullable Object[] row, RowSchema schema, WriteMode mode) {
        for (RowSchema.Column column : schema.columns()) {
            int at = given.indexOf(column.name()).orElse(-1);
            if (!column.type().nullable() && mode != WriteMode.DELETE && (at < 0 || row[at] == null)) {
                return "column " + column.name() + " is NULL";
            }
        }
        return null;
    }

    private static @Nullable Object[] aligned(RowSchema given, @Nullable Object[] row, RowSchema schema) {
        return schema.names().stream()
                .map(name -> given.indexOf(name).isPresent()
                        ? row[given.indexOf(name).orElseThrow()]
                        : null)
                .toArray();
    }

    private static void apply(
            MemoryTable.State next,
            @Nullable Map<Object, @Nullable Object[]> staged,
            @Nullable Object[] row,
            SinkCallContext context) {
        Object id = requireNonNull(row[0]);
        if (context.mode() == WriteMode.OVERWRITE) {
            requireNonNull(staged, "nothing was begun").put(id, row);
            return;
        }
        @Nullable Object @Nullable [] after = context.mode() == WriteMode.DELETE ? null : row;
        MemoryUndo.note(next, context, id, next.rows().get(id), after);
        if (after == null) {
            next.rows().remove(id);
        } else {
            next.rows().put(id, after);
        }
    }

    @Override
    public boolean landsEachPage(SinkCallContext context) {
        return true;
    }

    @Override
    public void flush(SinkCallContext context) {}

    @Override
    public void abandonRun(SinkCallContext context) {
        pending = null;
    }

    @Override
    public void fence(SinkCallContext context) {
        table.fenced.add(context.run());
    }

    @Override
    public Optional<RowSchema> currentSchema(SinkCallContext context) {
        return Optional.of(table.read().schema());
    }

    @Override
    public List<SinkCheck> checks(SinkCallContext context) {
        return List.of(SinkCheck.pass("memory", "it is there"));
    }

    @Override
    public Optional<StagingGroup> staging() {
        return Optional.of(new StagingGroup() {
            @Override
            public void begin(SinkCallContext context) {
                table.staged.put(context.run(), new LinkedHashMap<>());
            }

            @Override
            public void commit(SinkCallContext context) {
                table.requireNotFenced(context.run());
                MemoryTable.State next = table.read().copy();
                if (staged != null) {
                    move(next, staged);
                }
                next.kept()
                        .put(
                                context.run(),
                                new MemoryTable.Kept(
                                        WriteMode.OVERWRITE, new LinkedHashMap<>(), new LinkedHashMap<>(next.rows())));
                next.rows().clear();
                next.rows().putAll(requireNonNull(table.staged.remove(context.run())));
                table.commit(next);
            }

            @Override
            public void abort(SinkCallContext context) {
                table.staged.remove(context.run());
            }

            @Override
            public Set<RunId> staged(SinkCallContext context) {
                return Set.copyOf(table.staged.keySet());
            }
        });
    }

    @Override
    public Optional<CommitTokenGroup> tokens() {
        return Optional.of(new CommitTokenGroup() {
            @Override
            public Optional<CommitToken> lastToken(String scope, SinkCallContext context) {
                return Optional.ofNullable(table.read().tokens().get(scope));
            }

            @Override
            public Map<String, CommitToken> tokens(SinkCallContext context) {
                return Map.copyOf(table.read().tokens());
            }

            @Override
            public void rewind(
                    String scope, @Nullable CommitToken from, @Nullable CommitToken to, SinkCallContext context) {
                MemoryTable.State next = table.read().copy();
                CommitToken found = next.tokens().get(scope);
                if (!Objects.equals(from, found)) {
                    throw CommitTokenGroup.moved(context, scope, from, found);
                }
                if (to == null) {
                    next.tokens().remove(scope);
                } else {
                    next.tokens().put(scope, to);
                }
                table.commit(next);
            }
        });
    }

    @Override
    public Optional<CleanupGroup> cleanup() {
        return Optional.of((request, context) -> {
            MemoryTable.State next = table.read().copy();
            List<Object> gone = new ArrayList<>();
            next.rows().forEach((id, row) -> {
                boolean inScope = request.scope().entrySet().stream()
                        .allMatch(part -> part.getValue()
                                .equals(row[next.schema().indexOf(part.getKey()).orElseThrow()]));
                if (inScope && !request.seen().contains(List.of(id))) {
                    gone.add(id);
                }
            });
            for (Object id : gone) {
                MemoryUndo.note(next, context, id, next.rows().remove(id), null);
            }
            table.commit(next);
            return gone.size();
        });
    }

    @Override
    public Optional<SchemaEvolutionGroup> evolution() {
        return Optional.of((evolution, context) -> {
            MemoryTable.State now = table.read().copy();
            List<RowSchema.Column> columns = new ArrayList<>();
            for (RowSchema.Column column : now.schema().columns()) {
                var type = evolution.widened().getOrDefault(column.name(), column.type());
                columns.add(new RowSchema.Column(
                        column.name(),
                        column.type().nullable() || evolution.relaxed().contains(column.name())
                                ? type.orNull()
                                : type));
            }
            evolution.added().stream()
                    .filter(added -> !now.schema().has(added.name()))
                    .forEach(columns::add);
            RowSchema schema = new RowSchema(columns);
            now.rows().replaceAll((id, row) -> aligned(now.schema(), row, schema));
            table.commit(now.with(schema));
        });
    }

    @Override
    public Optional<RollbackGroup> rollback() {
        return Optional.of(new MemoryUndo(table));
    }

    @Override
    public Optional<ColumnarGroup> columnar() {
        return Optional.of((batch, policy, call) ->
                write(ArrowPages.pages(batch, Integer.MAX_VALUE).findFirst().orElseThrow(), policy, call));
    }

    @Override
    public Optional<NativeLoadGroup> nativeLoad() {
        return Optional.of((format, bytes, call) -> {
            List<@Nullable Object[]> rows = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8))
                    .lines()
                    .map(line -> line.split(",", -1))
                    .map(cells -> new @Nullable Object[] {
                        Long.valueOf(cells[0]), cells[1].isEmpty() ? null : cells[1], new BigDecimal(cells[2])
                    })
                    .toList();
            return write(new Page(SinkLab.SCHEMA, rows), RowPolicy.WHOLE_PAGE, call);
        });
    }

    @Override
    public void close() {}
}
