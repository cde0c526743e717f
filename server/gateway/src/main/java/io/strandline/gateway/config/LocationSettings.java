package io.strandline.gateway.config;

import io.strandline.common.ErrorCode;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import java.util.List;
import java.util.Map;

/** What is one place though it is written differently, as the configuration declares it (LOC-1, LOC-2). */
public final class LocationSettings {
    private LocationSettings() {}

    /**
     * The rules.
     *
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} naming the key of a group that joins nothing
     */
    public static LocationRules of(GatewayConfig config) {
        LocationRules rules = LocationRules.defaults();
        for (List<String> group : config.locations().equalSchemes()) {
            String first = first("locations.equal_schemes", group);
            for (String other : group.subList(1, group.size())) {
                rules = rules.withEqualSchemes(first, other);
            }
        }
        for (Map.Entry<String, List<List<String>>> entry :
                config.locations().equalAuthorities().entrySet()) {
            for (List<String> group : entry.getValue()) {
                String first = first("locations.equal_authorities." + entry.getKey(), group);
                for (String other : group.subList(1, group.size())) {
                    rules = rules.withEqualAuthorities(entry.getKey(), first, other);
                }
            }
        }
        return rules;
    }

    private static String first(String key, List<String> group) {
        if (group.size() < 2) {
            throw new StrandlineException(
                    ErrorCode.CONFIGURATION,
                    "key " + key + " has the group " + group + "; name at least two that are equal");
        }
        return group.get(0);
    }
}
