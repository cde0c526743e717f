package io.strandline.reconcile.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.strandline.reconcile.Notice;
import io.strandline.reconcile.Notice.State;
import io.strandline.reconcile.store.StoredOutbox;
import io.strandline.store.database.DatabaseLeases;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** New findings reach a receiver at least once, whatever it does, each under an id of its own. */
class NotifierFailuresTest extends Posting {
    /** A receiver that answers with an error, or redirects, is asked again, with the same ids. */
    @ParameterizedTest
    @ValueSource(ints = {500, 503, 302, 307, 408, 425, 429})
    void whatIsNotTakenIsPostedAgain(int status) {
        receiver.behaviours.addAll(List.of(Receiver.status(status), Receiver.status(status)));
        start();
        store.scan(clock.instant(), orphans(2));
        awaitDelivered(2);
        assertThat(receiver.posts).hasSize(3).extracting(Receiver.Post::ids).containsOnly(idsOf(State.DELIVERED));
        assertThat(notices()).allSatisfy(notice -> {
            assertThat(notice.attempts()).isEqualTo(3);
            assertThat(notice.lastError()).contains("HTTP " + status);
        });
    }

    /** What is refused is put aside and does not hold up what is behind; it is posted again, one by one, and mended so. */
    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 413, 422})
    void whatIsRefusedHoldsUpNoOther(int status) {
        NotifierOptions patient = new NotifierOptions(
                QUICK.poll(), QUICK.timeout(), 3, Duration.ofHours(1), Duration.ofHours(1), QUICK.kept(), QUICK.kept());
        receiver.behaviours.add(Receiver.status(status));
        Notifier first = start(patient);
        store.scan(clock.instant(), orphans(7));
        awaitDelivered(4);
        assertThat(notices().subList(0, 3)).allSatisfy(notice -> {
            assertThat(notice.state()).isEqualTo(State.REFUSED);
            assertThat(notice.attempts()).isOne();
            assertThat(notice.lastError()).isEqualTo("HTTP " + status);
            assertThat(notice.nextAttemptAt()).isAfter(clock.instant());
        });
        first.close();
        start(Clock.offset(clock, Duration.ofHours(2)));
        awaitDelivered(7);
        assertThat(receiver.posts.subList(3, 6))
                .as("one by one, under the same ids")
                .extracting(Receiver.Post::ids)
                .containsExactlyElementsOf(
                        receiver.posts.get(0).ids().stream().map(List::of).toList());
    }

    /** An event that is never taken is asked about no more than a failure is, is counted, and is given up in the end. */
    @Test
    void anEventThatIsNeverTakenIsAloneInTheEnd() {
        receiver.answer = post -> post.text().contains("\"t1\"") ? 422 : 204;
        start();
        store.scan(clock.instant(), orphans(6));
        awaitDelivered(5);
        await().untilAsserted(() -> assertThat(notices())
                .filteredOn(notice -> notice.state() == State.REFUSED)
                .singleElement()
                .satisfies(notice -> assertThat(notice.attempts()).isGreaterThan(3)));
        store.scan(clock.instant(), orphans(9));
        awaitDelivered(8);
        new StoredOutbox(store.database).tidyUp(clock.instant().plusMillis(1), Instant.EPOCH, clock.instant());
        assertThat(idsOf(State.GIVEN_UP)).hasSize(1);
    }

    /** A receiver that takes the post and dies may have it: it gets it again under the same ids, to drop. */
    @Test
    void aReceiverThatDiesBeforeItAnswersGetsTheSameIdsAgain() {
        receiver.behaviours.add(Receiver.dies());
        start();
        store.scan(clock.instant(), orphans(2));
        awaitDelivered(2);
        assertThat(receiver.posts)
                .extracting(Receiver.Post::ids)
                .containsExactly(idsOf(State.DELIVERED), idsOf(State.DELIVERED));
        assertThat(notices())
                .extracting(Notice::lastError)
                .allSatisfy(error -> assertThat(error).contains("broke"));
    }

    @Test
    void aReceiverThatHangsIsAskedAgain() {
        receiver.behaviours.addAll(List.of(receiver.hangs(), receiver.hangsInItsBody()));
        start();
        store.scan(clock.instant(), orphans(1));
        awaitDelivered(1);
        assertThat(receiver.posts).hasSize(3);
        assertThat(notices()).extracting(Notice::lastError).containsExactly("no answer within 500 ms");
    }

    /** 410: the receiver is gone for good. */
    @Test
    void aReceiverThatWantsNoMoreIsAskedNoMore() {
        receiver.behaviours.add(Receiver.status(410));
        start();
        store.scan(clock.instant(), orphans(7));
        await().untilAsserted(() -> assertThat(idsOf(State.GIVEN_UP)).hasSize(7));
        assertThat(receiver.posts).hasSize(1);
    }

    /** Nothing is held in memory: what was not delivered is posted by the next gateway, after the pause that was begun. */
    @Test
    void aRestartLosesNothing() {
        NotifierOptions patient = new NotifierOptions(
                QUICK.poll(), QUICK.timeout(), 3, Duration.ofHours(1), Duration.ofHours(1), QUICK.kept(), QUICK.kept());
        receiver.behaviours.addAll(List.of(Receiver.status(204), Receiver.status(500)));
        Notifier first = start(patient);
        store.scan(clock.instant(), orphans(7));
        await().untilAsserted(() -> assertThat(receiver.posts).hasSize(2));
        await().untilAsserted(() -> assertThat(notices()).anyMatch(notice -> notice.lastError() != null));
        first.close();
        assertThat(notices().stream().filter(notice -> notice.state() == State.PENDING))
                .hasSize(4)
                .allMatch(
                        notice -> notice.nextAttemptAt().isAfter(clock.instant().plus(Duration.ofMinutes(20))));
        store.reopen();
        leases = DatabaseLeases.open(store.database, clock);
        start(Clock.offset(clock, Duration.ofHours(2)));
        awaitDelivered(7);
        assertThat(new HashSet<>(receiver.ids())).hasSize(7);
        assertThat(receiver.ids()).as("the second post, again").hasSize(10);
    }

    /** A clock that was set back makes nobody wait until it has caught up. */
    @Test
    void aClockSetBackHoldsUpNoNotice() {
        store.scan(clock.instant().plus(Duration.ofDays(1)), orphans(2));
        start();
        awaitDelivered(2);
    }

    /** The outbox is bounded in age: what nobody took for three days is given up, and what ended is forgotten in a week. */
    @Test
    void whatIsTooOldIsGivenUpAndThenForgotten() {
        Instant now = clock.instant();
        store.scan(now.minus(Duration.ofDays(4)), orphans(2));
        StoredOutbox outbox = new StoredOutbox(store.database);
        outbox.tidyUp(now.minus(QUICK.pendingAtMost()), now.minus(QUICK.kept()), now);
        assertThat(idsOf(State.GIVEN_UP)).hasSize(2);
        outbox.tidyUp(now, now.plusMillis(1), now);
        assertThat(notices()).isEmpty();
    }
}
