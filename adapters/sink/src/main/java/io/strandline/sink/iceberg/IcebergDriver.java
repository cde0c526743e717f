package io.strandline.sink.iceberg;

import io.strandline.catalog.LakeTypes;
import io.strandline.catalog.TableField;
import io.strandline.sink.CleanupGroup;
import io.strandline.sink.ColumnarGroup;
import io.strandline.sink.CommitTokenGroup;
import io.strandline.sink.Landing;
import io.strandline.sink.NativeLoadGroup;
import io.strandline.sink.Page;
import io.strandline.sink.PageReport;
import io.strandline.sink.RollbackGroup;
import io.strandline.sink.RowPolicy;
import io.strandline.sink.RowSchema;
import io.strandline.sink.SchemaEvolutionGroup;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkCheck;
import io.strandline.sink.SinkDescription;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.StagingGroup;
import io.strandline.sink.WriteCall;
import io.strandline.sink.WriteMode;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.Table;

/**
 * Writes an Iceberg table. Pages become Parquet files as they come, in memory that does not grow with the run. A run without a scope is
 * one commit, made when it is flushed: nobody sees a part of it. With a scope each token is a commit, with all pages under it (SNK-5).
 * In keyed modes a page whose keys came before in the commit begins another snapshot of it, since Iceberg deletes by key reach the
 * rows of earlier snapshots only. Used by one thread at a time.
 */
final class IcebergDriver implements SinkDriver {
    private final SinkDescription description;
    private final IcebergTarget target;
    private final RunWriter writer;
    private final IcebergStaging staging;

    IcebergDriver(SinkDescription description, IcebergTarget target, SpareThreads spare) {
        this.description = description;
        this.target = target;
        this.writer = new RunWriter(target, spare);
        this.staging = new IcebergStaging(target, writer);
    }

    @Override
    public SinkDescription describe() {
        return description;
    }

    @Override
    public PageReport write(Page page, RowPolicy policy, WriteCall call) {
        return writer.write(page.size(), policy, call, (columns, faults) -> columns.of(page, faults));
    }

    @Override
    public void flush(SinkCallContext context) {
        if (context.mode() == WriteMode.OVERWRITE) {
            staging.flush(context);
        } else {
            writer.flush(context);
        }
    }

    @Override
    public void abandonRun(SinkCallContext context) {
        writer.discard();
    }

    @Override
    public void fence(SinkCallContext context) {
        if (target.find(context).isPresent()) {
            target.commit(table -> RunLanding.fence(context.run(), table), context);
        }
    }

    @Override
    public Landing landing(SinkCallContext context) {
        return target.find(context)
                .map(open -> RunLanding.of(context, open.unwrap(Table.class)))
                .orElse(Landing.UNTOLD);
    }

    @Override
    public Optional<RowSchema> currentSchema(SinkCallContext context) {
        return target.describe(context)
                .map(state -> new RowSchema(TableField.of(state.columns()).stream()
                        .map(field -> new RowSchema.Column(field.name(), LakeTypes.of(field)))
                        .toList()));
    }

    @Override
    public List<SinkCheck> checks(SinkCallContext context) {
        return new IcebergChecks(target, staging).of(context);
    }

    @Override
    public Optional<String> readBack() {
        return Optional.of("SELECT * FROM " + target.ref());
    }

    @Override
    public List<Path> localOutputs() {
        return writer.committedFiles().stream()
                .filter(file -> file.startsWith("/") || file.startsWith("file:"))
                .map(file ->
                        Path.of(file.startsWith("/") ? file : URI.create(file).getPath()))
                .toList();
    }

    @Override
    public Optional<StagingGroup> staging() {
        return Optional.of(staging);
    }

    @Override
    public Optional<CommitTokenGroup> tokens() {
        return Optional.of(new IcebergTokens(target));
    }

    @Override
    public Optional<CleanupGroup> cleanup() {
        return Optional.of(new IcebergCleanup(target, writer));
    }

    @Override
    public Optional<SchemaEvolutionGroup> evolution() {
        return Optional.of(new IcebergEvolution(target, writer));
    }

    @Override
    public Optional<RollbackGroup> rollback() {
        return Optional.of(new IcebergRollback(target, writer, new RowCounts(target)));
    }

    @Override
    public Optional<ColumnarGroup> columnar() {
        return Optional.of((batch, policy, call) ->
                writer.write(batch.getRowCount(), policy, call, (columns, faults) -> columns.of(batch, faults)));
    }

    @Override
    public Optional<NativeLoadGroup> nativeLoad() {
        return Optional.of((format, bytes, call) -> writer.load(bytes, call));
    }

    @Override
    public void close() {
        writer.discard();
    }
}
