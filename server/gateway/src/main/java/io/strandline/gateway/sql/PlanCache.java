package io.strandline.gateway.sql;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Plans by what they depend on: text and the session options that matter (GW-7). Bounded by the weight of the texts. */
final class PlanCache {
    /** What a plan weighs beside its text: compiled code is some kilobytes whatever the text. */
    private static final int PLAN_WEIGHT = 2_000;

    private final Cache<Key, Plan> plans;

    PlanCache(long maximumWeight) {
        this.plans = Caffeine.newBuilder()
                .maximumWeight(maximumWeight)
                .<Key, Plan>weigher((key, plan) -> PLAN_WEIGHT + key.sql().length())
                .build();
    }

    /** What a plan depends on. Whether the session is read only is checked at each run. */
    record Key(String sql, String catalog, String schema, ZoneId timeZone, boolean backticks) {
        static Key of(String sql, SessionOptions options) {
            return new Key(sql, options.catalog(), options.schema(), options.timeZone(), options.backticks());
        }
    }

    @Nullable
    Plan find(Key key) {
        return plans.getIfPresent(key);
    }

    void keep(Key key, Plan plan) {
        plans.put(key, plan);
    }
}
