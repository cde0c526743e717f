package io.strandline.catalog;

import java.time.Instant;

/**
 * A file that a store lists.
 *
 * @param location as the store writes it
 * @param writtenAt as the store tells
 */
public record StoredFile(String location, long bytes, Instant writtenAt) {}
