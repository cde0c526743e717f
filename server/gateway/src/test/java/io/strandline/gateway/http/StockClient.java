package io.strandline.gateway.http;

import io.strandline.gateway.session.FakeEngine;
import io.strandline.gateway.session.SessionSettings;
import io.strandline.gateway.session.Sessions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.calcite.avatica.remote.Driver.Serialization;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A gateway over a made-up engine, and Avatica's own client to it. */
abstract class StockClient {
    final FakeEngine engine = new FakeEngine();
    Sessions sessions;
    GatewayServer server;

    @BeforeEach
    void start() {
        start(SessionSettings.DEFAULTS, Users.NONE);
    }

    void start(SessionSettings settings, Users users) {
        if (server != null) {
            server.close();
        }
        sessions = new Sessions(settings, Clock.systemUTC());
        server = GatewayServer.start(
                HttpSettings.DEFAULTS.withAddress("127.0.0.1", 0), users, engine, sessions, "1.2.3");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    Connection connect(Serialization codec, String... properties) throws SQLException {
        Properties info = new Properties();
        for (int i = 0; i < properties.length; i += 2) {
            info.setProperty(properties[i], properties[i + 1]);
        }
        return DriverManager.getConnection(
                "jdbc:avatica:remote:url=http://127.0.0.1:" + server.port() + "/;serialization=" + codec, info);
    }

    static List<String> read(ResultSet rows, int column) throws SQLException {
        List<String> values = new ArrayList<>();
        while (rows.next()) {
            values.add(rows.getString(column));
        }
        return values;
    }
}
