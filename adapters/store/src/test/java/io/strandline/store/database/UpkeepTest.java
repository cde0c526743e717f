package io.strandline.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is done again and again goes on whatever a round ends with. */
class UpkeepTest {
    @Test
    void aRoundThatFailsIsNotTheLast() throws Exception {
        Iterator<Runnable> failures = List.<Runnable>of(
                        () -> {
                            throw new StrandlineException(ErrorCode.STORE, "a test has it fail.");
                        },
                        () -> {
                            throw new IllegalStateException("a test has it fail");
                        },
                        () -> {
                            throw new NoClassDefFoundError("a test has it fail");
                        })
                .iterator();
        CountDownLatch done = new CountDownLatch(1);
        try (Upkeep upkeep = new Upkeep("test", 1)) {
            upkeep.repeat(Duration.ofMillis(1), "The test failed", () -> {
                if (failures.hasNext()) {
                    failures.next().run();
                }
                done.countDown();
            });
            assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }
}
