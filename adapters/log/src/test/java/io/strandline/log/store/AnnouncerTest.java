package io.strandline.log.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** LOG-5: whatever a commit tells others by itself, they are told of it, at once or a little later. */
class AnnouncerTest {
    private final AtomicInteger told = new AtomicInteger();
    private final AtomicInteger looked = new AtomicInteger();
    private final Announcer announcer = new Announcer("events", told::incrementAndGet, looked::incrementAndGet);

    @AfterEach
    void close() {
        announcer.close();
    }

    /** The first after a pause tells by itself, and so does one after the next pause. */
    @Test
    void whoCommitsAfterAPauseTells() {
        assertThat(announcer.isDue()).isTrue();
        announcer.committed(true);
        await().until(announcer::isDue);
        assertThat(told).hasValue(0);
    }

    /** Those who did not are told of soon, by fewer writes than there were commits. */
    @Test
    void whatIsOwedIsTold() {
        for (int i = 0; i < 1_000; i++) {
            announcer.committed(false);
        }
        await().untilAsserted(() -> assertThat(told).hasPositiveValue());
        assertThat(told.get()).isLessThan(1_000);
        int before = told.get();
        announcer.committed(false);
        await().untilAsserted(() -> assertThat(told).hasValueGreaterThan(before));
    }

    /** A log that is closed leaves nothing owed; a commit that ends after it harms nobody. */
    @Test
    void whatIsOwedIsToldAtTheEnd() {
        announcer.committed(false);
        announcer.close();
        await().untilAsserted(() -> assertThat(told).hasValue(1));
        announcer.committed(false);
        announcer.heard();
    }

    /** Who cannot be told now is told of the next. */
    @Test
    void whoCannotBeToldIsToldOfTheNext() {
        AtomicInteger tries = new AtomicInteger();
        try (Announcer failing = new Announcer(
                "events",
                () -> {
                    if (tries.incrementAndGet() == 1) {
                        throw new StrandlineException(ErrorCode.STORE, "the store is away.");
                    }
                },
                () -> {})) {
            failing.committed(false);
            await().until(() -> tries.get() == 1);
            failing.committed(false);
            await().until(() -> tries.get() == 2);
        }
    }

    /** Who was told looks once more: of what was published right after, a gateway that died has told nobody. */
    @Test
    void whoIsToldLooksOnceMore() {
        announcer.heard();
        announcer.heard();
        await().untilAsserted(() -> assertThat(looked).hasValue(1));
        announcer.heard();
        await().untilAsserted(() -> assertThat(looked).hasValue(2));
    }
}
