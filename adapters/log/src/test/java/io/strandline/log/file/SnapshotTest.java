package io.strandline.log.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.log.Bytes;
import io.strandline.log.ForwardingLog;
import io.strandline.log.LatestView;
import io.strandline.log.LogOptions;
import io.strandline.log.LogRecord;
import io.strandline.log.MetadataEventLog;
import io.strandline.log.RangeVisitor;
import io.strandline.log.SetClock;
import io.strandline.log.ViewOptions;
import io.strandline.log.memory.MemoryEventLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** LOG-14: what a view begins with is a snapshot that is whole, of this log and of one moment; else the log. */
class SnapshotTest {
    @TempDir
    private Path folder;

    private final SetClock clock = new SetClock();
    private final MemoryEventLog events =
            new MemoryEventLog(LogOptions.compacted("states", 2).keepingTombstones(Duration.ofHours(1)), clock);
    private final Counted log = new Counted(events);
    private Path file;

    /** A log that has an identity, counts what is read of it, and may not know what went. */
    private static final class Counted extends ForwardingLog {
        private String identity = "the log";
        private boolean tells = true;
        private int shown;

        Counted(MetadataEventLog real) {
            super(real);
        }

        @Override
        public void visitRange(int partition, long start, long end, RangeVisitor visitor, Runnable checkpoint) {
            super.visitRange(
                    partition,
                    start,
                    end,
                    found -> {
                        shown++;
                        return visitor.visit(found);
                    },
                    checkpoint);
        }

        @Override
        public Optional<List<Long>> lostBefore(Runnable checkpoint) {
            return tells ? super.lostBefore(checkpoint) : Optional.empty();
        }

        @Override
        public Optional<String> identity(Runnable checkpoint) {
            return Optional.of(identity);
        }
    }

    @BeforeEach
    void file() {
        file = folder.resolve("states.view");
    }

    private void publish(int partition, String key, String value) {
        events.publishKeyed(partition, Bytes.ofText(key), Bytes.ofText(value));
    }

    private LatestView view() {
        return new LatestView(log, ViewOptions.DEFAULTS.from(new SnapshotFile(file)), clock);
    }

    private static List<LogRecord> all(LatestView view) {
        return view.all(() -> {});
    }

    /** A view of what there is, closed. */
    private List<LogRecord> saved() {
        try (LatestView view = view()) {
            return all(view);
        }
    }

    @Test
    void theNextViewReadsOnlyWhatCameSince() {
        for (int i = 0; i < 5_000; i++) {
            publish(i % 2, "k" + i % 100, "v" + i);
        }
        assertThat(saved()).hasSize(100);
        assertThat(log.shown).isEqualTo(5_000);
        publish(0, "k0", "later");
        log.shown = 0;
        try (LatestView view = view()) {
            assertThat(view.find(Bytes.ofText("k0"), () -> {}))
                    .extracting(found -> found.value())
                    .containsExactly(Bytes.ofText("later"));
            assertThat(log.shown).isEqualTo(1);
            assertThat(view.warning()).isEmpty();
            assertThat(all(view)).isEqualTo(all(new LatestView(log, ViewOptions.DEFAULTS, clock)));
        }
    }

    /** In the background, when there is enough to write it for; and not again without a change. */
    @Test
    void aSnapshotIsWrittenWhenReadingWouldTakeLonger() throws IOException {
        try (LatestView view = view()) {
            publish(0, "k", "v");
            view.keepUp();
            assertThat(file).doesNotExist();
            for (int i = 0; i < 1_000; i++) {
                publish(0, "k", "v" + i);
            }
            view.keepUp();
            assertThat(file).exists();
            Files.delete(file);
            view.keepUp();
        }
        assertThat(file).doesNotExist();
    }

    /** Cut at every byte, and with every byte changed: found, and the log is read instead. */
    @Test
    void aSnapshotThatIsDamagedIsNotBelieved() throws IOException {
        publish(0, "k", "v");
        publish(1, "other", "");
        List<LogRecord> expected = saved();
        byte[] whole = Files.readAllBytes(file);
        for (int at = 0; at <= whole.length; at++) {
            assertNotBelieved(Arrays.copyOf(whole, at), at == whole.length, expected);
        }
        for (int at = 0; at < whole.length; at++) {
            byte[] changed = whole.clone();
            changed[at] ^= 1;
            assertNotBelieved(changed, false, expected);
        }
        assertNotBelieved(Arrays.copyOf(whole, whole.length + 1), false, expected);
    }

    private void assertNotBelieved(byte[] content, boolean believed, List<LogRecord> expected) throws IOException {
        Files.write(file, content);
        log.shown = 0;
        LatestView view = view();
        assertThat(all(view)).isEqualTo(expected);
        assertThat(log.shown).isEqualTo(believed ? 0 : 2);
        assertThat(view.warning().isEmpty()).isEqualTo(believed);
    }

    /** A log made anew under the same name, with as many events. */
    @Test
    void aSnapshotOfAnotherLogIsNotBelieved() {
        publish(0, "k", "v");
        List<LogRecord> expected = saved();
        log.identity = "another";
        log.shown = 0;
        try (LatestView view = view()) {
            assertThat(all(view)).isEqualTo(expected);
            assertThat(log.shown).isEqualTo(1);
            assertThat(view.warning())
                    .hasValueSatisfying(warning ->
                            assertThat(warning).contains("of another log").contains(file.toString()));
        }
        LatestView next = view();
        assertThat(all(next)).isEqualTo(expected);
        assertThat(next.warning()).isEmpty();
    }

    /** LOG-9: a tombstone that went while no view was there takes its key from the snapshot too. */
    @Test
    void aTombstoneThatWentMeanwhileIsNotMissed() {
        publish(0, "gone", "v");
        publish(0, "stays", "v");
        assertThat(saved()).hasSize(2);
        events.publishKeyed(0, Bytes.ofText("gone"), null);
        events.tidyUp();
        clock.advance(Duration.ofHours(2));
        events.tidyUp();
        publish(0, "later", "v");
        for (boolean tells : List.of(true, false)) {
            log.tells = tells;
            assertThat(all(view())).extracting(LogRecord::offset).containsExactly(1L, 3L);
        }
    }

    /** A clock that was set back since says nothing of a snapshot's age; a gap is then doubted. */
    @Test
    void aSnapshotOfTheFutureIsAsAnOldOne() {
        publish(0, "gone", "v");
        assertThat(saved()).hasSize(1);
        events.publishKeyed(0, Bytes.ofText("gone"), null);
        events.tidyUp();
        clock.advance(Duration.ofHours(2));
        events.tidyUp();
        clock.advance(Duration.ofHours(-3));
        publish(0, "later", "v");
        log.tells = false;
        assertThat(all(view())).extracting(LogRecord::offset).containsExactly(2L);
    }

    /** What a crash left beside it, and a place that cannot be written to, cost nothing but time. */
    @Test
    void whatCannotBeWrittenIsNoFault() throws IOException {
        Files.writeString(folder.resolve("states.view.tmp"), "half");
        publish(0, "k", "v");
        assertThat(saved()).hasSize(1);
        assertThat(file).exists();
        file = folder.resolve("missing").resolve("states.view");
        assertThat(saved()).hasSize(1);
        assertThat(file).doesNotExist();
    }
}
