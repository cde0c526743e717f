package io.strandline.gateway.config;

import io.strandline.common.ErrorCode;
import io.strandline.common.Grants;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.gateway.config.GatewayConfig.ConnectionSection;
import io.strandline.gateway.config.GatewayConfig.UserSection;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which connections and catalogs the section of a user grants (GW-3). */
final class UserGrants {
    private UserGrants() {}

    /**
     * The grants: all, unless the section names some.
     *
     * @param key of the section
     * @throws StrandlineException {@code CONFIGURATION} if it names what is not configured
     */
    static Grants of(String key, UserSection user, GatewayConfig config) {
        if (user.connections() == null && user.catalogs() == null) {
            return Grants.ALL;
        }
        Set<String> connections = named(
                key + ".connections", user.connections(), config.connections().keySet());
        Set<String> catalogs =
                named(key + ".catalogs", user.catalogs(), config.catalogs().keySet());
        for (String connection : connections) {
            ConnectionSection section = config.connections().get(connection);
            if (section != null && section.catalog() != null) {
                catalogs.add(section.catalog());
            }
        }
        return Grants.of(connections, catalogs);
    }

    private static Set<String> named(String key, @Nullable List<String> names, Collection<String> known) {
        Set<String> all = new HashSet<>(names == null ? List.of() : names);
        for (String name : all) {
            if (!known.contains(name)) {
                throw new StrandlineException(
                        ErrorCode.CONFIGURATION,
                        "key " + key + " names \"" + name + "\", which is not configured"
                                + Text.didYouMean(name, known));
            }
        }
        return all;
    }
}
