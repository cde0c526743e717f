package io.strandline.reconcile.crash;

import io.strandline.common.EffectResolver;
import io.strandline.reconcile.webhook.Endpoint;
import io.strandline.store.database.StoreOptions;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** How a gateway of a test differs from one of the server. */
record CrashSettings(
        Path directory,
        StoreOptions store,
        Duration lease,
        Clock clock,
        UnaryOperator<Map<String, EffectResolver>> resolvers,
        Twin twin,
        @Nullable Endpoint webhook) {
    static CrashSettings of(Path directory, StoreOptions store, Duration lease) {
        return new CrashSettings(directory, store, lease, Clock.systemUTC(), UnaryOperator.identity(), Twin.NONE, null);
    }

    CrashSettings withClock(Clock other) {
        return new CrashSettings(directory, store, lease, other, resolvers, twin, webhook);
    }

    CrashSettings withResolvers(UnaryOperator<Map<String, EffectResolver>> others) {
        return new CrashSettings(directory, store, lease, clock, others, twin, webhook);
    }

    CrashSettings withTwin(Twin other) {
        return new CrashSettings(directory, store, lease, clock, resolvers, other, webhook);
    }

    /** One that posts what is new there; null for one that leaves that to others. */
    CrashSettings withWebhook(@Nullable Endpoint other) {
        return new CrashSettings(directory, store, lease, clock, resolvers, twin, other);
    }
}
