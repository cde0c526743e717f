package io.strandline.gateway.launcher;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which gateway a command asks, and as whom. */
final class GatewayLogin {
    /** Where a gateway listens unless told otherwise. */
    static final String DEFAULT_URL = "jdbc:strandline://127.0.0.1:8765/";

    @Option(
            names = {"-u", "--url"},
            paramLabel = "URL",
            description = "JDBC URL (default: ${DEFAULT-VALUE}).",
            defaultValue = DEFAULT_URL)
    private String url = DEFAULT_URL;

    @Option(
            names = {"-n", "--user"},
            paramLabel = "NAME",
            description = "Login name.")
    private @Nullable String user;

    @Option(
            names = {"-p", "--password"},
            interactive = true,
            arity = "0..1",
            description = "Password; asked for if no value follows. STRANDLINE_PASSWORD is used if this is left out.")
    private @Nullable String password;

    /** The gateway's URL. */
    String url() {
        return url;
    }

    /** The login, as far as there is one. */
    Properties properties() {
        Properties login = new Properties();
        if (user != null) {
            login.setProperty("user", user);
        }
        String secret = password == null ? System.getenv("STRANDLINE_PASSWORD") : password;
        if (secret != null) {
            login.setProperty("password", secret);
        }
        return login;
    }

    /** Connects. */
    Connection connect() throws SQLException {
        return DriverManager.getConnection(url, properties());
    }
}
