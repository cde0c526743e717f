package io.strandline.jdbc.internal.metadata;

import io.strandline.jdbc.internal.client.GatewayConnection;
import org.apache.calcite.avatica.AvaticaDatabaseMetaData;

/** What a gateway is and holds, for tools. */
public final class GatewayDatabaseMetaData extends AvaticaDatabaseMetaData {
    /** Describes the gateway at the other end of a connection. */
    public GatewayDatabaseMetaData(GatewayConnection connection) {
        super(connection);
    }
}
