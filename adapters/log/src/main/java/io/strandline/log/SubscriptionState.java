package io.strandline.log;

/**
 * Where a subscription of this process is in a partition.
 *
 * @param subscription its number, of this process
 * @param next the offset it reads next
 */
public record SubscriptionState(long subscription, int partition, long next) {}
