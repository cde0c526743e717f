package io.strandline.bench;

import io.strandline.gateway.demo.DemoLake;
import io.strandline.gateway.launcher.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A gateway in a process of its own, as a user runs it. */
final class GatewayProcess implements AutoCloseable {
    private final Process process;
    private final String url;

    private GatewayProcess(Process process, String url) {
        this.process = process;
        this.url = url;
    }

    /** A gateway on a new lake that has drifted. */
    static GatewayProcess demo(Path folder) throws IOException, SQLException {
        DemoLake lake = DemoLake.create(folder, 0);
        GatewayProcess gateway = serve(lake.config());
        try (Connection connection = gateway.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : lake.registrations()) {
                statement.execute(sql);
            }
            for (String sql : lake.drift()) {
                statement.execute(sql);
            }
        }
        return gateway;
    }

    /** A gateway of that configuration; returns when it listens. */
    static GatewayProcess serve(Path config, String... jvmOptions) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Duser.timezone=UTC", "-Dfile.encoding=UTF-8"));
        command.addAll(List.of(jvmOptions));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of("serve", "--config", config.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            int at = line.indexOf("jdbc:strandline:");
            if (at >= 0) {
                return new GatewayProcess(process, line.substring(at).strip());
            }
        }
        process.destroyForcibly();
        throw new IOException("the gateway ended before it listened");
    }

    /** A connection of our driver. */
    Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    /** URL for our driver. */
    String url() {
        return url;
    }

    @Override
    public void close() {
        process.destroy();
    }
}
