package io.strandline.log;

import org.jspecify.annotations.Nullable;

/**
 * What became of an event.
 *
 * @param offset null if it was not published
 * @param reason why not, or what is to be known; null for a plain success
 */
public record Published(
        String log,
        int partition,
        @Nullable Long offset,
        boolean done,
        @Nullable String reason) {}
