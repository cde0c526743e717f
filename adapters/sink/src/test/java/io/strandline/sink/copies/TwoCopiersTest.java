package io.strandline.sink.copies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.Run;
import io.strandline.sink.RunState;
import io.strandline.sink.WriteMode;
import io.strandline.sink.copies.Place.Kind;
import io.strandline.sink.store.Stores;
import io.strandline.store.database.Dialect;
import io.strandline.store.database.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two gateways on one store copy one source to one table at once: no row is there twice, and none is missing (SNK-5). */
class TwoCopiersTest {
    @TempDir
    Path directory;

    private final StoreOptions store = Stores.place(Dialect.POSTGRESQL);

    private Place place(Kind kind) throws IOException {
        String server = Stores.postgresql().getJdbcUrl("postgres", "postgres");
        return Place.create(kind, Files.createTempDirectory(directory, "two"), server);
    }

    /** Both read that nothing was written; who is second is refused, and goes on from where the first is. */
    @ParameterizedTest
    @EnumSource
    void whoIsSecondIsRefused(Kind kind) throws IOException {
        try (Place place = place(kind);
                Copier one = new Copier(place, store);
                Copier two = new Copier(place, store)) {
            try (Run first = one.begin(WriteMode.APPEND, Source.SCOPE);
                    Run second = two.begin(WriteMode.APPEND, Source.SCOPE)) {
                Copier.send(first, 1, 2, token -> {});
                first.commit();
                StrandlineException refused = catchThrowableOfType(StrandlineException.class, () -> {
                    Copier.send(second, 1, 3, token -> {});
                    second.commit();
                });
                assertThat(refused.code()).isEqualTo(ErrorCode.REFUSED);
                assertThat(refused).hasMessageContaining("let one run at a time use a scope");
                assertThat(second.record().state()).isEqualTo(RunState.FAILED);
                assertThat(second.record().counts().accepted()).isZero();
            }
            assertThat(place.rows()).isEqualTo(Source.rows(2));
            two.copy(3, token -> {});
            assertThat(place.rows()).isEqualTo(Source.rows(3));
        }
    }

    /** Each tries until all is there. */
    @ParameterizedTest
    @EnumSource
    void bothTogetherWriteItOnce(Kind kind) throws Exception {
        long end = 12;
        CyclicBarrier together = new CyclicBarrier(2);
        try (Place place = place(kind);
                Copier one = new Copier(place, store);
                Copier two = new Copier(place, store)) {
            List<CompletableFuture<Void>> both = List.of(
                    CompletableFuture.runAsync(() -> insist(one, end, together)),
                    CompletableFuture.runAsync(() -> insist(two, end, together)));
            for (CompletableFuture<Void> each : both) {
                each.get(60, TimeUnit.SECONDS);
            }
            assertThat(place.rows()).isEqualTo(Source.rows(end));
            assertThat(place.lastToken()).isEqualTo(end);
        }
    }

    private static void insist(Copier copier, long end, CyclicBarrier together) {
        try {
            together.await(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        while (true) {
            try {
                copier.copy(end, token -> {});
                return;
            } catch (StrandlineException e) {
                // the other was first: begin after its last token
                assertThat(e.code()).isIn(ErrorCode.REFUSED, ErrorCode.CONFLICT);
            }
        }
    }
}
