package io.strandline.registry;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The configured connections by name. Immutable. */
public final class Connections {
    private final Map<String, Connection> byName = new TreeMap<>(Text.BY_CODE_POINT);

    /** Those connections; names are unique. */
    public Connections(List<Connection> connections) {
        connections.forEach(connection -> {
            if (byName.put(connection.name(), connection) != null) {
                throw new IllegalArgumentException("two connections are named " + connection.name());
            }
        });
    }

    /** All, in order of name. */
    public List<Connection> all() {
        return List.copyOf(byName.values());
    }

    /** The connection of that name, if it is configured. */
    public Optional<Connection> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /**
     * The connection of that name.
     *
     * @throws StrandlineException {@link ErrorCode#NO_SUCH_OBJECT}
     */
    public Connection get(String name) {
        return find(name)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NO_SUCH_OBJECT,
                        "no connection \"" + Text.cut(name, 200) + "\" is configured"
                                + Text.didYouMean(name, byName.keySet())
                                + " SELECT connection_name FROM registry.connections lists them."));
    }
}
