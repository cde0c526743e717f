package io.strandline.manifest;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Manifests that have names of the older scheme, while they are renamed: of commits that are under way, then, since one may
 * end meanwhile, those that are listed; and again, until there are none but those that are left. Holds what is left, and a page.
 */
final class OldNames implements Iterator<ManifestName>, AutoCloseable {
    private final NamingMigration migration;
    private final Dataset dataset;
    private final int most;
    private final Set<ManifestVersion> left = new HashSet<>();

    private Stream<ManifestName> listing;
    private Iterator<ManifestName> listed;
    private boolean underWay = true;
    private boolean again;
    private @Nullable ManifestName next;

    /** @param most how many may be left */
    OldNames(NamingMigration migration, Dataset dataset, int most) {
        this.migration = migration;
        this.dataset = dataset;
        this.most = most;
        this.listing = migration.underWay(dataset);
        this.listed = listing.iterator();
    }

    /** That one has its newer name now. */
    void renamed() {
        again = true;
    }

    /**
     * That one keeps its older name, and is not come back to.
     *
     * @throws StrandlineException {@code LIMIT_EXCEEDED} if there are too many of them
     */
    void left(ManifestName name) {
        if (left.size() == most) {
            throw new StrandlineException(
                    ErrorCode.LIMIT_EXCEEDED,
                    dataset.base() + ": more than " + most
                            + " manifests keep their older names, which are not all held at once. runtime.audit has"
                            + " what came of each, manifest.findings what can be put in order; then call it again,"
                            + " or raise manifests.most_objects.");
        }
        left.add(name.version());
    }

    /** That one is as it was, and is come to once: what is under way may be listed too. Throws as {@link #left} does. */
    void shown(ManifestName name) {
        if (underWay) {
            left(name);
        }
    }

    @Override
    public boolean hasNext() {
        while (next == null) {
            if (listed.hasNext()) {
                ManifestName name = listed.next();
                next = left.contains(name.version()) ? null : name;
            } else if (underWay || again) {
                // after the records, so that what ended since they were read is listed
                again = again && underWay;
                underWay = !underWay;
                listing.close();
                listing = underWay ? migration.underWay(dataset) : migration.listed(dataset);
                listed = listing.iterator();
            } else {
                return false;
            }
        }
        return true;
    }

    @Override
    public ManifestName next() {
        ManifestName found = hasNext() ? next : null;
        if (found == null) {
            throw new NoSuchElementException();
        }
        next = null;
        return found;
    }

    @Override
    public void close() {
        listing.close();
    }
}
