package io.strandline.manifest.contract;

import io.strandline.common.Location;
import io.strandline.manifest.Claim;
import io.strandline.manifest.ClaimAnswer;
import io.strandline.manifest.CommitOutcome;
import io.strandline.manifest.Dataset;
import io.strandline.manifest.ManifestEntry;
import io.strandline.manifest.ManifestLocation;
import io.strandline.manifest.ManifestObjects;
import io.strandline.manifest.ManifestStore;
import io.strandline.manifest.ManifestVersion;
import io.strandline.manifest.NamingScheme;
import io.strandline.manifest.Put;
import java.util.Optional;
import java.util.stream.Stream;

/** An index that hands everything on to another; its protocol runs over what a subclass does otherwise. */
public class ForwardingManifests implements ManifestStore {
    protected final ManifestStore index;

    public ForwardingManifests(ManifestStore index) {
        this.index = index;
    }

    @Override
    public Dataset open(Location base) {
        return index.open(base);
    }

    @Override
    public Optional<Dataset> find(Location base) {
        return index.find(base);
    }

    @Override
    public Optional<ManifestEntry> get(Location base, ManifestVersion version) {
        return index.get(base, version);
    }

    @Override
    public Optional<ManifestEntry> latest(Location base) {
        return index.latest(base);
    }

    @Override
    public Stream<ManifestEntry> entries(Location base) {
        return index.entries(base);
    }

    @Override
    public ClaimAnswer putIfNotExists(Claim claim) {
        return index.putIfNotExists(claim);
    }

    @Override
    public boolean putIfExists(Dataset dataset, ManifestVersion version, String path, long size) {
        return index.putIfExists(dataset, version, path, size);
    }

    @Override
    public Optional<NamingScheme> scheme(Location base) {
        return index.scheme(base);
    }

    @Override
    public boolean setScheme(Dataset dataset, NamingScheme scheme) {
        return index.setScheme(dataset, scheme);
    }

    @Override
    public boolean delete(Dataset dataset) {
        return index.delete(dataset);
    }

    @Override
    public boolean keepsCommitIds() {
        return index.keepsCommitIds();
    }

    @Override
    public ManifestLocation location(Location base, ManifestVersion version, ManifestObjects objects) {
        return ManifestStore.super.location(base, version, objects);
    }

    @Override
    public Optional<ManifestLocation> latestLocation(Location base, ManifestObjects objects) {
        return ManifestStore.super.latestLocation(base, objects);
    }

    @Override
    public CommitOutcome put(Put put, ManifestObjects objects) {
        return ManifestStore.super.put(put, objects);
    }
}
