package io.strandline.log.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.Failpoint;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.log.Bytes;
import io.strandline.log.LogOptions;
import io.strandline.log.LogRecord;
import io.strandline.log.SetClock;
import io.strandline.store.AuditEntry;
import io.strandline.store.Journal;
import io.strandline.store.JournalOptions;
import io.strandline.store.database.DatabaseJournal;
import io.strandline.store.database.Dialect;
import io.strandline.store.database.StoreDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** GW-1: every change that ended is an event, published with its outcome or not at all. */
class OwnEventsTest {
    private static final Intent DROP = new Intent("test.drop", "prod.sales.orders", "{}");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SetClock clock = new SetClock();

    private StoreEventLog log(StoreDatabase store) {
        return StoreEventLog.open(store, LogOptions.appendOnly("events", 4), clock);
    }

    private DatabaseJournal journal(StoreDatabase store, StoreEventLog log) {
        DatabaseJournal journal = DatabaseJournal.open(store, JournalOptions.defaults(), clock);
        journal.start(Map.of(DROP.action(), intent -> Outcome.ofDone()), new OwnEvents(log));
        return journal;
    }

    private Journal.Running running(DatabaseJournal journal) {
        Caller ada = new Caller("ada", Role.ADMIN);
        Journal.Request request =
                new Journal.Request("statement-1", ada, "key-1", "hash", "CALL x()", true, clock.instant());
        return ((Journal.Fresh) journal.claim(request)).running();
    }

    private static List<LogRecord> all(StoreEventLog log) {
        List<LogRecord> found = new ArrayList<>();
        List<Long> highs = log.highWaterMarks(() -> {});
        for (int partition = 0; partition < highs.size(); partition++) {
            log.visitRange(partition, 0, highs.get(partition), found::add, () -> {});
        }
        return found;
    }

    private static JsonNode json(LogRecord event) {
        try {
            Bytes value = event.value();
            return JSON.readTree(value == null ? "" : value.text().orElseThrow());
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyChangeThatEndsIsAnEvent(Dialect dialect) {
        try (StoreDatabase store = Stores.open(Stores.place(dialect));
                StoreEventLog log = log(store);
                DatabaseJournal journal = journal(store, log)) {
            Journal.Running running = running(journal);
            running.effects().carryOut(DROP, Outcome::ofDone);
            running.effects().carryOut(DROP, () -> Outcome.refused("in_use", "somebody's \"own\""));
            running.effects().refuse(DROP, "not_provable", "no proof");
            running.effects().carryOut(DROP, () -> {
                throw new IllegalStateException("the answer is lost");
            });
            List<LogRecord> events = all(log);
            assertThat(events)
                    .extracting(LogRecord::partition)
                    .containsOnly(events.get(0).partition());
            assertThat(events)
                    .extracting(event -> json(event).path("outcome").asText())
                    .containsExactly("done", "refused", "refused", "done");
            assertThat(events)
                    .extracting(
                            event -> json(event).path("data").path("audit_id").asLong())
                    .containsExactly(1L, 2L, 3L, 4L);
            JsonNode second = json(events.get(1));
            assertThat(second.path("version").asInt()).isEqualTo(OwnEvents.VERSION);
            assertThat(second.path("type").asText()).isEqualTo("test.drop");
            assertThat(second.path("subject").asText()).isEqualTo("prod.sales.orders");
            assertThat(second.path("actor").asText()).isEqualTo("ada");
            assertThat(second.path("time").asText()).isEqualTo("2026-03-01T12:00:00Z");
            assertThat(second.path("data").path("reason").asText()).isEqualTo("in_use");
            assertThat(second.path("data").path("detail").asText()).isEqualTo("somebody's \"own\"");
            running.succeed(null);
        }
    }

    /** An outcome that the store does not take at once has no event; when it is written, it has one. */
    @ParameterizedTest
    @EnumSource
    void anEventIsThereWhenItsOutcomeIs(Dialect dialect) {
        try (StoreDatabase store = Stores.open(Stores.place(dialect));
                StoreEventLog log = log(store);
                DatabaseJournal journal = journal(store, log)) {
            Journal.Running running = running(journal);
            Runnable clear = Failpoint.install(place -> {
                if (place == Failpoint.OUTCOME_UNCOMMITTED) {
                    throw new StrandlineException(ErrorCode.STORE, "the disk is full");
                }
            });
            try {
                assertThat(running.effects().carryOut(DROP, Outcome::ofDone).reason())
                        .isEqualTo("audit_failed");
            } finally {
                clear.run();
            }
            assertThat(all(log)).isEmpty();
            running.succeed(null);
            assertThat(all(log))
                    .singleElement()
                    .satisfies(event ->
                            assertThat(json(event).path("outcome").asText()).isEqualTo("done"));
        }
    }

    /** GW-1: an outcome that was committed while its answer was lost is one event, and so is a refusal. */
    @ParameterizedTest
    @EnumSource
    void aLostAnswerOfTheStoreDoublesNoEvent(Dialect dialect) {
        try (StoreDatabase store = Stores.open(Stores.place(dialect));
                StoreEventLog log = log(store);
                DatabaseJournal journal = journal(store, log)) {
            Journal.Running running = running(journal);
            Runnable clear = Failpoint.install(place -> {
                if (place == Failpoint.OUTCOME_WRITTEN || place == Failpoint.REFUSAL_WRITTEN) {
                    throw new StrandlineException(ErrorCode.STORE, "the answer is lost");
                }
            });
            try {
                running.effects().carryOut(DROP, Outcome::ofDone);
                running.effects().refuse(DROP, "not_provable", "no proof");
            } finally {
                clear.run();
            }
            running.succeed(null);
            assertThat(all(log))
                    .extracting(event -> json(event).path("outcome").asText())
                    .containsExactly("done", "refused");
        }
    }

    /** LOG-13: an outcome that another gateway did not know, and this one does, is another event, of another id. */
    @ParameterizedTest
    @EnumSource
    void anOutcomeKnownLaterHasAnotherId(Dialect dialect) {
        try (StoreDatabase store = Stores.open(Stores.place(dialect));
                StoreEventLog log = log(store)) {
            AuditEntry unknown = ended(Journal.State.UNKNOWN, "nobody can tell");
            AuditEntry known = ended(Journal.State.DONE, "");
            OwnEvents events = new OwnEvents(log);
            store.change(dsl -> events.tell(dsl, List.of(unknown, known, unknown)));
            List<String> ids = all(log).stream()
                    .map(event -> json(event).path("id").asText())
                    .toList();
            assertThat(ids).hasSize(3);
            assertThat(ids.get(2)).isEqualTo(ids.get(0));
            assertThat(ids.get(1)).isNotEqualTo(ids.get(0));
        }
    }

    /** LOG-13: numbers of changes begin anew in another store, ids do not: its events may go to the same topic. */
    @Test
    void anotherStoreGivesOtherIds() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            try (StoreDatabase store = Stores.open(Stores.place(Dialect.SQLITE));
                    StoreEventLog log = log(store)) {
                store.change(dsl -> new OwnEvents(log).tell(dsl, List.of(ended(Journal.State.DONE, ""))));
                ids.add(json(all(log).get(0)).path("id").asText());
            }
        }
        assertThat(ids).doesNotHaveDuplicates();
    }

    private AuditEntry ended(Journal.State state, String detail) {
        return new AuditEntry(
                7,
                "statement-1",
                "ada",
                DROP.action(),
                DROP.target(),
                DROP.proof(),
                state,
                null,
                detail,
                clock.instant(),
                clock.instant(),
                "gateway-1");
    }
}
