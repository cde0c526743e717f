package io.strandline.sink.iceberg;

import io.strandline.sink.Landing;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.WriteMode;
import java.util.Map;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;

/** What of a run that nobody ended is in its table: its snapshots carry its id, and its first commit sets its tag (SNK-6). */
final class RunLanding {
    private RunLanding() {}

    /** What there is now. A run without a scope is one commit; an overwrite is there with its commit. */
    static Landing of(SinkCallContext context, Table table) {
        RunTrace trace = RunTrace.of(context.run(), table);
        RunHistory history = RunHistory.of(table, trace.kept());
        if (!trace.snapshots().isEmpty() || (trace.kept() != null && history == RunHistory.GONE)) {
            return context.scope() == null || context.mode() == WriteMode.OVERWRITE ? Landing.WHOLE : Landing.SOME;
        }
        return trace.kept() == null && history == RunHistory.WHOLE ? Landing.NONE : Landing.UNTOLD;
    }

    /** Forbids each commit of the run; whether that has to be committed. */
    static boolean fence(RunId run, Table table) {
        String givenUp = Marks.givenUp(run);
        if (table.properties().containsKey(givenUp)) {
            return false;
        }
        TableOperations operations = RunCommit.operations(table);
        TableMetadata base = operations.current();
        operations.commit(
                base,
                TableMetadata.buildFrom(base)
                        .setProperties(Map.of(givenUp, "true"))
                        .build());
        return true;
    }
}
