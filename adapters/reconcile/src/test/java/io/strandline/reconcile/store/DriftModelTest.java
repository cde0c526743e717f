package io.strandline.reconcile.store;

import static io.strandline.reconcile.store.ScanStore.ALL;
import static io.strandline.reconcile.store.ScanStore.finding;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.SystemCall;
import io.strandline.reconcile.Coverage;
import io.strandline.reconcile.DriftDay;
import io.strandline.reconcile.Finding;
import io.strandline.reconcile.FindingKind;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.Condition.Operator;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.database.Dialect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;

/** REC-18: counts by day equal those of a model that only remembers what was open after each scan. */
class DriftModelTest {
    private static final List<FindingKind> KINDS = List.of(FindingKind.ORPHAN, FindingKind.MISSING);
    private static final Instant START = Instant.parse("2026-03-20T22:00:00Z");
    /** The model forgets nothing: what is resolved and let go of is {@code StoredHistoryTest}'s. */
    private static final Duration LONGER_THAN_ALL_ROUNDS = Duration.ofDays(365);

    /**
     * A scan.
     *
     * @param after since the one before
     * @param found which of the tables t0 to t4 are found, for each kind
     * @param failed whether nothing could be compared
     */
    record Round(Duration after, List<Set<Integer>> found, boolean failed) {}

    @Provide
    Arbitrary<List<Round>> month() {
        Arbitrary<Set<Integer>> tables =
                Arbitraries.integers().between(0, 4).set().ofMaxSize(5);
        Arbitrary<Duration> pause =
                Arbitraries.integers().between(1, 70).map(Duration::ofHours).map(hours -> hours.plusMillis(7));
        Arbitrary<Boolean> failed = Arbitraries.frequency(Tuple.of(6, false), Tuple.of(1, true));
        return Combinators.combine(pause, tables.list().ofSize(KINDS.size()), failed)
                .as(Round::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(25);
    }

    @Property(tries = 60, shrinking = ShrinkingMode.BOUNDED)
    void everyDayIsCountedAsAModelCountsIt(@ForAll("month") List<Round> rounds) {
        Path directory = directory();
        try (ScanStore store = new ScanStore(Dialect.SQLITE, directory, Map.of(), LONGER_THAN_ALL_ROUNDS)) {
            Map<FindingKind, Model> models = new HashMap<>();
            KINDS.forEach(kind -> models.put(kind, new Model()));
            Instant at = START;
            for (Round round : rounds) {
                at = at.plus(round.after());
                List<Finding> found = new ArrayList<>();
                for (int kind = 0; kind < KINDS.size(); kind++) {
                    Set<Integer> tables = round.found().get(kind);
                    for (int table : tables) {
                        found.add(finding(KINDS.get(kind), "t" + table, null, table % 2 == 0, "found"));
                    }
                    if (!round.failed()) {
                        models.get(KINDS.get(kind)).scanned(at, tables);
                    }
                }
                store.scan(at, round.failed() ? Coverage.NONE : ALL, round.failed() ? List.of() : found);
            }
            List<DriftDay> expected = KINDS.stream()
                    .flatMap(kind -> models.get(kind).days(kind.name()).stream())
                    .toList();
            assertThat(store.days()).containsExactlyElementsOf(byKind(expected));
            assertConditionsArePushed(store, expected);
        } finally {
            delete(directory);
        }
    }

    /** By name, as the rows come. */
    private static List<DriftDay> byKind(List<DriftDay> days) {
        return days.stream()
                .sorted(Comparator.comparing(DriftDay::kind).thenComparing(DriftDay::day))
                .toList();
    }

    private static void assertConditionsArePushed(ScanStore store, List<DriftDay> expected) {
        LocalDate from = LocalDate.of(2026, 3, 25);
        LocalDate to = LocalDate.of(2026, 4, 2);
        Wanted wanted = new Wanted(
                Set.of(),
                List.of(
                        new Condition("kind", Operator.EQUAL, List.of("ORPHAN")),
                        new Condition("day_utc", Operator.GREATER_OR_EQUAL, List.of(from)),
                        new Condition("day_utc", Operator.LESS_OR_EQUAL, List.of(to))),
                List.of(),
                OptionalLong.empty());
        assertThat(store.history.daily(wanted, new SystemCall(START)))
                .containsExactlyElementsOf(expected.stream()
                        .filter(day -> day.kind().equals("ORPHAN"))
                        .filter(day -> !day.day().isBefore(from) && !day.day().isAfter(to))
                        .toList());
    }

    /** What one kind looks like, told from the sets that were open one after the other. */
    private static final class Model {
        private final TreeMap<LocalDate, Set<Integer>> openAtEnd = new TreeMap<>();
        private final Map<LocalDate, Long> opened = new HashMap<>();
        private final Map<LocalDate, Long> resolved = new HashMap<>();

        void scanned(Instant at, Set<Integer> open) {
            LocalDate day = at.atZone(ZoneOffset.UTC).toLocalDate();
            Set<Integer> before =
                    openAtEnd.isEmpty() ? Set.of() : openAtEnd.lastEntry().getValue();
            opened.merge(day, without(open, before), Long::sum);
            resolved.merge(day, without(before, open), Long::sum);
            openAtEnd.put(day, open);
        }

        private static long without(Set<Integer> all, Set<Integer> others) {
            Set<Integer> rest = new HashSet<>(all);
            rest.removeAll(others);
            return rest.size();
        }

        List<DriftDay> days(String kind) {
            List<DriftDay> days = new ArrayList<>();
            LocalDate last = openAtEnd.isEmpty() ? LocalDate.MIN : openAtEnd.lastKey();
            boolean begun = false;
            for (LocalDate day = openAtEnd.isEmpty() ? LocalDate.MAX : openAtEnd.firstKey();
                    !day.isAfter(last);
                    day = day.plusDays(1)) {
                begun |= opened.getOrDefault(day, 0L) > 0;
                if (begun) {
                    Set<Integer> open = openAtEnd.floorEntry(day).getValue();
                    days.add(new DriftDay(
                            "scratch",
                            "prod",
                            "scratch",
                            kind,
                            day,
                            open.size(),
                            opened.getOrDefault(day, 0L),
                            resolved.getOrDefault(day, 0L),
                            open.stream().filter(table -> table % 2 == 0).count()));
                }
            }
            return days;
        }
    }

    private static Path directory() {
        try {
            return Files.createTempDirectory("drift");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path directory) {
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
