package io.strandline.store.database;

import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.EffectResolver;
import io.strandline.common.Effects;
import io.strandline.common.Role;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.AuditEntry;
import io.strandline.store.Journal;
import io.strandline.store.JournalOptions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The store's part of a gateway: its database and its journal, which can die without ending anything. */
final class Gateway implements AutoCloseable {
    static final Caller ANN = new Caller("ann", Role.READER);
    static final Caller ROOT = new Caller("root", Role.ADMIN);
    static final JournalOptions OPTIONS = new JournalOptions(100, Duration.ofDays(1), Duration.ofMinutes(5));

    private final StoreDatabase database;
    private final DatabaseJournal journal;
    private final Clock clock;

    private Gateway(StoreDatabase database, DatabaseJournal journal, Clock clock) {
        this.database = database;
        this.journal = journal;
        this.clock = clock;
    }

    static Gateway start(StoreOptions options, Clock clock, Map<String, EffectResolver> resolvers) {
        return start(options, OPTIONS, clock, LeaseClock.by(clock), resolvers);
    }

    /** One whose leases end by its own clock, for tests that move it, or by another. */
    static Gateway start(
            StoreOptions options,
            JournalOptions journalOptions,
            Clock clock,
            @Nullable LeaseClock leaseClock,
            Map<String, EffectResolver> resolvers) {
        StoreDatabase database = StoreDatabase.open(options);
        DatabaseJournal journal = leaseClock == null
                ? DatabaseJournal.open(database, journalOptions, clock)
                : DatabaseJournal.open(database, journalOptions, clock, leaseClock);
        journal.start(resolvers);
        return new Gateway(database, journal, clock);
    }

    StoreDatabase database() {
        return database;
    }

    DatabaseJournal journal() {
        return journal;
    }

    /** A request of ann's under that key, for a statement whose hash is that of its text. */
    Journal.Request request(String key, String text) {
        return new Journal.Request(
                UUID.randomUUID().toString(), ANN, key, "hash of " + text, text, true, clock.instant());
    }

    /** Runs a statement that nobody has run. */
    Journal.Running claim(String key) {
        return ((Journal.Fresh) journal.claim(request(key, "CALL change()"))).running();
    }

    Journal.Entry entry(String key) {
        return journal.find("ann", key).orElseThrow();
    }

    /** The whole audit, oldest first. */
    List<AuditEntry> audit() {
        return new DatabaseAuditLog(database)
                .entries(Wanted.all(Set.of()), call(ROOT))
                .toList();
    }

    /** A call that nobody cancels. */
    static CallContext call(Caller caller) {
        return new CallContext() {
            @Override
            public Caller caller() {
                return caller;
            }

            @Override
            public String statementId() {
                return "s";
            }

            @Override
            public Instant startedAt() {
                return Instant.EPOCH;
            }

            @Override
            public void checkpoint() {}

            @Override
            public void warn(String message) {}

            @Override
            public <T> T once(Object key, Supplier<T> supplier) {
                return supplier.get();
            }

            @Override
            public Effects effects() {
                throw new IllegalStateException("no changing statement");
            }
        };
    }

    /** Ends as a killed process does: no row is written, the operating system closes what was open. */
    void die() {
        database.close();
    }

    @Override
    public void close() {
        journal.close();
        database.close();
    }
}
