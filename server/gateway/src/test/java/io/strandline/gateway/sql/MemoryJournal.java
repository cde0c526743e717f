package io.strandline.gateway.sql;

import io.strandline.common.CallContext;
import io.strandline.common.Effects;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.Journal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A journal in memory, for tests of the engine alone; the store's own has tests of its own. */
public final class MemoryJournal implements Journal {
    public final Map<String, Entry> entries = new LinkedHashMap<>();
    public boolean full;

    private static String key(String user, String key) {
        return user + " " + key;
    }

    @Override
    public synchronized Claim claim(Request request) {
        if (full) {
            throw new StrandlineException(ErrorCode.STORE, "the store takes no write");
        }
        String key = key(request.caller().user(), request.key());
        Entry known = entries.get(key);
        if (known == null) {
            entries.put(key, entry(request, State.STARTED, null, null, 0, null));
            return new Fresh(new MemoryRunning(request, key));
        }
        if (!known.requestHash().equals(request.requestHash())) {
            throw new StrandlineException(ErrorCode.BAD_ARGUMENT, "the key was used for another request");
        }
        return known.state() == State.STARTED ? new InFlight(known.statementId(), "here") : new Ended(known);
    }

    private static Entry entry(
            Request request,
            State state,
            @Nullable String answer,
            @Nullable String sqlState,
            int vendorCode,
            @Nullable String message) {
        return new Entry(
                request.statementId(),
                request.caller().user(),
                request.key(),
                request.requestHash(),
                request.text(),
                state,
                request.startedAt(),
                state == State.STARTED ? null : request.startedAt(),
                "here",
                answer,
                sqlState,
                vendorCode,
                message);
    }

    @Override
    public synchronized Optional<Entry> find(String userName, String key) {
        return Optional.ofNullable(entries.get(key(userName, key)));
    }

    @Override
    public Entry awaitEnd(String userName, String key, Duration atMost, Runnable checkpoint) {
        checkpoint.run();
        Entry entry = find(userName, key)
                .orElseThrow(() -> new StrandlineException(ErrorCode.NO_SUCH_OBJECT, "no statement under this key"));
        if (entry.state() == State.STARTED) {
            throw new StrandlineException(ErrorCode.TIMED_OUT, "the statement still runs");
        }
        return entry;
    }

    @Override
    public synchronized Stream<Entry> statements(Wanted wanted, CallContext call) {
        return List.copyOf(entries.values()).stream();
    }

    private final class MemoryRunning implements Running {
        private final Request request;
        private final String key;

        MemoryRunning(Request request, String key) {
            this.request = request;
            this.key = key;
        }

        @Override
        public Effects effects() {
            return new Effects() {
                @Override
                public Outcome carryOut(Intent intent, Change change) {
                    return change.make();
                }

                @Override
                public Outcome refuse(Intent intent, String reason, String detail) {
                    return Outcome.refused(reason, detail);
                }
            };
        }

        @Override
        public void succeed(@Nullable String answer) {
            end(entry(request, State.DONE, answer, null, 0, null));
        }

        @Override
        public void fail(String sqlState, int vendorCode, String message) {
            end(entry(request, State.REFUSED, null, sqlState, vendorCode, message));
        }

        private void end(Entry entry) {
            synchronized (MemoryJournal.this) {
                entries.put(key, entry);
            }
        }
    }
}
