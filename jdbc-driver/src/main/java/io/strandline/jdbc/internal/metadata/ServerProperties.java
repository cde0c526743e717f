package io.strandline.jdbc.internal.metadata;

import io.strandline.jdbc.internal.client.GatewayConnection;
import java.sql.SQLException;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.calcite.avatica.Meta.DatabaseProperty;
import org.jspecify.annotations.Nullable;

/** What the gateway says of itself, asked once for each connection, when first wanted. Thread-safe. */
final class ServerProperties {
    private static final Logger LOG = Logger.getLogger(ServerProperties.class.getName());

    private final GatewayConnection connection;
    private @Nullable Map<DatabaseProperty, Object> known;

    ServerProperties(GatewayConnection connection) {
        this.connection = connection;
    }

    /** A text of the gateway, or {@code otherwise} if it has none or cannot be asked. */
    synchronized String text(DatabaseProperty property, String otherwise) {
        Map<DatabaseProperty, Object> properties = known;
        if (properties == null) {
            try {
                properties = connection.databaseProperties();
                known = properties;
            } catch (SQLException e) {
                LOG.log(Level.FINE, "the gateway does not describe itself", e);
                return otherwise;
            }
        }
        Object value = properties.get(property);
        return value == null || value.toString().isEmpty() ? otherwise : value.toString();
    }

    /** Number at a place, from 0, of a dotted version. */
    int versionPart(DatabaseProperty property, String otherwise, int place) {
        String[] parts = text(property, otherwise).split("[^0-9]+");
        return place < parts.length && !parts[place].isEmpty() ? Integer.parseInt(parts[place]) : 0;
    }
}
