package io.strandline.gateway.sql;

import io.strandline.common.CallContext;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.Journal;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** The journal of tests in which nothing may be journaled. */
public final class NoJournal implements Journal {
    @Override
    public Claim claim(Request request) {
        throw new AssertionError("journaled: " + request);
    }

    @Override
    public Optional<Entry> find(String userName, String key) {
        throw new AssertionError("looked for " + key);
    }

    @Override
    public Entry awaitEnd(String userName, String key, Duration atMost, Runnable checkpoint) {
        throw new AssertionError("waited for " + key);
    }

    @Override
    public Stream<Entry> statements(Wanted wanted, CallContext call) {
        throw new AssertionError("listed statements");
    }
}
