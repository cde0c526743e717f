package io.strandline.sink;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The part of a destination that a run covers whole: rows there that it did not write go once it is complete (SNK-8). */
final class RunCleanup {
    private final DriverSink sink;
    private final Map<String, Object> scope;
    private final int mostKeys;
    private final SeenKeys seen;
    private final Consumer<String> warnings;

    RunCleanup(DriverSink sink, Map<String, Object> scope, RunOptions options, Consumer<String> warnings) {
        this.sink = sink;
        this.scope = scope;
        this.mostKeys = options.cleanupMaxKeys();
        this.seen = new SeenKeys(sink.context().key(), mostKeys);
        this.warnings = warnings;
    }

    /**
     * Whether a run can cover a part of its destination.
     *
     * @throws io.strandline.common.StrandlineException {@code NOT_SUPPORTED} if the sink cleans up nothing; {@code REFUSED} for
     *     its mode, without a key, a scope, or a value of it
     */
    static void check(SinkDescription sink, SinkCallContext context, Map<String, Object> scope) {
        if (!sink.has(Capability.CLEANUP)) {
            throw SinkErrors.unsupported(sink, "delete what a run did not write");
        }
        if (context.mode() == WriteMode.OVERWRITE || context.mode() == WriteMode.DELETE) {
            throw SinkErrors.refused("sink " + sink.id() + ": a run in mode "
                    + context.mode().text() + " has nothing to clean up. Run in mode upsert or append.");
        }
        new CleanupRequest(scope, context.key(), List.of());
    }

    void wrote(Page page) {
        seen.add(page);
    }

    /**
     * Deletes what was not written, unless rows were left out or too many keys written.
     *
     * @param dropped whether pages were dropped, of which keys are not known
     */
    void afterAll(RunCounts counts, boolean dropped) {
        String run = "run " + sink.context().run();
        if (dropped) {
            warnings.accept(run + " dropped pages whose tokens its scope has already, so what it did not write is not"
                    + " deleted. Send all rows of the part under later tokens.");
            return;
        }
        if (counts.failed() + counts.quarantined() + counts.skipped() > 0) {
            warnings.accept(run + " left rows out, so what it did not write is not deleted.");
            return;
        }
        Optional<List<List<Object>>> keys = seen.all();
        if (keys.isEmpty()) {
            warnings.accept(run + " wrote more than " + mostKeys
                    + " keys (cleanup.max-keys), so what it did not write is not deleted.");
            return;
        }
        long deleted = sink.cleanup()
                .cleanUp(new CleanupRequest(scope, sink.context().key(), keys.orElseThrow()), sink.context());
        warnings.accept(run + " deleted " + deleted + " rows of its part that it did not write.");
    }
}
