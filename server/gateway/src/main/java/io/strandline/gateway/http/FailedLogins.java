package io.strandline.gateway.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Failed logins of the last while, per user and address, and per address whatever the user. Counting by address keeps a
 * stranger from locking out a user who comes from elsewhere. Thread-safe, bounded.
 */
final class FailedLogins {
    private static final int PER_ADDRESS_FACTOR = 10;

    private final int allowed;
    private final Cache<String, AtomicInteger> counts;

    FailedLogins(int allowed, Duration kept) {
        this.allowed = allowed;
        this.counts = Caffeine.newBuilder()
                .maximumSize(100_000)
                .expireAfterWrite(kept)
                .build();
    }

    /** Whether there were too many to look at another. */
    boolean tooMany(String user, String address) {
        return count(of(user, address)) >= allowed || count(address) >= allowed * PER_ADDRESS_FACTOR;
    }

    /** Counts one. */
    void add(String user, String address) {
        counter(of(user, address)).incrementAndGet();
        counter(address).incrementAndGet();
    }

    private static String of(String user, String address) {
        return address + ' ' + user;
    }

    private int count(String key) {
        AtomicInteger count = counts.getIfPresent(key);
        return count == null ? 0 : count.get();
    }

    private AtomicInteger counter(String key) {
        return counts.get(key, k -> new AtomicInteger());
    }
}
