package io.strandline.gateway.call;

import io.strandline.common.Caller;
import io.strandline.gateway.sql.SessionOption;
import io.strandline.gateway.sql.SessionOptions;
import io.strandline.gateway.sql.StatementExecution;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** An execution whose warnings are noted too, so that they can be given again with the answer. */
record Noting(StatementExecution execution, List<String> warnings) implements StatementExecution {
    @Override
    public String id() {
        return execution.id();
    }

    @Override
    public Caller caller() {
        return execution.caller();
    }

    @Override
    public Optional<String> sessionId() {
        return execution.sessionId();
    }

    @Override
    public SessionOptions options() {
        return execution.options();
    }

    @Override
    public Optional<String> option(String name) {
        return execution.option(name);
    }

    @Override
    public SessionOption session() {
        return execution.session();
    }

    @Override
    public Optional<String> idempotencyKey() {
        return execution.idempotencyKey();
    }

    @Override
    public Instant startedAt() {
        return execution.startedAt();
    }

    @Override
    public void checkpoint() {
        execution.checkpoint();
    }

    @Override
    public void warn(String message) {
        warnings.add(message);
        execution.warn(message);
    }

    @Override
    public void progress(long done, OptionalLong total, String unit) {
        execution.progress(done, total, unit);
    }

    @Override
    public void calling(String procedure, @Nullable String target) {
        execution.calling(procedure, target);
    }

    @Override
    public void phase(String phase) {
        execution.phase(phase);
    }
}
