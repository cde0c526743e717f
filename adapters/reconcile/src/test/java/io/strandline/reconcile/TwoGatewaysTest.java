package io.strandline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.TableRef;
import io.strandline.store.AuditEntry;
import io.strandline.store.Journal;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two gateways on one PostgreSQL store and one catalog that repair the same item at once (REC-13). */
class TwoGatewaysTest {
    private final CyclicBarrier both = new CyclicBarrier(2);
    private final ExecutorService threads = Executors.newFixedThreadPool(2);

    @TempDir
    Path directory;

    private EmbeddedPostgres postgres;
    private Lab one;
    private Lab other;

    @BeforeEach
    void open() throws Exception {
        postgres = EmbeddedPostgres.start();
        one = lab("one");
        other = lab("other");
    }

    private Lab lab(String prefix) {
        String url = postgres.getJdbcUrl("postgres", "postgres");
        return new Lab(directory, url + "&currentSchema=store", url, prefix);
    }

    @AfterEach
    void close() throws Exception {
        threads.shutdownNow();
        one.close();
        other.close();
        postgres.close();
    }

    private void meet() {
        try {
            both.await(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private List<RepairOutcome> atOnce(Function<Lab, RepairOutcome> repair) throws Exception {
        Future<RepairOutcome> first = threads.submit(() -> repair.apply(one));
        Future<RepairOutcome> second = threads.submit(() -> repair.apply(other));
        return List.of(first.get(120, TimeUnit.SECONDS), second.get(120, TimeUnit.SECONDS));
    }

    /** Both have proved it and both send the drop: one makes it, the other finds nothing; the audit has both. */
    @Test
    void aTableIsDroppedByExactlyOneOfThem() throws Exception {
        one.catalog.beforeDrop = table -> meet();
        other.catalog.beforeDrop = table -> meet();
        for (int round = 0; round < 5; round++) {
            String name = "stray" + round;
            TableRef table = one.tableOverFile(name, "f" + round);
            assertThat(atOnce(lab -> lab.drop(name)))
                    .extracting(outcome -> String.valueOf(outcome.reason()))
                    .containsExactlyInAnyOrder("null", "no_such_table");
            assertThat(one.exists(table)).isFalse();
        }
        assertThat(one.audit())
                .hasSize(10)
                .extracting(AuditEntry::state)
                .filteredOn(Journal.State.DONE::equals)
                .hasSize(5);
    }

    @Test
    void aRegistrationIsForgottenByExactlyOneOfThem() throws Exception {
        one.registrations.beforeDelete = this::meet;
        other.registrations.beforeDelete = this::meet;
        for (int round = 0; round < 5; round++) {
            String id = "r" + round;
            one.register(id, "gone" + round, one.at("uploads/g"));
            assertThat(atOnce(lab -> lab.forget(id)))
                    .extracting(outcome -> String.valueOf(outcome.reason()))
                    .containsExactlyInAnyOrder("null", "no_such_registration");
        }
        assertThat(other.audit()).hasSize(10);
    }

    /** One registers what the other proved to be an orphan, before it drops: the table stays. */
    @Test
    void aTableThatTheOtherGatewayAdoptsIsNotDropped() {
        TableRef table = one.tableOverFile("stray", "f1");
        one.catalog.beforeDescribe = described -> {
            if (other.registrations.byName("scratch", table).isEmpty()) {
                other.register("r1", "stray", one.at("uploads/f1"));
            }
        };
        assertThat(one.drop("stray").reason()).isEqualTo("registered");
        assertThat(one.exists(table)).isTrue();
    }
}
