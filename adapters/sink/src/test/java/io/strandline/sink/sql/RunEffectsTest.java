package io.strandline.sink.sql;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.TableRef;
import io.strandline.sink.CommitToken;
import io.strandline.sink.Landing;
import io.strandline.sink.MemoryRunStore;
import io.strandline.sink.RunCounts;
import io.strandline.sink.RunId;
import io.strandline.sink.RunProgress;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunState;
import io.strandline.sink.WriteMode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Refused means that nothing was changed: a run of which something is there is never told so (GW-1). */
class RunEffectsTest {
    private static final RunCounts NOTHING = new RunCounts(5, 0, 0, 0, 5, 0, 0);
    private static final RunCounts A_PART = new RunCounts(5, 3, 0, 0, 2, 0, 0);

    private final MemoryRunStore store = new MemoryRunStore();
    private Landing landing = Landing.UNTOLD;

    private Outcome told(String action, RunRecord run) {
        store.begin(run);
        Intent intent = new Intent(action, "t", "{\"run\": \"" + run.id() + "\"}");
        return resolve(action, intent);
    }

    private Outcome resolve(String action, Intent intent) {
        return requireNonNull(new RunEffects(store, (run, token, call) -> landing)
                        .resolvers()
                        .get(action))
                .resolve(intent);
    }

    private static RunRecord run(RunState state, RunCounts counts, @Nullable CommitToken token) {
        return new RunRecord(
                RunId.random(),
                "lab",
                new TableRef("c", List.of("n"), "t"),
                "memory",
                "memory://x",
                WriteMode.APPEND,
                List.of(),
                null,
                null,
                "ada",
                "statement",
                "here",
                Instant.EPOCH,
                RunProgress.of(state, token, counts));
    }

    @ParameterizedTest
    @ValueSource(strings = {RunEffects.RUN, RunEffects.WRITE, RunEffects.COMMIT})
    void whatLandedOfAFailedRunIsNotRefused(String action) {
        for (RunState state : List.of(RunState.FAILED, RunState.ABORTED, RunState.CANCELLED)) {
            assertThat(told(action, run(state, NOTHING, null))).isInstanceOf(Outcome.Refused.class);
            assertThat(told(action, run(state, A_PART, null))).isInstanceOf(Outcome.Unknown.class);
            assertThat(told(action, run(state, NOTHING, CommitToken.of(1)))).isInstanceOf(Outcome.Unknown.class);
            assertThat(told(action, run(state, A_PART, null).rolledBack(Instant.EPOCH)))
                    .isInstanceOf(Outcome.Refused.class);
        }
        assertThat(told(action, run(RunState.DONE, A_PART, null))).isInstanceOf(Outcome.Done.class);
    }

    /** Its counts are those of up to a second before. */
    @ParameterizedTest
    @EnumSource(names = {"RUNNING", "COMMITTING", "CANCELLING", "INTERRUPTED", "UNKNOWN"})
    void ofARunThatADeadGatewayLeftNobodyKnows(RunState state) {
        assertThat(told(RunEffects.RUN, run(state, RunCounts.NONE, null))).isInstanceOf(Outcome.Unknown.class);
        assertThat(told(RunEffects.WRITE, run(state, RunCounts.NONE, null))).isInstanceOf(Outcome.Unknown.class);
    }

    /** SNK-6: what of it is there the destination tells, not its counts. */
    @ParameterizedTest
    @EnumSource(names = {"RUNNING", "COMMITTING", "CANCELLING", "INTERRUPTED", "UNKNOWN"})
    void ofARunThatADeadGatewayLeftItsDestinationTells(RunState state) {
        for (String action : List.of(RunEffects.RUN, RunEffects.WRITE, RunEffects.COMMIT)) {
            landing = Landing.NONE;
            assertThat(told(action, run(state, A_PART, null))).isInstanceOf(Outcome.Refused.class);
            landing = Landing.WHOLE;
            assertThat(told(action, run(state, NOTHING, null))).isInstanceOf(Outcome.Done.class);
            landing = Landing.SOME;
            assertThat(told(action, run(state, A_PART, null))).isInstanceOf(Outcome.Unknown.class);
        }
    }

    @Test
    void aRunThatWasNeverBegunChangedNothing() {
        Intent intent = new Intent(RunEffects.COMMIT, "t", "{\"run\": \"" + RunId.random() + "\"}");
        assertThat(resolve(RunEffects.COMMIT, intent)).isInstanceOf(Outcome.Refused.class);
    }
}
