package io.strandline.manifest.s3;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;

/**
 * A key as the store knows it.
 *
 * @param name exact
 */
record Key(String bucket, String name) {
    static Key of(Location place) {
        if (place.authority().isEmpty()) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED,
                    place + ": it names no bucket. Write it like " + place.scheme() + "://bucket/key.");
        }
        return new Key(
                place.authority(), place.path().isEmpty() ? "" : place.path().substring(1));
    }
}
