package io.strandline.manifest.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.SystemCall;
import io.strandline.manifest.Claim;
import io.strandline.manifest.ClaimAnswer;
import io.strandline.manifest.Dataset;
import io.strandline.manifest.KnownDataset;
import io.strandline.manifest.KnownVersion;
import io.strandline.manifest.ManifestVersion;
import io.strandline.manifest.NamingScheme;
import io.strandline.manifest.contract.Check;
import io.strandline.manifest.contract.Contract;
import io.strandline.manifest.contract.LocalWriter;
import io.strandline.manifest.contract.ManifestLab;
import io.strandline.manifest.local.LocalObjects;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.Condition.Operator;
import io.strandline.sqlkit.SortKey;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.database.Dialect;
import io.strandline.store.database.StoreDatabase;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The index in the store's database, alike on both (MAN-1 to MAN-14). */
class StoredManifestsTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final SystemCall CALL = new SystemCall(NOW);
    private static final Map<Dialect, StoreDatabase> STORES = new EnumMap<>(Dialect.class);

    @TempDir
    static Path shared;

    @TempDir
    Path directory;

    private static StoredManifests manifests(Dialect dialect) {
        return new StoredManifests(
                STORES.computeIfAbsent(dialect, absent -> Stores.open(absent, shared)),
                LocationRules.defaults(),
                Clock.fixed(NOW, ZoneOffset.UTC));
    }

    @AfterAll
    static void close() {
        STORES.values().forEach(StoreDatabase::close);
        STORES.clear();
    }

    static Stream<Arguments> checks() {
        return Stream.of(Dialect.values())
                .flatMap(dialect -> Contract.all().stream().map(check -> arguments(dialect, check)));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("checks")
    void keepsTheContract(Dialect dialect, Check check) {
        check.body()
                .accept(new ManifestLab(
                        manifests(dialect),
                        new LocalObjects(),
                        Location.parse(
                                directory.resolve("o'hara \uD83D\uDE00%2F").toString()),
                        LocalWriter::write));
    }

    private Dataset dataset(StoredManifests manifests) {
        return manifests.open(Location.parse(directory.resolve("d").toString()));
    }

    private static Claim claim(Dataset dataset, ManifestVersion version) {
        return new Claim(
                dataset,
                version,
                NamingScheme.V1.name(version).stagedAs(UUID.randomUUID()).path(),
                7,
                UUID.randomUUID().toString(),
                "ada");
    }

    private static Condition condition(String column, Operator operator, Object... values) {
        return new Condition(column, operator, List.of(values));
    }

    /** MAN-8, MAN-12: what SQL wants is asked of the database, versions as unsigned numbers. */
    @ParameterizedTest
    @EnumSource
    void aListingGivesWhatIsWanted(Dialect dialect) {
        StoredManifests manifests = manifests(dialect);
        Dataset dataset = dataset(manifests);
        List<ManifestVersion> versions =
                List.of(ManifestVersion.of(0), ManifestVersion.of(2), ManifestVersion.of(10), new ManifestVersion(-1));
        versions.forEach(version -> manifests.putIfNotExists(claim(dataset, version)));
        manifests.putIfExists(dataset, versions.get(1), "_versions/2.manifest", 8);
        Condition here = condition("base_uri", Operator.EQUAL, dataset.base().text());
        assertThat(versions(manifests, here)).containsExactlyElementsOf(reversed(versions));
        BigDecimal highest = new BigDecimal("18446744073709551615");
        assertThat(versions(manifests, here, condition("version", Operator.EQUAL, highest)))
                .containsExactly(versions.get(3));
        assertThat(versions(manifests, here, condition("version", Operator.LESS, BigDecimal.TEN)))
                .containsExactly(versions.get(1), versions.get(0));
        assertThat(versions(manifests, here, condition("version", Operator.IN, BigDecimal.ONE, BigDecimal.TEN)))
                .containsExactly(versions.get(2));
        assertThat(versions(manifests, here, condition("state", Operator.EQUAL, "FINAL")))
                .containsExactly(versions.get(1));
        // what the database would judge otherwise is left to the scan
        assertThat(versions(manifests, here, condition("version", Operator.LESS, new BigDecimal("2.5"))))
                .hasSize(4);
        assertThat(versions(manifests, here, condition("version", Operator.LESS, highest.add(BigDecimal.ONE))))
                .hasSize(4);
        try (Stream<KnownDataset> datasets =
                manifests.datasets(new Wanted(Set.of(), List.of(here), List.of(), OptionalLong.empty()), CALL)) {
            assertThat(datasets).containsExactly(new KnownDataset(dataset, versions.get(2), 4, NOW));
        }
    }

    private static List<ManifestVersion> reversed(List<ManifestVersion> versions) {
        return versions.stream().sorted((one, other) -> other.compareTo(one)).toList();
    }

    private static List<ManifestVersion> versions(StoredManifests manifests, Condition... conditions) {
        Wanted wanted = new Wanted(
                Set.of("version"),
                List.of(conditions),
                List.of(new SortKey("version", true, false)),
                OptionalLong.empty());
        try (Stream<KnownVersion> rows = manifests.versions(wanted, CALL)) {
            return rows.map(row -> row.entry().version()).toList();
        }
    }

    /** MAN-1: of many who claim a version at once one has it, and a delete under them leaves none of its records. */
    @ParameterizedTest
    @EnumSource
    void ofManyWhoClaimOneHasIt(Dialect dialect) throws Exception {
        StoredManifests manifests = manifests(dialect);
        Dataset dataset = dataset(manifests);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (int version = 1; version <= 10; version++) {
                ManifestVersion claimed = ManifestVersion.of(version);
                Callable<ClaimAnswer> claims = () -> manifests.putIfNotExists(claim(dataset, claimed));
                long winners = 0;
                for (Future<ClaimAnswer> answer : threads.invokeAll(
                        IntStream.range(0, 8).mapToObj(i -> claims).toList())) {
                    winners += answer.get() instanceof ClaimAnswer.Claimed ? 1 : 0;
                }
                assertThat(winners).isEqualTo(1);
            }
            Future<Boolean> deleted = threads.submit(() -> manifests.delete(dataset));
            for (int version = 11; !(deleted.isDone() && deleted.get()); version++) {
                manifests.putIfNotExists(claim(dataset, ManifestVersion.of(version)));
            }
            assertThat(manifests.putIfNotExists(claim(dataset, ManifestVersion.of(1))))
                    .isEqualTo(new ClaimAnswer.Gone());
            assertThat(manifests.open(dataset.base()).identity()).isNotEqualTo(dataset.identity());
            assertThat(manifests.latest(dataset.base())).isEmpty();
        } finally {
            threads.shutdownNow();
        }
    }

    /** MAN-9: of many who open a dataset at once all have the same. */
    @ParameterizedTest
    @EnumSource
    void allWhoOpenHaveTheSame(Dialect dialect) throws Exception {
        StoredManifests manifests = manifests(dialect);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            Callable<Dataset> opens = () -> dataset(manifests);
            Set<Dataset> opened = new HashSet<>();
            for (Future<Dataset> answer :
                    threads.invokeAll(IntStream.range(0, 8).mapToObj(i -> opens).toList())) {
                opened.add(answer.get());
            }
            assertThat(opened).hasSize(1);
        } finally {
            threads.shutdownNow();
        }
    }

    /** MAN-8: who sets a scheme waits for a claim by the other, and who claims by the other waits for who sets it. */
    @Test
    void aSchemeIsSetBetweenClaims() throws Exception {
        StoredManifests manifests = manifests(Dialect.POSTGRESQL);
        StoreDatabase store = STORES.get(Dialect.POSTGRESQL);
        Dataset dataset = dataset(manifests);
        manifests.putIfNotExists(claim(dataset, ManifestVersion.of(1)));
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            ManifestVersion second = ManifestVersion.of(2);
            Future<Boolean> set = store.write(dsl -> {
                assertThat(Statements.claim(dsl, true, claim(dataset, second), 0))
                        .isTrue();
                return waiting(dsl, threads, () -> manifests.setScheme(dataset, NamingScheme.V2));
            });
            assertThat(set.get()).isTrue();
            assertThat(manifests.get(dataset.base(), second)).isPresent();
            Future<ClaimAnswer> late = store.write(dsl -> {
                dsl.execute(Statements.SET_SCHEME, NamingScheme.V1.name(), dataset.identity());
                Claim newer = new Claim(
                        dataset,
                        ManifestVersion.of(3),
                        NamingScheme.V2.name(ManifestVersion.of(3)).path(),
                        7,
                        "newer",
                        "ada");
                return waiting(dsl, threads, () -> manifests.putIfNotExists(newer));
            });
            assertThat(late.get()).isEqualTo(new ClaimAnswer.OtherScheme(NamingScheme.V1));
        } finally {
            threads.shutdownNow();
        }
    }

    /** What another thread does once it waits for a lock that this transaction has. */
    private static <T> Future<T> waiting(DSLContext dsl, ExecutorService threads, Callable<T> work) {
        Future<T> begun = threads.submit(work);
        String waits = "SELECT 1 FROM pg_stat_activity, pg_backend_pid() AS own"
                + " WHERE pid <> own AND own = ANY (pg_blocking_pids(pid))";
        while (dsl.fetch(waits).isEmpty()) {
            assertThat(begun).as("it does not wait").isNotDone();
        }
        return begun;
    }
}
