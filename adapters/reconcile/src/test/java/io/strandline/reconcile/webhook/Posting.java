package io.strandline.reconcile.webhook;

import static io.strandline.reconcile.store.ScanStore.finding;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.strandline.common.SystemCall;
import io.strandline.reconcile.Finding;
import io.strandline.reconcile.FindingKind;
import io.strandline.reconcile.Notice;
import io.strandline.reconcile.Notice.State;
import io.strandline.reconcile.NoticeRule;
import io.strandline.reconcile.Severity;
import io.strandline.reconcile.store.ScanStore;
import io.strandline.reconcile.store.StoredOutbox;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.database.DatabaseLeases;
import io.strandline.store.database.Dialect;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Notifiers on one store, and the receiver that they post to. */
abstract class Posting {
    static final NotifierOptions QUICK = new NotifierOptions(
            Duration.ofMillis(5),
            Duration.ofMillis(500),
            3,
            Duration.ofMillis(2),
            Duration.ofMillis(20),
            Duration.ofDays(3),
            Duration.ofDays(7));
    static final Map<String, NoticeRule> ALL =
            Map.of("scratch", new NoticeRule(EnumSet.allOf(FindingKind.class), Severity.INFO));

    @TempDir
    Path directory;

    final Clock clock = Clock.systemUTC();
    final Receiver receiver = new Receiver();
    final List<AutoCloseable> opened = new ArrayList<>();
    ScanStore store;
    DatabaseLeases leases;

    @BeforeEach
    void open() {
        open(Dialect.SQLITE, ALL);
    }

    void open(Dialect dialect, Map<String, NoticeRule> rules) {
        store = new ScanStore(dialect, directory, rules);
        opened.add(store);
        leases = DatabaseLeases.open(store.database, clock);
    }

    @AfterEach
    void close() throws Exception {
        receiver.close();
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    Notifier start() {
        return start(QUICK, clock);
    }

    Notifier start(NotifierOptions options) {
        return start(options, clock);
    }

    Notifier start(Clock time) {
        return start(QUICK, time);
    }

    private Notifier start(NotifierOptions options, Clock time) {
        Notifier notifier =
                new Notifier(List.of(receiver.endpoint()), new StoredOutbox(store.database), leases, time, options);
        opened.add(notifier);
        notifier.start();
        return notifier;
    }

    List<Notice> notices() {
        return new StoredOutbox(store.database)
                .notices(Wanted.all(Set.of()), new SystemCall(clock.instant()))
                .toList();
    }

    List<String> idsOf(State state) {
        return notices().stream()
                .filter(notice -> notice.state() == state)
                .map(Notice::eventId)
                .toList();
    }

    void awaitDelivered(int count) {
        await().atMost(30, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(idsOf(State.DELIVERED)).hasSize(count));
    }

    static Finding[] orphans(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> finding(FindingKind.ORPHAN, "t" + i))
                .toArray(Finding[]::new);
    }

    static boolean isGenuine(Receiver.Post post, Instant now) {
        try {
            return Verification.isGenuine(String.valueOf(post.signature()), post.body(), Receiver.SECRET, now);
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }
}
