package io.strandline.manifest.sql;

import io.strandline.common.StrandlineException;
import io.strandline.manifest.Dataset;
import io.strandline.manifest.ManifestFinding;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code manifest.findings}: something that is wrong with a dataset, or why that cannot be told.
 *
 * @param finding null if it cannot be told
 * @param error null if there is a finding
 */
record FoundRow(
        Dataset dataset,
        @Nullable ManifestFinding finding,
        @Nullable String error) {
    static FoundRow of(ManifestFinding finding) {
        return new FoundRow(finding.dataset(), finding, null);
    }

    static FoundRow failed(Dataset dataset, StrandlineException failure) {
        return new FoundRow(dataset, null, failure.getMessage());
    }

    String status() {
        return error == null ? "ok" : "error";
    }
}
