package io.strandline.sink.contract;

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
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.VectorSchemaRoot;

/** A driver around another, that hands everything on (SNK-28). */
public abstract class ForwardingDriver implements SinkDriver {
    /** What all is handed on to. */
    protected final SinkDriver driver;

    protected ForwardingDriver(SinkDriver driver) {
        this.driver = driver;
    }

    @Override
    public SinkDescription describe() {
        return driver.describe();
    }

    @Override
    public PageReport write(Page page, RowPolicy policy, WriteCall call) {
        return driver.write(page, policy, call);
    }

    @Override
    public void admitPage(Page page, SinkCallContext context) {
        driver.admitPage(page, context);
    }

    @Override
    public void admitBatch(VectorSchemaRoot batch, SinkCallContext context) {
        driver.admitBatch(batch, context);
    }

    @Override
    public boolean landsEachPage(SinkCallContext context) {
        return driver.landsEachPage(context);
    }

    @Override
    public void flush(SinkCallContext context) {
        driver.flush(context);
    }

    @Override
    public void completeRun(SinkCallContext context) {
        driver.completeRun(context);
    }

    @Override
    public void fence(SinkCallContext context) {
        driver.fence(context);
    }

    @Override
    public Landing landing(SinkCallContext context) {
        return driver.landing(context);
    }

    @Override
    public void stop() {
        driver.stop();
    }

    @Override
    public void abandonRun(SinkCallContext context) {
        driver.abandonRun(context);
    }

    @Override
    public Optional<RowSchema> currentSchema(SinkCallContext context) {
        return driver.currentSchema(context);
    }

    @Override
    public List<SinkCheck> checks(SinkCallContext context) {
        return driver.checks(context);
    }

    @Override
    public Optional<String> readBack() {
        return driver.readBack();
    }

    @Override
    public List<Path> localOutputs() {
        return driver.localOutputs();
    }

    @Override
    public Optional<StagingGroup> staging() {
        return driver.staging();
    }

    @Override
    public Optional<CommitTokenGroup> tokens() {
        return driver.tokens();
    }

    @Override
    public Optional<CleanupGroup> cleanup() {
        return driver.cleanup();
    }

    @Override
    public Optional<SchemaEvolutionGroup> evolution() {
        return driver.evolution();
    }

    @Override
    public Optional<RollbackGroup> rollback() {
        return driver.rollback();
    }

    @Override
    public Optional<ColumnarGroup> columnar() {
        return driver.columnar();
    }

    @Override
    public Optional<NativeLoadGroup> nativeLoad() {
        return driver.nativeLoad();
    }

    @Override
    public void close() {
        driver.close();
    }
}
