package io.strandline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.registry.RegisteredPlace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Registrations of many pages, which another thread reads ahead (REC-8). */
class RegisteredPagesTest {
    @TempDir
    Path directory;

    private final ThreadPoolExecutor threads = (ThreadPoolExecutor) Executors.newCachedThreadPool();
    private final AtomicInteger pages = new AtomicInteger();
    private Lab lab;

    @BeforeEach
    void open() {
        lab = new Lab(directory);
        lab.registrations.beforePage = pages::incrementAndGet;
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        lab.close();
    }

    private void register(int count) {
        lab.store.change(dsl -> dsl.execute(
                "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ? - 1)"
                        + " INSERT INTO registration (registration_id, connection_name, catalog_name, namespace,"
                        + " table_name, folded_name, location, source_kind, registered_by, registered_at)"
                        + " SELECT 'r' || i, 'scratch', 'prod', 'scratch', printf('t%06d', i), printf('t%06d', i),"
                        + " 's3://lake/' || i, 'file', 'ada', 0 FROM n",
                count));
    }

    private RegisteredPages pages(Statement call) {
        return new RegisteredPages(lab.registrations, lab.connections.get("scratch"), threads, call);
    }

    /** REC-8: the store is read to its end in key order, wherever its pages end. */
    @ParameterizedTest
    @ValueSource(ints = {1, 1_999, 2_000, 2_001, 25_000})
    void everyRegistrationComesOnceAndInOrder(int count) {
        register(count);
        List<String> read = new ArrayList<>();
        try (Statement call = lab.statement(Role.READER);
                RegisteredPages all = pages(call)) {
            all.forEachRemaining(registered -> read.add(registered.table()));
        }
        assertThat(read)
                .isEqualTo(IntStream.range(0, count)
                        .mapToObj(i -> String.format(Locale.ROOT, "t%06d", i))
                        .toList());
    }

    /** CAT-1: a page that cannot be read is not the end. */
    @Test
    void aPageThatCannotBeReadIsThrown() {
        register(6_000);
        lab.registrations.beforePage = () -> {
            if (pages.incrementAndGet() == 3) {
                throw new StrandlineException(ErrorCode.STORE, "the store does not answer");
            }
        };
        List<RegisteredPlace> read = new ArrayList<>();
        try (Statement call = lab.statement(Role.READER);
                RegisteredPages all = pages(call)) {
            assertThatThrownBy(() -> all.forEachRemaining(read::add)).hasMessage("the store does not answer");
        }
        assertThat(read).hasSize(4_000);
    }

    /** GW-5: a comparison that ends early leaves no thread behind that reads on, or waits to hand over what it read. */
    @Test
    void closedItReadsNoFurther() {
        register(60_000);
        try (Statement call = lab.statement(Role.READER);
                RegisteredPages all = pages(call)) {
            assertThat(all.next().table()).isEqualTo("t000000");
        }
        await().until(() -> threads.getActiveCount() == 0);
        assertThat(pages).hasValueLessThan(10);
    }
}
