package io.strandline.manifest;

import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.EffectResolver;
import io.strandline.common.Effects;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * A statement of an admin whose changes go there.
 *
 * @param stop throws if it is to end
 */
record AdminCall(String statementId, Effects effects, Runnable stop) implements CallContext {
    /** One that nobody asks to stop. */
    static AdminCall settled(Map<String, EffectResolver> resolvers) {
        return settled(resolvers, () -> {});
    }

    /** What is unknown is decided by the resolver, as the journal decides it, and nothing is written down. */
    static AdminCall settled(Map<String, EffectResolver> resolvers, Runnable stop) {
        return new AdminCall(UUID.randomUUID().toString(), new Settled(resolvers), stop);
    }

    private record Settled(Map<String, EffectResolver> resolvers) implements Effects {
        @Override
        public Outcome carryOut(Intent intent, Change change) {
            try {
                Outcome made = change.make();
                return made instanceof Outcome.Unknown ? resolve(intent) : made;
            } catch (StrandlineException e) {
                return resolve(intent);
            }
        }

        private Outcome resolve(Intent intent) {
            return resolvers.get(intent.action()).resolve(intent);
        }

        @Override
        public Outcome refuse(Intent intent, String reason, String detail) {
            return Outcome.refused(reason, detail);
        }
    }

    @Override
    public Caller caller() {
        return new Caller("ada", Role.ADMIN);
    }

    @Override
    public Instant startedAt() {
        return Instant.EPOCH;
    }

    @Override
    public void checkpoint() {
        stop.run();
    }

    @Override
    public void warn(String message) {
        // nobody reads it
    }

    @Override
    public <T> T once(Object key, Supplier<T> supplier) {
        return supplier.get();
    }
}
