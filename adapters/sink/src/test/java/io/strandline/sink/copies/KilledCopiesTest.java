package io.strandline.sink.copies;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.Failpoint;
import io.strandline.fixtures.ChildJvm;
import io.strandline.sink.RunRecord;
import io.strandline.sink.WriteMode;
import io.strandline.sink.copies.Place.Kind;
import io.strandline.sink.store.Stores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A source is in its destination once, wherever the process was stopped or killed that copied it, if it is read again from the
 * destination's last token; also where others commit and expire snapshots meanwhile (SNK-5, SNK-7).
 */
class KilledCopiesTest {
    /** The profile {@code faults} sets it. */
    private static final int ROUNDS = Integer.getInteger("strandline.crashRounds", 4);

    /** Whether there is time for all. */
    private static final boolean LONG = ROUNDS >= 100;

    private static final int KILLS = LONG ? ROUNDS : 1;

    private static final long SEED = Long.getLong("strandline.crashSeed", 20_261_202L);

    private static final int KILLED = 137;

    /** Tokens of a process that does not stop where it should. */
    private static final int LONG_PAST_IT = 1_000_000;

    @TempDir
    static Path directory;

    private static ChildJvm jvm;

    @BeforeAll
    static void warmUp() throws IOException {
        jvm = ChildJvm.in(Files.createDirectory(directory.resolve("jvm")));
        try (Place place = place("warm", Kind.ICEBERG_V2)) {
            jvm.warmUp(CopyingChild.class, CopyingChild.arguments(place, WriteMode.APPEND, 2, null, 0), log());
        }
    }

    private static Path log() {
        return directory.resolve("log");
    }

    private static Place place(String name, Kind kind) throws IOException {
        String server = kind == Kind.POSTGRESQL ? Stores.postgresql().getJdbcUrl("postgres", "postgres") : "";
        return Place.create(kind, Files.createDirectory(directory.resolve(name)), server);
    }

    /** In a short run some of them for each kind, in a long one all. */
    private static List<Failpoint> points(Kind kind) {
        List<Failpoint> points = new ArrayList<>(kind.ofTokens());
        if (LONG || kind == Kind.SQLITE) {
            points.add(Failpoint.SINK_RUN_BEGUN);
            points.add(Failpoint.SINK_RUN_LANDED);
        }
        return points;
    }

    private static void stop(Place place, WriteMode mode, long upTo, Failpoint point, int passing) {
        List<String> arguments = CopyingChild.arguments(place, mode, upTo, point, passing);
        assertThat(jvm.run(CopyingChild.class, arguments, log(), line -> false, 0))
                .as("stopped at %s, time %s", point, passing)
                .isEqualTo(CopyingChild.STOPPED);
    }

    private static void kill(Place place, int tokens, long nanos) {
        AtomicInteger left = new AtomicInteger(tokens);
        List<String> arguments = CopyingChild.arguments(place, WriteMode.APPEND, LONG_PAST_IT, null, 0);
        assertThat(jvm.run(CopyingChild.class, arguments, log(), line -> left.decrementAndGet() <= 0, nanos))
                .isEqualTo(KILLED);
    }

    /** Rows and token have landed together, whatever was going on. */
    private static long check(Place place, @Nullable Object after) {
        long last = place.lastToken();
        assertThat(place.rows()).as("after %s, at token %s", after, last).isEqualTo(Source.rows(last));
        return last;
    }

    @ParameterizedTest
    @EnumSource
    void aSourceIsThereOnce(Kind kind) throws IOException {
        Random random = new Random(SEED);
        try (Place place = place("of_" + kind, kind)) {
            for (Failpoint point : points(kind)) {
                int passing = kind.ofTokens().contains(point) ? 1 + random.nextInt(3) : 1;
                stop(place, WriteMode.APPEND, place.lastToken() + 4, point, passing);
                check(place, point);
                place.othersCommitAndExpire();
            }
            for (int round = 0; round < KILLS; round++) {
                int tokens = 1 + random.nextInt(10);
                kill(place, tokens, random.nextInt(20_000_000));
                assertThat(check(place, "seed " + SEED + ", round " + round)).isGreaterThanOrEqualTo(tokens - 1);
                place.othersCommitAndExpire();
            }
            finish(place);
        }
    }

    /** Nothing that died is in the way of who comes after it. */
    private static void finish(Place place) {
        long end = place.lastToken() + 3;
        try (Copier last = Copier.beside(place)) {
            last.endWhatIsLeft();
            last.copy(end, token -> {});
            assertThat(check(place, "the last run")).isEqualTo(end);
            assertThat(last.runs()).noneMatch(run -> run.state().isInFlight());
            RunRecord again = last.copyAgain(end);
            assertThat(again.counts().dropped()).isEqualTo(again.counts().offered());
            check(place, "all of it again");
        }
    }

    /** What a process left is given up, undone and sent again: nothing of it is left, and nothing is passed over (SNK-12). */
    @ParameterizedTest
    @EnumSource
    void whatDiedIsUndoneAndSentAgain(Kind kind) throws IOException {
        Random random = new Random(SEED);
        try (Place place = place("undone_" + kind, kind)) {
            try (Copier copier = Copier.beside(place)) {
                copier.copy(2, token -> {});
            }
            List<Failpoint> points = LONG ? points(kind) : kind.ofTokens().subList(1, 2);
            for (int round = 0; round < (LONG ? 10 : 1); round++) {
                for (Failpoint point : points) {
                    long before = place.lastToken();
                    int passing = kind.ofTokens().contains(point) ? 2 + random.nextInt(2) : 1;
                    stop(place, WriteMode.APPEND, before + 4, point, passing);
                    try (Copier copier = Copier.beside(place)) {
                        copier.endWhatIsLeft();
                        copier.undoLast();
                        assertThat(check(place, point)).isEqualTo(before);
                        copier.copy(before + 4, token -> {});
                    }
                    assertThat(check(place, point)).isEqualTo(before + 4);
                }
            }
        }
    }

    /** The table has its old rows or the new ones, and what was staged goes. */
    @ParameterizedTest
    @EnumSource(names = {"SQLITE", "ICEBERG_V3"})
    void anOverwriteIsWholeOrNotAtAll(Kind kind) throws IOException {
        try (Place place = place("over_" + kind, kind)) {
            try (Copier copier = Copier.beside(place)) {
                copier.overwrite(2);
            }
            stop(place, WriteMode.OVERWRITE, 5, kind.ofOverwrites(), 1);
            assertThat(place.rows()).isEqualTo(Source.rows(2));
            try (Copier last = Copier.beside(place)) {
                last.endWhatIsLeft();
                assertThat(place.staged()).isEmpty();
                last.overwrite(5);
            }
            assertThat(place.rows()).isEqualTo(Source.rows(5));
        }
    }
}
