package io.strandline.manifest.store;

import io.strandline.manifest.Claim;
import io.strandline.manifest.ManifestVersion;
import io.strandline.manifest.NamingScheme;
import org.jooq.DSLContext;

/**
 * The two writes of a commit as text. They are made of nothing that differs between databases, and composing them anew would
 * cost each commit more than half of what the database takes to carry them out.
 */
final class Statements {
    /** The first version that is detached, as it is kept. */
    private static final long DETACHED = kept(new ManifestVersion(Long.MIN_VALUE));

    /** The highest version of all, as it is kept: none is above it. */
    private static final long HIGHEST = Long.MAX_VALUE;

    private static final String CLAIM = """
            INSERT INTO manifest_version (dataset_id, version, path, size_bytes, commit_id, committer, committed_at)
            SELECT d.dataset_id, ?, ?, ?, ?, ?, ? FROM manifest_dataset d
            WHERE d.identity = ? AND (d.scheme = ? OR ? = 1) AND NOT EXISTS (
                SELECT 1 FROM manifest_version v WHERE v.dataset_id = d.dataset_id AND v.version > ? AND v.version < ?)
            """;

    private static final String CLAIM_ALONE = CLAIM + "ON CONFLICT DO NOTHING";

    private static final String CLAIM_SHARED = CLAIM + "FOR SHARE OF d ON CONFLICT DO NOTHING";

    /** Points a record at a path. Takes path, size; the version; the dataset's identity. */
    static final String POINT = """
            UPDATE manifest_version SET path = ?, size_bytes = ?
            WHERE version = ? AND dataset_id = (SELECT dataset_id FROM manifest_dataset WHERE identity = ?)
            """;

    /** Has versions of a dataset claimed by a scheme, if none is settled. Takes the scheme; the dataset's identity. */
    static final String SETTLE = "UPDATE manifest_dataset SET scheme = ? WHERE identity = ? AND scheme IS NULL";

    /** The same, whatever is settled. */
    static final String SET_SCHEME = "UPDATE manifest_dataset SET scheme = ? WHERE identity = ?";

    private Statements() {}

    /**
     * Records a version of a dataset unless it has a record, or the dataset's scheme is another; of a commit only above all
     * versions but detached ones: nobody would look for it elsewhere.
     *
     * @param shared whether others write at the same time: the scheme stays until the record is there
     * @param millis when, since 1970
     * @return whether it is recorded
     */
    static boolean claim(DSLContext dsl, boolean shared, Claim claim, long millis) {
        long kept = kept(claim.version());
        NamingScheme scheme = claim.scheme();
        return dsl.execute(
                        shared ? CLAIM_SHARED : CLAIM_ALONE,
                        kept,
                        claim.path(),
                        claim.size(),
                        claim.commitId(),
                        claim.committer(),
                        millis,
                        claim.dataset().identity(),
                        scheme == null ? "" : scheme.name(),
                        scheme == null ? 1 : 0,
                        claim.isCommit() ? kept : HIGHEST,
                        DETACHED)
                == 1;
    }

    /** A version as the tables keep it: in the order of unsigned numbers. */
    static long kept(ManifestVersion version) {
        return version.bits() ^ Long.MIN_VALUE;
    }
}
