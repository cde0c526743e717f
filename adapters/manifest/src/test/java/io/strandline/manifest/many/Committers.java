package io.strandline.manifest.many;

import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import io.strandline.manifest.CommitOutcome;
import io.strandline.manifest.Dataset;
import io.strandline.manifest.ManifestObjects;
import io.strandline.manifest.ManifestVersion;
import io.strandline.manifest.NamingScheme;
import io.strandline.manifest.Put;
import io.strandline.manifest.store.StoredManifests;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A process whose threads commit to one dataset, each so often, after whatever version is the latest. Says a line for each
 * commit that is done, and for each error; what led to an error is in its log, which has nothing else but warnings.
 */
final class Committers {
    private static final PrintStream OUT =
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

    private Committers() {}

    /** Arguments: store's URL, base of the dataset, endpoint of S3 or nothing, threads, commits of each. */
    public static void main(String[] arguments) throws Exception {
        Logger.getLogger("").setLevel(Level.WARNING);
        int threads = Integer.parseInt(arguments[3]);
        int commits = Integer.parseInt(arguments[4]);
        try (StoreDatabase store =
                        StoreDatabase.open(StoreOptions.of(arguments[0]).withReaders(4), "manifest");
                Place place = Place.of(Location.parse(arguments[1]), arguments[2])) {
            StoredManifests manifests = new StoredManifests(store, LocationRules.defaults(), Clock.systemUTC());
            Dataset dataset = manifests.open(place.base());
            ExecutorService all = Executors.newFixedThreadPool(threads);
            try {
                List<Future<?>> ends = new ArrayList<>();
                for (int thread = 0; thread < threads; thread++) {
                    ends.add(all.submit(() -> commit(manifests, dataset, place, commits)));
                }
                for (Future<?> end : ends) {
                    end.get();
                }
            } finally {
                all.shutdownNow();
            }
        }
    }

    private static void commit(StoredManifests manifests, Dataset dataset, Place place, int commits) {
        try {
            for (int i = 0; i < commits; i++) {
                commit(manifests, dataset, place);
            }
        } catch (RuntimeException e) {
            // at once, since its process may be killed before its end is looked at
            OUT.println("FAILED " + e);
            throw e;
        }
    }

    private static void commit(StoredManifests manifests, Dataset dataset, Place place) {
        String commitId = UUID.randomUUID().toString();
        while (true) {
            ManifestVersion version = latest(manifests, dataset, place.objects());
            String staging =
                    NamingScheme.V2.name(version).stagedAs(UUID.randomUUID()).path();
            byte[] content = place.write(staging, commitId);
            CommitOutcome outcome = manifests.put(
                    new Put(dataset, version, staging, content.length, NamingScheme.V2, commitId, "ada"),
                    place.objects());
            if (outcome instanceof CommitOutcome.Committed) {
                OUT.println("DONE " + version + " " + commitId);
                return;
            }
            if (outcome instanceof CommitOutcome.Unknown unknown) {
                throw new IllegalStateException(unknown.detail());
            }
        }
    }

    /** The version after the latest, which a reader finishes if its writer has not. */
    private static ManifestVersion latest(StoredManifests manifests, Dataset dataset, ManifestObjects objects) {
        try {
            return manifests
                    .latestLocation(dataset.base(), objects)
                    .map(location -> location.version().next())
                    .orElse(ManifestVersion.of(1));
        } catch (StrandlineException e) {
            throw new IllegalStateException("a committed version cannot be read: " + e.getMessage(), e);
        }
    }
}
