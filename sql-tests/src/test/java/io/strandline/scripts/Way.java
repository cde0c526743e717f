package io.strandline.scripts;

import io.strandline.fixture.DemoGateway;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** The ways a client reaches the gateway; a script prints the same over each. */
enum Way {
    /** Avatica's stock client without a wire, in the gateway's own process. */
    EMBEDDED {
        @Override
        String url(DemoGateway gateway) {
            return gateway.embeddedUrl();
        }
    },
    /** Our driver. */
    DRIVER {
        @Override
        String url(DemoGateway gateway) {
            return gateway.jdbcUrl();
        }
    },
    /** Avatica's stock client over JSON. */
    STOCK_JSON {
        @Override
        String url(DemoGateway gateway) {
            return "jdbc:avatica:remote:serialization=json;url=" + gateway.httpUrl();
        }
    },
    /** Avatica's stock client over protobuf. */
    STOCK_PROTOBUF {
        @Override
        String url(DemoGateway gateway) {
            return "jdbc:avatica:remote:serialization=protobuf;url=" + gateway.httpUrl();
        }
    };

    /** Where this way begins. */
    abstract String url(DemoGateway gateway);

    /** A new connection. */
    Connection connect(DemoGateway gateway) throws SQLException {
        return DriverManager.getConnection(url(gateway));
    }
}
