package io.strandline.gateway.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.Catalogs;
import io.strandline.common.LocationRules;
import io.strandline.gateway.engine.Engines;
import io.strandline.reconcile.Adoptions;
import io.strandline.reconcile.AutomaticRepairs;
import io.strandline.reconcile.Coverage;
import io.strandline.reconcile.Evidence;
import io.strandline.reconcile.Finding;
import io.strandline.reconcile.FindingKind;
import io.strandline.reconcile.Proof;
import io.strandline.reconcile.Reason;
import io.strandline.reconcile.Reconciler;
import io.strandline.reconcile.Repairs;
import io.strandline.reconcile.Scan;
import io.strandline.reconcile.sql.ReconcileSql;
import io.strandline.reconcile.store.StoredHistory;
import io.strandline.reconcile.store.StoredOutbox;
import io.strandline.reconcile.store.StoredScans;
import io.strandline.registry.Connections;
import io.strandline.registry.Registrar;
import io.strandline.registry.local.LocalFileLocator;
import io.strandline.registry.store.StoredRegistrations;
import io.strandline.registry.store.StoredSources;
import io.strandline.sqlkit.SqlModule;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** REC-18: a month of scans, charted by the SQL a BI tool sends, against counts taken while the month went by. */
class DriftMonthTest {
    private static final LocalDate FIRST = LocalDate.of(2026, 3, 1);
    private static final List<FindingKind> KINDS =
            List.of(FindingKind.DRIFTED, FindingKind.MISSING, FindingKind.ORPHAN);
    private static final Coverage ALL =
            new Coverage(EnumSet.allOf(FindingKind.class), null, Set.of(), Set.of(), Set.of());

    @TempDir
    Path directory;

    private StoreDatabase store;
    private Sql sql;
    private final Map<LocalDate, Map<FindingKind, Counted>> counted = new TreeMap<>();

    private record Counted(long open, long opened, long resolved) {}

    @BeforeEach
    void aMonthGoesBy() {
        store = StoreDatabase.open(
                StoreOptions.of("jdbc:sqlite:" + directory.resolve("store.db")), "registry", "reconcile");
        StoredScans scans = new StoredScans(store);
        scanThroughTheMonth(scans, "scratch", new Random(3), true);
        scanThroughTheMonth(scans, "other", new Random(4), false);
        Evidence evidence = new Evidence(
                new Catalogs(List.of()),
                new StoredRegistrations(store),
                new StoredSources(store),
                new LocalFileLocator(),
                LocationRules.defaults());
        Connections none = new Connections(List.of());
        Clock clock = Clock.fixed(TestExecution.NOW, ZoneOffset.UTC);
        Reconciler reconciler = new Reconciler(none, evidence, scans, Runnable::run, 1, clock);
        Repairs repairs = new Repairs(none, evidence, reconciler, clock);
        Registrar registrar = new Registrar(
                none,
                new Catalogs(List.of()),
                new StoredRegistrations(store),
                new StoredSources(store),
                LocationRules.defaults(),
                () -> "id");
        SqlModule reconcile = ReconcileSql.of(
                reconciler,
                repairs,
                new AutomaticRepairs(List.of(), repairs),
                new Adoptions(none, evidence, registrar),
                scans,
                new StoredHistory(store),
                new StoredOutbox(store));
        sql = new Sql(Engines.create(List.of(reconcile), new NoJournal(), EngineLimits.DEFAULT));
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** Two scans a day, none in the second week; what is open is noted at the end of each day. */
    private void scanThroughTheMonth(StoredScans scans, String connection, Random random, boolean count) {
        Map<FindingKind, Set<String>> open = new EnumMap<>(FindingKind.class);
        KINDS.forEach(kind -> open.put(kind, new HashSet<>()));
        for (LocalDate day = FIRST; day.getMonthValue() == 3; day = day.plusDays(1)) {
            Map<FindingKind, Counted> today = new EnumMap<>(FindingKind.class);
            KINDS.forEach(kind -> today.put(kind, new Counted(open.get(kind).size(), 0, 0)));
            boolean quiet = day.getDayOfMonth() > 7 && day.getDayOfMonth() < 15;
            for (int hour : quiet ? new int[0] : new int[] {0, 23}) {
                List<Finding> found = new ArrayList<>();
                for (FindingKind kind : KINDS) {
                    Set<String> seen = new HashSet<>();
                    for (int table = 0; table < 12; table++) {
                        if (random.nextInt(4) == 0 || (day.equals(FIRST) && table == 0)) {
                            seen.add("t" + table);
                            found.add(finding(connection, kind, "t" + table));
                        }
                    }
                    Counted before = today.get(kind);
                    today.put(
                            kind,
                            new Counted(
                                    seen.size(),
                                    before.opened() + without(seen, open.get(kind)),
                                    before.resolved() + without(open.get(kind), seen)));
                    open.put(kind, seen);
                }
                Instant at = day.atTime(hour, 59, 59).toInstant(ZoneOffset.UTC);
                scans.insert(scan(connection, at), found, ALL);
            }
            if (count) {
                counted.put(day, today);
            }
        }
    }

    private static long without(Set<String> all, Set<String> others) {
        return all.stream().filter(each -> !others.contains(each)).count();
    }

    private static Scan scan(String connection, Instant at) {
        String statement = connection + at;
        return new Scan(
                0, connection, "prod", "scratch", statement, "ada", at, at, 0, 0, false, 0, 0, 0, 0, 0, 0, 0, null);
    }

    private static Finding finding(String connection, FindingKind kind, String table) {
        Proof proof = new Proof.Unproved(Reason.NOT_PROVABLE, "nobody knows");
        return new Finding(
                connection,
                kind,
                kind.severity(),
                "prod",
                "scratch",
                table,
                null,
                null,
                null,
                null,
                proof,
                null,
                null,
                "drifted",
                TestExecution.NOW,
                null);
    }

    @Test
    void aChartOfOneConnectionByDayAndKind() {
        String query =
                "SELECT CAST(day_utc AS VARCHAR), kind, SUM(open_findings) AS open_sum, SUM(new_findings) AS new_sum,"
                        + " SUM(resolved_findings) AS resolved_sum FROM reconcile.drift_daily"
                        + " WHERE connection_name = 'scratch' AND day_utc BETWEEN DATE '2026-03-01' AND DATE '2026-03-31'"
                        + " GROUP BY day_utc, kind ORDER BY day_utc, kind";
        List<List<@Nullable Object>> expected = new ArrayList<>();
        counted.forEach((day, kinds) -> KINDS.forEach(kind -> {
            Counted count = kinds.get(kind);
            expected.add(List.of(day.toString(), kind.name(), count.open(), count.opened(), count.resolved()));
        }));
        assertThat(expected).hasSize(31 * KINDS.size());
        assertThat(sql.rows(query)).isEqualTo(expected);
        assertThat(sql.plan(query)).contains("connection_name = 'scratch'", "day_utc >= ", "day_utc <= ");
    }

    @Test
    void aChartOfOneKindByWeek() {
        long most = counted.entrySet().stream()
                .filter(day -> day.getKey().isBefore(LocalDate.of(2026, 3, 9))
                        && day.getKey().getDayOfMonth() > 1)
                .mapToLong(day -> day.getValue().get(FindingKind.ORPHAN).open())
                .max()
                .orElseThrow();
        List<List<@Nullable Object>> weeks = sql.rows("SELECT CAST(FLOOR(day_utc TO WEEK) AS VARCHAR) AS first_day,"
                + " MAX(open_findings) AS most FROM reconcile.drift_daily"
                + " WHERE connection_name = 'scratch' AND kind = 'ORPHAN'"
                + " AND day_utc > DATE '2026-03-01' AND day_utc < DATE '2026-03-09' GROUP BY FLOOR(day_utc TO WEEK)");
        assertThat(weeks.stream().mapToLong(week -> (Long) week.get(1)).max()).hasValue(most);
    }

    @Test
    void theHistoryTellsWhatIsOpenNowAndForHowLong() {
        long open = counted.get(LocalDate.of(2026, 3, 31)).values().stream()
                .mapToLong(Counted::open)
                .sum();
        assertThat(sql.value("SELECT COUNT(*) FROM reconcile.findings_history"
                        + " WHERE connection_name = 'scratch' AND resolved_at IS NULL"))
                .isEqualTo(open);
        assertThat(sql.value("SELECT COUNT(*) FROM reconcile.findings_history WHERE first_seen > last_seen"
                        + " OR resolved_at < last_seen"))
                .isEqualTo(0L);
    }
}
