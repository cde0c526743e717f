package io.strandline.sink.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.common.TableRef;
import io.strandline.sink.DeclaredSinks;
import io.strandline.sink.MemoryRunStore;
import io.strandline.sink.RunEngine;
import io.strandline.sink.RunOptions;
import io.strandline.sink.RunRules;
import io.strandline.sink.SinkDeclarations;
import io.strandline.sink.SinkSpec;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import io.strandline.sink.memory.MemoryConnector;
import io.strandline.sink.memory.MemoryTable;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which sink a procedure means by a name (SNK-20). */
class NamedSinksTest {
    private static final SinkDeclarations NONE = new SinkDeclarations() {
        @Override
        public List<Declaration> all() {
            return List.of();
        }

        @Override
        public Optional<Declaration> byId(String sink) {
            return Optional.empty();
        }

        @Override
        public void add(Declaration declaration) {
            throw new IllegalStateException("a test declares nothing");
        }

        @Override
        public boolean remove(String sink) {
            return false;
        }
    };

    private final SinkSpec people = new SinkSpec(
            "people",
            "memory",
            new TableRef("lake", List.of("crm"), "people"),
            Map.of(),
            WriteMode.UPSERT,
            List.of("id"),
            RunOptions.DEFAULTS,
            RunRules.NONE,
            "configuration");
    private final DeclaredSinks sinks = new DeclaredSinks(
            List.of(new MemoryConnector(new MemoryTable())), List.of(people), NONE, catalog -> catalog.equals("lake"));
    private final SinkWriters writers = new SinkWriters(
            sinks,
            new RunEngine(sinks, new MemoryRunStore(), (predicate, schema) -> row -> true, "here", Clock.systemUTC()),
            (table, call) -> List.of(),
            WritePermits.NONE,
            SinkRegistration.NONE,
            Runnable::run);

    /** Rules of a sink hold for all who write its table, by whatever name they call it. */
    @Test
    void aTableThatASinkIsDeclaredForIsThatSink() {
        assertThat(writers.named("people", TestCall.CALL)).isEqualTo(people);
        assertThat(writers.named("lake.crm.people", TestCall.CALL)).isEqualTo(people);
        assertThat(writers.named("\"lake\".crm.\"people\"", TestCall.CALL)).isEqualTo(people);
        assertThat(writers.named("lake.crm.orders", TestCall.CALL).id()).isEqualTo("lake.crm.orders");
        SinkLab.assertRefused(ErrorCode.NO_SUCH_OBJECT, () -> writers.named("sea.crm.orders", TestCall.CALL));
    }

    /** What undoes runs from before the declaration. */
    @Test
    void aTablesOwnSinkIsStillFoundByItsId() {
        assertThat(sinks.byId("lake.crm.people", TestCall.CALL).orElseThrow().mode())
                .isEqualTo(WriteMode.APPEND);
    }
}
