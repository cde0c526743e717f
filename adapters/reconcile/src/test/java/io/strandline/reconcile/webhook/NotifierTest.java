package io.strandline.reconcile.webhook;

import static io.strandline.reconcile.store.ScanStore.finding;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.strandline.reconcile.FindingKind;
import io.strandline.reconcile.Notice;
import io.strandline.reconcile.Notice.State;
import io.strandline.reconcile.NoticeRule;
import io.strandline.reconcile.Severity;
import io.strandline.reconcile.store.ScanStore;
import io.strandline.store.database.Dialect;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** New findings are posted once, to whom they concern, and no secret with them. */
class NotifierTest extends Posting {
    /** Only what was not open before is posted, in order, in batches, signed; also what comes back. */
    @Test
    void newFindingsArePostedOnce() {
        start();
        store.scan(clock.instant(), orphans(7));
        awaitDelivered(7);
        store.scan(clock.instant(), orphans(7));
        store.scan(clock.instant(), orphans(6));
        store.scan(clock.instant(), orphans(7));
        awaitDelivered(8);
        assertThat(receiver.ids())
                .containsExactlyElementsOf(idsOf(State.DELIVERED))
                .doesNotHaveDuplicates();
        assertThat(receiver.posts.get(0).json().get("events"))
                .hasSize(3)
                .first()
                .satisfies(event -> assertThat(List.of(
                                event.get("type").textValue(),
                                event.get("kind").textValue(),
                                event.get("table_name").textValue(),
                                event.get("actual").textValue(),
                                event.get("provable").booleanValue()))
                        .containsExactly("finding.new", "ORPHAN", "t0", "s3://lake/t0", false));
        assertThat(receiver.posts).allMatch(post -> isGenuine(post, clock.instant()));
        assertThat(notices()).allSatisfy(notice -> {
            assertThat(notice.attempts()).isOne();
            assertThat(notice.deliveredAt()).isNotNull();
            assertThat(notice.nextAttemptAt()).isNull();
        });
    }

    /** The twin of the signature: a body that was changed on its way is not taken. */
    @Test
    void aTamperedBodyIsNotGenuine() {
        start();
        store.scan(clock.instant(), orphans(1));
        awaitDelivered(1);
        Receiver.Post post = receiver.posts.get(0);
        String tampered = post.text().replace("ORPHAN", "ORPHAM");
        assertThat(tampered).isNotEqualTo(post.text());
        assertThat(isGenuine(post, clock.instant())).isTrue();
        assertThat(isGenuine(new Receiver.Post(post.path(), post.signature(), tampered), clock.instant()))
                .isFalse();
    }

    /** Two gateways on one store do not normally post the same. */
    @ParameterizedTest
    @EnumSource
    void twoGatewaysPostEachEventOnce(Dialect dialect) {
        open(dialect, ALL);
        start();
        start();
        for (int scan = 0; scan < 5; scan++) {
            store.scan(clock.instant(), orphans(8));
            store.scan(clock.instant());
        }
        awaitDelivered(40);
        assertThat(receiver.ids()).hasSize(40).doesNotHaveDuplicates();
    }

    @Test
    void onlyWantedKindsAndSeveritiesArePosted() {
        NoticeRule rule = new NoticeRule(EnumSet.of(FindingKind.ORPHAN, FindingKind.MISSING), Severity.ERROR);
        open(Dialect.SQLITE, Map.of("scratch", rule));
        store.scan(
                clock.instant(),
                finding(FindingKind.ORPHAN, "a"),
                finding(FindingKind.MISSING, "b"),
                finding(FindingKind.DRIFTED, "c"));
        store.scan("other", "s1", clock.instant(), ScanStore.ALL, List.of(finding(FindingKind.MISSING, "d")));
        start();
        awaitDelivered(1);
        assertThat(receiver.posts.get(0).json().get("events").get(0).get("kind").textValue())
                .isEqualTo("MISSING");
        assertThat(notices()).hasSize(1);
    }

    /** CAT-12: neither the secret nor the URL's path is in a table, a log or a file of the store. */
    @Test
    void noSecretIsShown() {
        ConcurrentLinkedQueue<String> logged = new ConcurrentLinkedQueue<>();
        Handler recorder = new Handler() {
            @Override
            public void publish(LogRecord record) {
                logged.add(new SimpleFormatter().format(record));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("io.strandline");
        logger.addHandler(recorder);
        try {
            receiver.behaviours.addAll(List.of(Receiver.status(500), Receiver.dies(), receiver.hangs()));
            start();
            store.scan(clock.instant(), orphans(1));
            awaitDelivered(1);
            receiver.close();
            store.scan(clock.instant());
            store.scan(clock.instant(), orphans(1));
            await().untilAsserted(() ->
                    assertThat(notices()).extracting(Notice::lastError).contains("nobody listens there"));
        } finally {
            logger.removeHandler(recorder);
        }
        assertThat(logged).hasSizeGreaterThan(3).noneMatch(line -> line.contains("canary"));
        assertThat(notices().toString()).doesNotContain("canary");
        assertThat(receiver.posts).allMatch(post -> post.path().contains("canary"));
    }
}
