package io.strandline.gateway.sql;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.strandline.common.CallContext;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans by what they depend on: text, the session options that matter, and tables (GW-7). Bounded by the weight of the texts. */
final class PlanCache {
    /** What a plan weighs beside its text: compiled code is some kilobytes whatever the text. */
    private static final int PLAN_WEIGHT = 2_000;

    private final Cache<Key, Kept> plans;

    PlanCache(long maximumWeight) {
        this.plans = Caffeine.newBuilder()
                .maximumWeight(maximumWeight)
                .<Key, Kept>weigher((key, plan) -> PLAN_WEIGHT + key.sql().length())
                .build();
    }

    /** What a plan depends on. Whether the session is read only is checked at each run. */
    record Key(String sql, String catalog, String schema, ZoneId timeZone, boolean backticks) {
        static Key of(String sql, SessionOptions options) {
            return new Key(sql, options.catalog(), options.schema(), options.timeZone(), options.backticks());
        }
    }

    /**
     * A plan, and the tables of the lake it was made for: those of the control plane never change.
     *
     * @param uses each as it was
     */
    private record Kept(Plan plan, List<LookedUp.Use> uses) {}

    /** The plan, if the tables it was made for are as they were and the caller may look at them. */
    @Nullable
    Plan find(Key key, CallContext call) {
        Kept kept = plans.getIfPresent(key);
        return kept != null && kept.uses().stream().allMatch(use -> use.holds(call)) ? kept.plan() : null;
    }

    void keep(Key key, Plan plan, List<LookedUp.Use> uses) {
        plans.put(key, new Kept(plan, uses));
    }
}
