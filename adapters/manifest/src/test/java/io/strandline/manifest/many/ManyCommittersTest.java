package io.strandline.manifest.many;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.SystemCall;
import io.strandline.fixtures.S3Server;
import io.strandline.manifest.Dataset;
import io.strandline.manifest.ManifestEntry;
import io.strandline.manifest.ManifestFinding;
import io.strandline.manifest.ManifestFindingKind;
import io.strandline.manifest.ManifestPlaces;
import io.strandline.manifest.ManifestUpkeep;
import io.strandline.manifest.ManifestVersion;
import io.strandline.manifest.store.StoredManifests;
import io.strandline.store.database.Dialect;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Processes of several threads commit to one dataset and are killed meanwhile: versions 1 to n without gap or double, each
 * commit that was told to be done is there, and what the dead left is found (MAN-1 to MAN-3). On SQLite, which belongs to one
 * process at a time, they come one after the other. With the profile {@code faults} eight processes of eight threads, on S3 too.
 */
class ManyCommittersTest {
    private static final boolean LONG = Integer.getInteger("strandline.crashRounds", 4) >= 100;
    private static final int PROCESSES = LONG ? 8 : 2;
    private static final int THREADS = LONG ? 8 : 4;
    private static final int KILLS = LONG ? 3 : 1;
    private static final long SEED = Long.getLong("strandline.crashSeed", 1);

    @TempDir
    Path directory;

    private final Map<String, String> done = new ConcurrentHashMap<>();

    static Stream<Arguments> places() {
        List<String> buckets = LONG ? List.of("", "lake", "unconditional") : List.of("");
        return Stream.of(Dialect.values())
                .flatMap(dialect -> buckets.stream().map(bucket -> arguments(dialect, bucket)));
    }

    /** @param bucket of S3; empty for files */
    @ParameterizedTest(name = "{0}, bucket \"{1}\"")
    @MethodSource("places")
    void noCommitIsLostOrDoubled(Dialect dialect, String bucket) throws Exception {
        boolean s3 = !bucket.isEmpty();
        try (S3Server server = s3 ? S3Server.start(bucket) : null;
                EmbeddedPostgres postgresql = dialect == Dialect.POSTGRESQL ? EmbeddedPostgres.start() : null) {
            String url = postgresql == null
                    ? "jdbc:sqlite:" + directory.resolve("store.db")
                    : postgresql.getJdbcUrl("postgres", "postgres") + "&currentSchema=manifests";
            String base = server == null ? directory.resolve("d").toString() : "s3://" + bucket + "/d";
            List<String> arguments = List.of(
                    url,
                    base,
                    server == null ? "" : server.endpoint(),
                    String.valueOf(THREADS),
                    String.valueOf(commits(s3)));
            // whoever is first makes the tables
            StoreDatabase.open(StoreOptions.of(url), "manifest").close();
            commitAll(arguments, dialect == Dialect.POSTGRESQL ? PROCESSES : 1);
            try (StoreDatabase store = StoreDatabase.open(StoreOptions.of(url), "manifest");
                    Place place = Place.of(Location.parse(base), arguments.get(2))) {
                check(new StoredManifests(store, LocationRules.defaults(), Clock.systemUTC()), place);
                assertThat(done).hasSizeGreaterThanOrEqualTo(THREADS * commits(s3));
            }
        }
    }

    /** Of each thread; a commit on S3 is six requests for each that loses, too. */
    private static int commits(boolean s3) {
        if (!LONG) {
            return 3;
        }
        return s3 ? 2 : 8;
    }

    /** Each lane is one process after the other; all but the last of a lane are killed. */
    private void commitAll(List<String> arguments, int lanes) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(lanes);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int lane = 0; lane < lanes; lane++) {
                Random random = new Random(SEED + lane);
                ends.add(threads.submit(() -> {
                    for (int i = 0; i < KILLS; i++) {
                        run(arguments, 1 + random.nextInt(THREADS));
                    }
                    run(arguments, Integer.MAX_VALUE);
                    return null;
                }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** @param kill after so many commits */
    private void run(List<String> arguments, int kill) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                Committers.class.getName()));
        command.addAll(arguments);
        Path log = Files.createTempFile(directory, "committers-", ".log");
        Process process =
                new ProcessBuilder(command).redirectError(log.toFile()).start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            int commits = 0;
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                assertThat(line).doesNotStartWith("FAILED");
                String[] words = line.split(" ");
                if (words[0].equals("DONE") && words.length == 3 && words[2].length() == 36) {
                    assertThat(done.put(words[1], words[2]))
                            .as("version " + words[1])
                            .isNull();
                    commits++;
                }
                if (commits == kill) {
                    process.toHandle().destroyForcibly();
                }
            }
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            if (commits < kill) {
                assertThat(process.exitValue()).as(() -> text(log)).isZero();
            }
        } finally {
            process.destroyForcibly();
        }
    }

    private static String text(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private void check(StoredManifests manifests, Place place) {
        Dataset dataset = manifests.open(place.base());
        List<ManifestEntry> entries;
        try (Stream<ManifestEntry> all = manifests.entries(place.base())) {
            entries = all.toList();
        }
        assertThat(entries).hasSizeGreaterThanOrEqualTo(done.size());
        ManifestVersion next = ManifestVersion.of(1);
        for (ManifestEntry entry : entries) {
            assertThat(entry.version()).as("no gap").isEqualTo(next);
            next = next.next();
            String path = manifests
                    .location(place.base(), entry.version(), place.objects())
                    .path();
            assertThat(place.read(path)).isEqualTo("manifest of " + entry.commitId());
        }
        assertThat(entries).extracting(ManifestEntry::commitId).doesNotHaveDuplicates();
        done.forEach((version, commitId) -> assertThat(
                        entries.get(Integer.parseInt(version) - 1).commitId())
                .as("version " + version)
                .isEqualTo(commitId));
        // every version was read, and so finished: left is what writers wrote and nobody claimed
        ManifestUpkeep upkeep =
                new ManifestUpkeep(manifests, new ManifestPlaces(List.of(), LocationRules.defaults(), place.objects()));
        assertThat(upkeep.findings(dataset, new SystemCall(Clock.systemUTC().instant())))
                .extracting(ManifestFinding::kind)
                .allMatch(ManifestFindingKind.STAGING_LEFT::equals);
    }
}
