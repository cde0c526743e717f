package io.strandline.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.AuditEntry;
import io.strandline.store.Journal;
import io.strandline.store.database.Dialect;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CAT-10: registering who writes a table, on a real catalog and a real store. */
class SinkRegistrarTest {
    @TempDir
    Path directory;

    private RegistryLab lab;
    private TableRef orders;

    @BeforeEach
    void open() {
        lab = new RegistryLab(Dialect.SQLITE, directory);
        orders = lab.table("orders", lab.at("orders"));
    }

    @AfterEach
    void close() {
        lab.close();
    }

    private static SinkRequest request(TableRef table, @Nullable String id) {
        return new SinkRequest(table, id, null, null, null, false);
    }

    private SinkChange register(SinkRequest request) {
        return lab.operator(call -> lab.sinkRegistrar.register(request, call));
    }

    private SinkChange unregister(String id, boolean dryRun) {
        return lab.operator(call -> lab.sinkRegistrar.unregister(id, dryRun, call));
    }

    private List<Sink> kept() {
        return lab.operator(call -> lab.sinks.read(Wanted.all(Set.of()), call).toList());
    }

    private void assertFails(SinkRequest request, ErrorCode code, String... parts) {
        List<Sink> before = kept();
        assertThatThrownBy(() -> register(request)).isInstanceOfSatisfying(StrandlineException.class, e -> {
            assertThat(e.code()).as(e.getMessage()).isEqualTo(code);
            assertThat(e.getMessage()).contains(parts);
        });
        assertThat(kept()).isEqualTo(before);
    }

    @Test
    void aSinkOfAnAbsentTableIsNotFound() {
        assertFails(
                request(new TableRef("prod", RegistryLab.SCRATCH, "none"), "s"),
                ErrorCode.NO_SUCH_TABLE,
                "prod.scratch.none",
                "Create it first");
        assertThat(ErrorCode.NO_SUCH_TABLE.sqlState()).isEqualTo("42P01");
        assertFails(request(new TableRef("prd", RegistryLab.SCRATCH, "orders"), "s"), ErrorCode.NO_SUCH_CATALOG, "prd");
    }

    @Test
    void twiceTheSameLeavesOneRow() {
        SinkChange made = register(request(orders, "nightly"));
        assertThat(made.done()).isTrue();
        assertThat(made.reason()).isNull();
        assertThat(made.sink().registeredBy()).isEqualTo("ada");
        assertThat(made.sink().tableUuid()).isNotBlank();
        SinkChange again = register(request(orders, "nightly"));
        assertThat(again).isEqualTo(new SinkChange(made.sink(), true, "unchanged"));
        assertThat(kept()).containsExactly(made.sink());
        AuditEntry audited = lab.audit().get(0);
        assertThat(audited.action()).isEqualTo("registry.register_sink");
        assertThat(audited.target()).isEqualTo("sink \"nightly\" of prod.scratch.orders");
        assertThat(lab.audit()).as("the second changed nothing").hasSize(1);
    }

    /** An id is stable: what is registered under it is never silently another thing. */
    @Test
    void theSameIdForAnythingElseIsRefused() {
        TableRef prices = lab.table("prices", lab.at("prices"));
        register(new SinkRequest(orders, "nightly", "spark", null, "loads", false));
        assertFails(request(prices, "nightly"), ErrorCode.REFUSED, "prod.scratch.orders", "\"ada\"", "another sink_id");
        assertThat(lab.audit().get(1).state()).isEqualTo(Journal.State.REFUSED);
        assertThat(lab.audit().get(1).reason()).isEqualTo("registered");
        assertFails(
                new SinkRequest(orders, "nightly", "flink", null, null, false),
                ErrorCode.REFUSED,
                "another engine",
                "unregister_sink('nightly')");
        assertFails(new SinkRequest(orders, "nightly", "spark", null, "x", false), ErrorCode.REFUSED, "description");
        assertThat(register(new SinkRequest(orders, "nightly", "spark", null, null, false))
                        .sink()
                        .description())
                .as("a description that is left out is any")
                .isEqualTo("loads");
        assertThat(ErrorCode.REFUSED.sqlState()).isEqualTo("55000");
    }

    @Test
    void anIdThatIsLeftOutIsMadeOfTheTable() {
        Sink plain = register(request(orders, null)).sink();
        assertThat(plain.id()).isEqualTo("orders-" + plain.tableUuid());
        Sink spark = register(new SinkRequest(orders, null, "spark", null, null, false))
                .sink();
        Sink job = register(new SinkRequest(orders, null, "spark", "job-1", null, false))
                .sink();
        assertThat(spark.id()).isEqualTo("spark-" + plain.tableUuid());
        assertThat(job.id()).isEqualTo("spark/job-1-" + plain.tableUuid());
        assertThat(register(new SinkRequest(orders, null, "spark", null, null, false))
                        .reason())
                .isEqualTo("unchanged");
        assertThat(kept()).containsExactlyInAnyOrder(plain, spark, job);
    }

    /** REC-17: another table under the name is not the one whose sink it is. */
    @Test
    void aReplacedTableIsAnotherOne() {
        Sink old = register(request(orders, "nightly")).sink();
        lab.drop("orders");
        lab.table("orders", lab.at("orders_2"));
        assertFails(request(orders, "nightly"), ErrorCode.REFUSED, String.valueOf(old.tableUuid()), "unregister_sink");
        unregister("nightly", false);
        assertThat(register(request(orders, "nightly")).sink().tableUuid()).isNotEqualTo(old.tableUuid());
    }

    @Test
    void unregisterForgetsTheSinkAndLeavesTheTable() {
        Sink sink = register(request(orders, "nightly")).sink();
        assertThat(unregister("nightly", true)).isEqualTo(new SinkChange(sink, false, "dry_run"));
        assertThat(kept()).containsExactly(sink);
        assertThat(unregister("nightly", false)).isEqualTo(new SinkChange(sink, true, null));
        assertThat(kept()).isEmpty();
        boolean stays = lab.operator(call -> lab.catalog.exists(orders, call));
        assertThat(stays).isTrue();
        assertThatThrownBy(() -> unregister("nightly", false))
                .hasMessage("no sink \"nightly\" is registered. SELECT sink_id FROM registry.sinks lists them.");
    }

    /** A sink whose table is gone can still be forgotten. */
    @Test
    void theSinkOfADroppedTableIsForgotten() {
        register(request(orders, "nightly"));
        lab.drop("orders");
        assertThat(unregister("nightly", false).done()).isTrue();
    }

    @Test
    void aDryRunKeepsNothing() {
        SinkChange dry = register(new SinkRequest(orders, "nightly", null, null, null, true));
        assertThat(dry.done()).isFalse();
        assertThat(dry.reason()).isEqualTo("dry_run");
        assertThat(kept()).isEmpty();
        assertThat(lab.audit()).isEmpty();
    }

    @Test
    void onlyAnOperatorChangesSinks() {
        assertThatThrownBy(() ->
                        lab.as(Role.READER, call -> lab.sinkRegistrar.register(request(orders, "nightly"), call)))
                .hasMessageContaining("register_sink needs the role operator");
        assertThatThrownBy(() -> lab.as(Role.READER, call -> lab.sinkRegistrar.unregister("nightly", false, call)))
                .hasMessageContaining("unregister_sink needs the role operator");
    }

    @Test
    void textsThatNameNothingAreRefused() {
        assertFails(request(orders, " "), ErrorCode.BAD_ARGUMENT, "sink_id");
        assertFails(request(orders, "a\u0000b"), ErrorCode.BAD_ARGUMENT, "sink_id");
        assertFails(request(orders, "x".repeat(401)), ErrorCode.BAD_ARGUMENT, "sink_id", "400");
        assertFails(new SinkRequest(orders, null, "\n", null, null, false), ErrorCode.BAD_ARGUMENT, "engine");
        assertFails(new SinkRequest(orders, null, null, "", null, false), ErrorCode.BAD_ARGUMENT, "application");
        assertFails(
                new SinkRequest(orders, null, "x".repeat(390), null, null, false),
                ErrorCode.BAD_ARGUMENT,
                "Give a sink_id");
        assertFails(
                new SinkRequest(orders, "s", null, null, "x".repeat(4_001), false),
                ErrorCode.BAD_ARGUMENT,
                "description");
    }

    /** GW-1: the store tells how each change ended. */
    @Test
    void theResolversReadTheStore() {
        register(request(orders, "nightly"));
        assertThat(lab.sinkRegistrar.resolvers().keySet())
                .containsExactlyInAnyOrder("registry.register_sink", "registry.unregister_sink");
        assertThat(resolve("registry.register_sink", "nightly", "prod.scratch.orders"))
                .isInstanceOf(Outcome.Done.class);
        assertThat(resolve("registry.register_sink", "nightly", "prod.scratch.prices"))
                .as("somebody else's under that id")
                .isInstanceOf(Outcome.Refused.class);
        assertThat(resolve("registry.register_sink", "other", "prod.scratch.orders"))
                .isInstanceOf(Outcome.Refused.class);
        assertThat(resolve("registry.unregister_sink", "nightly", "prod.scratch.orders"))
                .isInstanceOf(Outcome.Refused.class);
        assertThat(resolve("registry.unregister_sink", "other", "prod.scratch.orders"))
                .isInstanceOf(Outcome.Done.class);
    }

    private Outcome resolve(String action, String id, String table) {
        Intent intent = new Intent(action, "x", "{\"sink_id\":\"" + id + "\",\"table_name\":\"" + table + "\"}");
        EffectResolver resolver = lab.sinkRegistrar.resolvers().get(action);
        return Objects.requireNonNull(resolver).resolve(intent);
    }
}
