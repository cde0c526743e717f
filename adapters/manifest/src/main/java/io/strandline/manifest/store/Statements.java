package io.strandline.manifest.store;

import io.strandline.manifest.ManifestVersion;

/**
 * The two writes of a commit as text. They are made of nothing that differs between databases, and composing them anew would
 * cost each commit more than half of what the database takes to carry them out.
 */
final class Statements {
    /** The first version that is detached, as it is kept. */
    static final long DETACHED = kept(new ManifestVersion(Long.MIN_VALUE));

    /** The highest version of all, as it is kept: none is above it. */
    static final long HIGHEST = Long.MAX_VALUE;

    /**
     * Records a version of a dataset unless it has a record, or one above it that is not detached. Takes version, path, size,
     * commit id, committer, time; the dataset's identity; the version again, or {@link #HIGHEST}; {@link #DETACHED}.
     */
    static final String CLAIM = """
            INSERT INTO manifest_version (dataset_id, version, path, size_bytes, commit_id, committer, committed_at)
            SELECT d.dataset_id, ?, ?, ?, ?, ?, ? FROM manifest_dataset d
            WHERE d.identity = ? AND NOT EXISTS (
                SELECT 1 FROM manifest_version v WHERE v.dataset_id = d.dataset_id AND v.version > ? AND v.version < ?)
            ON CONFLICT DO NOTHING
            """;

    /** Points a record at a path. Takes path, size; the version; the dataset's identity. */
    static final String POINT = """
            UPDATE manifest_version SET path = ?, size_bytes = ?
            WHERE version = ? AND dataset_id = (SELECT dataset_id FROM manifest_dataset WHERE identity = ?)
            """;

    private Statements() {}

    /** A version as the tables keep it: in the order of unsigned numbers. */
    static long kept(ManifestVersion version) {
        return version.bits() ^ Long.MIN_VALUE;
    }
}
