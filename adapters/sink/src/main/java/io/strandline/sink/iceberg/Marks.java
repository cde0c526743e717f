package io.strandline.sink.iceberg;

import io.strandline.sink.CommitToken;
import io.strandline.sink.RunId;
import io.strandline.sink.WriteMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.Snapshot;

/** By which names a run is known in a table: in snapshots' summaries, properties, tags and branches (SNK-5, SNK-13). */
final class Marks {
    /** In each snapshot of a run: the run. */
    static final String RUN = "strandline.run-id";

    /** In each snapshot of a run: the sink, which is the writer of the snapshot (CAT-10). */
    static final String SINK = "strandline.sink-id";

    /** In each snapshot of a run: which commit of it, the same when it is tried again. */
    static final String COMMIT = "strandline.commit-id";

    /** In each snapshot of a run: how its rows were written. */
    static final String MODE = "strandline.mode";

    /** In each snapshot of a run that deleted by position: ids of the columns of its key. */
    static final String KEY = "strandline.key";

    /** In each snapshot of a run that has one. */
    static final String SCOPE = "strandline.scope";

    /** In each snapshot of a run that has a scope: the token that landed with it. */
    static final String TOKEN = "strandline.token";

    /** In the first snapshot of a run on a table that had none: there is nothing before it. */
    static final String FIRST = "strandline.first";

    /** In a snapshot that undoes a run: that run. */
    static final String UNDONE = "strandline.rolled-back-run";

    /** In each snapshot: who writes, as other engines tell it. */
    static final String ENGINE = "engine-name";

    /** Begins the property that names the commit which moved a scope last. */
    static final String MOVED_BY = "strandline.moved-by.";

    private static final String GIVEN_UP = "strandline.given-up.";
    private static final String TOKEN_PROPERTY = "strandline.token.";
    private static final String TAG = "strandline_run_";
    private static final String STAGE = "strandline_stage_";

    private Marks() {}

    /** The property that holds the last token of a scope. */
    static String property(String scope) {
        return TOKEN_PROPERTY + scope;
    }

    /** The property of a run of which nothing is committed any more, whoever still tries. */
    static String givenUp(RunId run) {
        return GIVEN_UP + run;
    }

    /** The last tokens by scope, of a table's properties. */
    static Map<String, String> scopes(Map<String, String> properties) {
        Map<String, String> scopes = new TreeMap<>();
        properties.forEach((key, value) -> {
            if (key.startsWith(TOKEN_PROPERTY)) {
                scopes.put(key.substring(TOKEN_PROPERTY.length()), value);
            }
        });
        return scopes;
    }

    /** The last token of a scope. */
    static Optional<CommitToken> token(Map<String, String> properties, String scope) {
        return Optional.ofNullable(properties.get(property(scope))).map(CommitToken::new);
    }

    /** The tag that keeps what was before a run. */
    static String tag(RunId run) {
        return TAG + run;
    }

    /** The run whose tag that is; empty for other refs. */
    static Optional<RunId> tagged(String ref) {
        return ref.startsWith(TAG) ? run(ref.substring(TAG.length())) : Optional.empty();
    }

    /** The branch on which an overwrite is staged. */
    static String stage(RunId run) {
        return STAGE + run;
    }

    /** The run that stages on that branch; empty for other refs. */
    static Optional<RunId> staged(String ref) {
        return ref.startsWith(STAGE) ? run(ref.substring(STAGE.length())) : Optional.empty();
    }

    /** The run that made a snapshot; empty if none did. */
    static Optional<RunId> run(Snapshot snapshot) {
        String run = snapshot.summary().get(RUN);
        return run == null ? Optional.empty() : run(run);
    }

    /** How the rows of a run's snapshot were written; empty for a snapshot of no run. */
    static Optional<WriteMode> mode(Snapshot snapshot) {
        String mode = snapshot.summary().get(MODE);
        return Stream.of(WriteMode.values())
                .filter(one -> one.text().equals(mode))
                .findFirst();
    }

    /** Ids of columns as a summary has them. */
    static String ids(List<Integer> ids) {
        return ids.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** The ids that {@link #KEY} has in a summary; none without it. */
    static List<Integer> key(Snapshot snapshot) {
        String ids = snapshot.summary().get(KEY);
        return ids == null
                ? List.of()
                : Stream.of(ids.split(",", -1)).map(Integer::valueOf).toList();
    }

    /** Snapshots that a run made, oldest first. */
    static List<Snapshot> of(RunId run, Iterable<Snapshot> snapshots) {
        List<Snapshot> made = new ArrayList<>();
        for (Snapshot snapshot : snapshots) {
            if (run.text().equals(snapshot.summary().get(RUN))) {
                made.add(snapshot);
            }
        }
        made.sort(Comparator.comparingLong(Snapshot::sequenceNumber).thenComparingLong(Snapshot::timestampMillis));
        return made;
    }

    /** Somebody may have made a ref or a summary that only looks like ours. */
    private static Optional<RunId> run(String text) {
        return text.matches("[0-9a-f]{32}") ? Optional.of(new RunId(text)) : Optional.empty();
    }
}
