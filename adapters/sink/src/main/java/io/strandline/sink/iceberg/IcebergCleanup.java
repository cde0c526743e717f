package io.strandline.sink.iceberg;

import io.strandline.catalog.LakeTable;
import io.strandline.catalog.LakeTypes;
import io.strandline.catalog.RowsWanted;
import io.strandline.catalog.RowsWanted.Comparison;
import io.strandline.catalog.RowsWanted.Operator;
import io.strandline.catalog.TableField;
import io.strandline.catalog.TableState;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.SystemCall;
import io.strandline.sink.CleanupGroup;
import io.strandline.sink.CleanupRequest;
import io.strandline.sink.Page;
import io.strandline.sink.RowSchema;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.WriteMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/**
 * Reads the part of the table that a run covers, and deletes by key what the run did not write there, as a commit of the run (SNK-8).
 * Used by one thread.
 */
record IcebergCleanup(IcebergTarget target, RunWriter writer) implements CleanupGroup {
    private static final int PAGE = 1_000;

    @Override
    public long cleanUp(CleanupRequest request, SinkCallContext context) {
        Table table = target.open(context).unwrap(Table.class);
        KeyedTables.requireRowDeletes(target.ref(), table);
        Set<String> columns = new LinkedHashSet<>(request.key());
        columns.addAll(request.scope().keySet());
        TableKey key = TableKey.of(target.ref(), table.schema(), List.copyOf(columns));
        RunOutput output = new RunOutput(
                target.ref(), table, WriteMode.DELETE, key, context.run().text());
        try {
            long deleted = write(request, table, key, output, context);
            List<FileGroup> groups = output.finish();
            if (!groups.isEmpty()) {
                RunCommit commit = new RunCommit(
                        target.ref(),
                        table.uuid(),
                        UUID.randomUUID().toString(),
                        groups,
                        null,
                        null,
                        Set.of(),
                        context);
                writer.send(commit, commit::add, commit::hasLanded, context);
            }
            return deleted;
        } catch (IOException e) {
            output.discard();
            throw new UncheckedIOException("files of deletes cannot be written", e);
        } catch (StrandlineException e) {
            if (e.code() != ErrorCode.OUTCOME_UNKNOWN) {
                output.discard();
            }
            throw e;
        }
    }

    private long write(CleanupRequest request, Table table, TableKey key, RunOutput output, SinkCallContext context)
            throws IOException {
        LakeTable lake = lake(context);
        List<String> names = lake.columns().stream().map(TableField::name).toList();
        List<Integer> wanted =
                key.fields().stream().map(field -> names.indexOf(field.name())).toList();
        RowSchema schema = new RowSchema(wanted.stream()
                .map(lake.columns()::get)
                .map(field -> new RowSchema.Column(field.name(), LakeTypes.of(field)))
                .toList());
        UnseenRows unseen = UnseenRows.of(request, target.ref(), table.schema(), schema);
        // a help only, so that each row is looked at again
        List<Comparison> conditions = request.scope().entrySet().stream()
                .map(part -> new Comparison(
                        names.indexOf(part.getKey()),
                        Operator.EQUAL,
                        List.of(StoredKey.asRead(table.schema().findType(part.getKey()), part.getValue()))))
                .toList();
        PageColumns columns = new PageColumns(target.ref(), table.schema(), new HashSet<>(key.fieldIds()));
        long deleted = 0;
        try (Stream<@Nullable Object[]> rows = target.catalog()
                .rows()
                .orElseThrow()
                .read(
                        lake,
                        new RowsWanted(wanted, conditions, OptionalLong.empty()),
                        new SystemCall(context.startedAt()))) {
            Iterator<@Nullable Object[]> left = rows.filter(unseen::has).iterator();
            List<@Nullable Object[]> page = new ArrayList<>();
            while (left.hasNext()) {
                page.add(left.next());
                if (page.size() == PAGE || !left.hasNext()) {
                    RowFaults faults = new RowFaults(page.size());
                    output.write(columns.of(new Page(schema, page), faults), Rows.without(faults, page.size()));
                    deleted += page.size() - faults.count();
                    page.clear();
                }
            }
        }
        return deleted;
    }

    private LakeTable lake(SinkCallContext context) {
        TableState state = target.describe(context)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NO_SUCH_TABLE, "there is no table " + target.ref() + " to clean up."));
        return LakeTable.now(state);
    }
}
