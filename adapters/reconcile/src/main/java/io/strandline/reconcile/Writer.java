package io.strandline.reconcile;

import io.strandline.catalog.SnapshotState;
import io.strandline.common.Text;
import io.strandline.registry.Sink;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who wrote a snapshot, as its summary says (CAT-10): the sink, else engine and application.
 *
 * @param sinkId null if it names none; engine and application are not looked at otherwise
 */
record Writer(
        @Nullable String sinkId,
        @Nullable String engine,
        @Nullable String application) {
    private static final String ENGINE = "engine-name";
    private static final String APPLICATION = "app-id";

    /** Of a snapshot that was published from another one by cherry-picking. */
    private static final String PICKED = "source-snapshot-id";

    /**
     * The writer of a snapshot; of a cherry-picked one, who wrote the one it was picked from.
     *
     * @param snapshots those of its table by the text of their ids
     */
    static Writer of(SnapshotState snapshot, Map<String, SnapshotState> snapshots) {
        Writer writer = of(snapshot.summary());
        String picked = snapshot.summary().get(PICKED);
        SnapshotState original = picked == null ? null : snapshots.get(picked);
        return writer.isNamed() || original == null ? writer : of(original.summary());
    }

    private static Writer of(Map<String, String> summary) {
        String sinkId = summary.get(Sink.SUMMARY_KEY);
        return sinkId == null
                ? new Writer(null, summary.get(ENGINE), summary.get(APPLICATION))
                : new Writer(sinkId, null, null);
    }

    /** Whether it says anything of itself. */
    boolean isNamed() {
        return sinkId != null || engine != null || application != null;
    }

    /** Whether it is that sink. One that tells neither engine nor application is told by its id alone. */
    boolean is(Sink sink) {
        if (sinkId != null) {
            return sink.id().equals(sinkId);
        }
        if (sink.engine() == null && sink.application() == null) {
            return sink.id().equals(engine) || sink.id().equals(application);
        }
        return (sink.engine() == null || sink.engine().equals(engine))
                && (sink.application() == null || sink.application().equals(application));
    }

    /** It in words. */
    String text() {
        if (sinkId != null) {
            return "sink \"" + Text.cut(sinkId, 200) + "\"";
        }
        if (engine != null) {
            return "engine \"" + Text.cut(engine, 200) + "\""
                    + (application == null ? "" : " (application \"" + Text.cut(application, 200) + "\")");
        }
        return application == null ? "a writer without a name" : "application \"" + Text.cut(application, 200) + "\"";
    }
}
