package io.strandline.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import io.strandline.store.AuditEntry;
import io.strandline.store.Journal;
import io.strandline.store.Journal.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** GW-1 on one gateway: what becomes of effects, and of the statement they belong to. */
class JournalEffectsTest extends JournalOnStores {
    /** GW-1: the row is there before the change is made. */
    @ParameterizedTest
    @EnumSource
    void startedRowIsCommittedBeforeTheChange(Dialect dialect) {
        Gateway gateway = gateway(dialect);
        Journal.Running running = gateway.claim("k");
        List<AuditEntry> seen = new ArrayList<>();
        running.effects().carryOut(DROP, () -> {
            seen.addAll(gateway.audit());
            return Outcome.ofDone();
        });
        running.succeed(null);

        assertThat(seen).singleElement().satisfies(row -> {
            assertThat(row.state()).isEqualTo(State.STARTED);
            assertThat(row.endedAt()).isNull();
        });
        assertThat(gateway.audit()).singleElement().satisfies(row -> {
            assertThat(row.state()).isEqualTo(State.DONE);
            assertThat(row.action()).isEqualTo("test.drop");
            assertThat(row.target()).isEqualTo("prod.sales.orders");
            assertThat(row.proof()).isEqualTo("{\"why\":\"orphan\"}");
            assertThat(row.userName()).isEqualTo("ann");
            assertThat(row.startedAt()).isEqualTo(clock.instant());
            assertThat(row.endedAt()).isEqualTo(clock.instant());
            assertThat(row.reason()).isNull();
        });
    }

    /** GW-1: UNKNOWN outweighs DONE outweighs REFUSED. */
    @ParameterizedTest
    @EnumSource
    void stateOfAStatementFollowsItsEffects(Dialect dialect) {
        Gateway gateway = gateway(dialect);
        assertThat(stateAfter(gateway, "none")).isEqualTo(State.DONE);
        assertThat(stateAfter(gateway, "refused", Outcome.refused("managed_table", "")))
                .isEqualTo(State.REFUSED);
        assertThat(stateAfter(gateway, "mixed", Outcome.refused("managed_table", ""), Outcome.ofDone()))
                .isEqualTo(State.DONE);
        assertThat(stateAfter(gateway, "unknown", Outcome.ofDone(), Outcome.unknown("lost")))
                .isEqualTo(State.UNKNOWN);
    }

    private static State stateAfter(Gateway gateway, String key, Outcome... outcomes) {
        Journal.Running running = gateway.claim(key);
        for (Outcome outcome : outcomes) {
            running.effects().carryOut(DROP, () -> outcome);
        }
        running.succeed("rows");
        return gateway.entry(key).state();
    }

    /** GW-1: an error is refused if nothing was changed, and keeps what was done if something was. */
    @ParameterizedTest
    @EnumSource
    void failureKeepsWhatWasDone(Dialect dialect) {
        Gateway gateway = gateway(dialect);
        gateway.claim("nothing").fail("42501", 1101, "not allowed");
        Journal.Running half = gateway.claim("half");
        half.effects().carryOut(DROP, Outcome::ofDone);
        half.fail("58030", 1301, "catalog is down");

        assertThat(gateway.entry("nothing").state()).isEqualTo(State.REFUSED);
        assertThat(gateway.entry("half")).satisfies(entry -> {
            assertThat(entry.state()).isEqualTo(State.DONE);
            assertThat(entry.sqlState()).isEqualTo("58030");
            assertThat(entry.vendorCode()).isEqualTo(1301);
            assertThat(entry.message()).isEqualTo("catalog is down");
        });
    }

    /** REC-13: refusals are audited. */
    @ParameterizedTest
    @EnumSource
    void refusalIsAuditedAsAFinishedRow(Dialect dialect) {
        Gateway gateway = gateway(dialect);
        Journal.Running running = gateway.claim("k");
        assertThat(running.effects().refuse(DROP, "not_provable", "no source"))
                .isEqualTo(Outcome.refused("not_provable", "no source"));
        running.succeed("rows");

        assertThat(gateway.audit()).singleElement().satisfies(row -> {
            assertThat(row.state()).isEqualTo(State.REFUSED);
            assertThat(row.reason()).isEqualTo("not_provable");
            assertThat(row.detail()).isEqualTo("no source");
            assertThat(row.endedAt()).isNotNull();
        });
        assertThat(gateway.entry("k").state()).isEqualTo(State.REFUSED);
    }

    /** GW-1: a change that throws is decided by reading its target again, never made again. */
    @ParameterizedTest
    @EnumSource
    void changeThatThrowsIsDecidedByItsTarget(Dialect dialect) {
        Gateway gateway = gateway(
                dialect,
                Map.of(
                        "made", intent -> Outcome.ofDone(),
                        "not_made", intent -> Outcome.refused("exec_failed", "still there"),
                        "silent",
                                intent -> {
                                    throw new StrandlineException(ErrorCode.BACKEND, "catalog is away");
                                },
                        "broken",
                                intent -> {
                                    throw new IllegalStateException("bug");
                                }));
        Journal.Running running = gateway.claim("k");
        AtomicInteger changes = new AtomicInteger();
        List<Outcome> outcomes = new ArrayList<>();
        for (String action : List.of("made", "not_made", "silent", "broken", "nobody")) {
            outcomes.add(running.effects().carryOut(new Intent(action, "t", "{}"), () -> {
                changes.incrementAndGet();
                throw new StrandlineException(ErrorCode.OUTCOME_UNKNOWN, "answer lost");
            }));
        }
        running.succeed(null);

        assertThat(changes).hasValue(5);
        assertThat(outcomes)
                .extracting(outcome -> EffectRows.state(outcome))
                .containsExactly(State.DONE, State.UNKNOWN, State.UNKNOWN, State.UNKNOWN, State.UNKNOWN);
        assertThat(outcomes.get(1).detail())
                .as("the backend may be about to make it")
                .startsWith("answer lost; ")
                .contains("may still be");
        assertThat(outcomes.get(2).detail()).contains("catalog is away");
        assertThat(gateway.audit())
                .extracting(AuditEntry::state)
                .containsExactlyElementsOf(
                        outcomes.stream().map(EffectRows::state).toList());
    }

    /** GW-1: so is one that throws an Error, or says itself that it does not know. */
    @ParameterizedTest
    @EnumSource
    void changeThatDoesNotKnowIsDecidedByItsTarget(Dialect dialect) {
        Gateway gateway = gateway(dialect, Map.of("test.drop", intent -> Outcome.ofDone()));
        Journal.Running running = gateway.claim("k");
        assertThat(running.effects().carryOut(DROP, () -> Outcome.unknown("connection reset")))
                .isEqualTo(new Outcome.Done(null, "connection reset"));
        assertThat(running.effects().carryOut(DROP, () -> {
                    throw new AssertionError("no");
                }))
                .isInstanceOf(Outcome.Done.class);
        running.succeed(null);
    }
}
