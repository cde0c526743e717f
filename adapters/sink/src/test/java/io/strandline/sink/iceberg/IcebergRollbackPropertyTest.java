package io.strandline.sink.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.sink.Page;
import io.strandline.sink.RollbackOptions;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.WriteMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;
import org.apache.iceberg.PartitionSpec;

/**
 * Runs of all modes with keys that meet, and rollbacks of any of them (SNK-10, SNK-11): after one that was applied the table is what
 * the other runs alone would have made; after one that was not, it is as it was, and there are conflicts.
 */
class IcebergRollbackPropertyTest {
    /**
     * A step.
     *
     * @param mode null to roll back
     * @param keys of its rows; of which run to roll back the first tells
     */
    record Step(WriteMode mode, List<Integer> keys) {}

    private record Made(RunId id, WriteMode mode, List<Integer> keys, String note) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<WriteMode> modes = Arbitraries.frequency(
                Tuple.of(3, WriteMode.APPEND),
                Tuple.of(4, WriteMode.UPSERT),
                Tuple.of(2, WriteMode.DELETE),
                Tuple.of(1, WriteMode.OVERWRITE));
        Arbitrary<List<Integer>> keys =
                Arbitraries.integers().between(0, 6).list().ofMinSize(1).ofMaxSize(4);
        return Combinators.combine(modes.injectNull(0.35), keys)
                .as(Step::new)
                .list()
                .ofMinSize(3)
                .ofMaxSize(12);
    }

    @Property(tries = 6, shrinking = ShrinkingMode.BOUNDED, seed = "42")
    void onVersionTwo(@ForAll("steps") List<Step> steps) throws IOException {
        aRollbackLeavesWhatTheOtherRunsMade(2, steps);
    }

    @Property(tries = 6, shrinking = ShrinkingMode.BOUNDED, seed = "43")
    void onVersionThree(@ForAll("steps") List<Step> steps) throws IOException {
        aRollbackLeavesWhatTheOtherRunsMade(3, steps);
    }

    private static void aRollbackLeavesWhatTheOtherRunsMade(int version, List<Step> steps) throws IOException {
        Path directory = Files.createTempDirectory("rollback");
        try (TestLake lake = TestLake.in(directory)) {
            lake.create("orders", TestLake.PLAIN, PartitionSpec.unpartitioned(), version);
            List<Made> standing = new ArrayList<>();
            for (Step step : steps) {
                if (step.mode() != null) {
                    standing.add(run(lake, step, "n" + standing.size()));
                } else if (!standing.isEmpty()) {
                    rollback(lake, standing, step.keys().get(0) * 7 % standing.size());
                }
                assertThat(lake.rows("orders")).isEqualTo(replayed(standing));
            }
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static Made run(TestLake lake, Step step, String note) {
        List<Integer> keys = step.keys();
        List<Page> pages = new ArrayList<>();
        // a page has each key once, as those of an engine have; pages may repeat them
        List<Integer> rest = new ArrayList<>(keys);
        while (!rest.isEmpty()) {
            Set<Integer> once = new TreeSet<>(rest);
            pages.add(TestLake.page(
                    once.stream().flatMap(key -> Stream.of(key, note)).toArray()));
            once.forEach(key -> rest.remove(key));
        }
        return new Made(lake.run("orders", step.mode(), pages.toArray(Page[]::new)), step.mode(), keys, note);
    }

    private static void rollback(TestLake lake, List<Made> standing, int which) {
        Made run = standing.get(which);
        RollbackOutcome outcome;
        try (SinkDriver driver = lake.driver("orders")) {
            outcome = driver.rollback()
                    .orElseThrow()
                    .rollback(
                            new RollbackOptions(false, false, List.of()), TestLake.context(run.id(), run.mode(), null));
        }
        if (outcome.applied()) {
            standing.remove(which);
        } else {
            assertThat(outcome.conflicts()).isNotEmpty();
        }
    }

    private static List<String> replayed(List<Made> runs) {
        List<String> rows = new ArrayList<>();
        for (Made run : runs) {
            Set<Integer> keys = new TreeSet<>(run.keys());
            switch (run.mode()) {
                case APPEND -> run.keys().forEach(key -> rows.add(row(key, run)));
                case OVERWRITE -> {
                    rows.clear();
                    run.keys().forEach(key -> rows.add(row(key, run)));
                }
                case DELETE, UPSERT -> {
                    rows.removeIf(row -> keys.stream().anyMatch(key -> row.startsWith("[" + key + ",")));
                    if (run.mode() == WriteMode.UPSERT) {
                        keys.forEach(key -> rows.add(row(key, run)));
                    }
                }
            }
        }
        rows.sort(null);
        return rows;
    }

    private static String row(int key, Made run) {
        return "[" + key + ", " + run.note() + "]";
    }
}
