package io.strandline.reconcile.store;

import io.strandline.common.Location;
import io.strandline.common.SystemCall;
import io.strandline.fixtures.SharedPostgresql;
import io.strandline.reconcile.Coverage;
import io.strandline.reconcile.DriftDay;
import io.strandline.reconcile.Finding;
import io.strandline.reconcile.FindingKind;
import io.strandline.reconcile.NoticeRule;
import io.strandline.reconcile.PastFinding;
import io.strandline.reconcile.Proof;
import io.strandline.reconcile.Reason;
import io.strandline.reconcile.Scan;
import io.strandline.reconcile.Scans;
import io.strandline.reconcile.SourceRef;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.database.Dialect;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Scans of the connection {@code scratch} in a fresh store, on a file or on one PostgreSQL that lives as long as the JVM. */
public final class ScanStore implements AutoCloseable {
    static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123Z");
    static final Duration KEPT = Duration.ofDays(30);
    public static final Coverage ALL = new Coverage(Set.of(FindingKind.values()), null, Set.of(), Set.of(), Set.of());
    private static final AtomicInteger NUMBER = new AtomicInteger();

    public StoreDatabase database;
    StoredScans scans;
    StoredHistory history;
    private final StoreOptions options;
    private final Map<String, NoticeRule> rules;
    private final Duration kept;

    ScanStore(Dialect dialect, Path directory) {
        this(dialect, directory, Map.of());
    }

    public ScanStore(Dialect dialect, Path directory, Map<String, NoticeRule> rules) {
        this(dialect, directory, rules, KEPT);
    }

    ScanStore(Dialect dialect, Path directory, Map<String, NoticeRule> rules, Duration kept) {
        this.options = options(dialect, directory);
        this.rules = rules;
        this.kept = kept;
        open();
    }

    private void open() {
        this.database = StoreDatabase.open(options, "reconcile");
        this.scans = new StoredScans(database, rules, kept);
        this.history = new StoredHistory(database);
    }

    /** As the next process of the gateway does. */
    public void reopen() {
        database.close();
        open();
    }

    private static StoreOptions options(Dialect dialect, Path directory) {
        int number = NUMBER.incrementAndGet();
        return switch (dialect) {
            case SQLITE -> StoreOptions.of("jdbc:sqlite:" + directory.resolve("store" + number + ".db"));
            case POSTGRESQL -> StoreOptions.of(SharedPostgresql.freshUrl()).withReaders(4);
        };
    }

    /** A scan of a statement of its own that saw everything. */
    public Scans.Stored scan(Instant at, Finding... found) {
        return scan(at, ALL, Arrays.asList(found));
    }

    Scans.Stored scan(Instant at, Coverage coverage, List<Finding> found) {
        return scan(UUID.randomUUID().toString(), at, coverage, found);
    }

    Scans.Stored scan(String statementId, Instant at, Coverage coverage, List<Finding> found) {
        return scan("scratch", statementId, at, coverage, found);
    }

    public Scans.Stored scan(
            String connection, String statementId, Instant at, Coverage coverage, List<Finding> found) {
        String error = coverage.kinds().isEmpty() ? "the catalog does not answer" : null;
        Scan scan = new Scan(
                0, connection, "prod", "scratch", statementId, "ada", at, at, 0, 0, false, 0, 0, 0, 0, 0, 0, 0, error);
        return scans.insert(scan, found, coverage);
    }

    List<PastFinding> findings() {
        return history.findings(Wanted.all(Set.of()), new SystemCall(NOW)).toList();
    }

    List<DriftDay> days() {
        return history.daily(Wanted.all(Set.of()), new SystemCall(NOW)).toList();
    }

    List<Scan> stored() {
        return scans.read(Wanted.all(Set.of()), new SystemCall(NOW)).toList();
    }

    public static Finding finding(FindingKind kind, @Nullable String table) {
        return finding(kind, table, kind == FindingKind.MISSING ? "r-" + table : null, false, "as it is");
    }

    static Finding finding(
            FindingKind kind,
            @Nullable String table,
            @Nullable String registrationId,
            boolean provable,
            String detail) {
        SourceRef source = new SourceRef("file", "f1", true);
        return new Finding(
                "scratch",
                kind,
                kind.severity(),
                "prod",
                "scratch",
                table,
                registrationId,
                null,
                kind == FindingKind.ORPHAN ? Location.parse("s3://lake/" + table) : null,
                provable ? source : null,
                provable ? new Proof.StoredFile(source) : new Proof.Unproved(Reason.NOT_PROVABLE, "nobody knows"),
                null,
                null,
                detail,
                NOW,
                null);
    }

    @Override
    public void close() {
        database.close();
    }
}
