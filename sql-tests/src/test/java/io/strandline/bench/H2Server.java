package io.strandline.bench;

import io.strandline.fixture.GatewayProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.h2.tools.Server;

/** H2 as a server in a process of its own, its databases in memory. */
final class H2Server implements AutoCloseable {
    private static final Pattern LISTENS = Pattern.compile("tcp://\\S+:(\\d+)");

    private final Process process;
    private final int port;

    private H2Server(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts it on a free port; returns when it listens. */
    static H2Server start() throws IOException {
        Process process = new ProcessBuilder(GatewayProcess.command(
                        Server.class, List.of("-tcp", "-tcpPort", "0", "-ifNotExists"), "-Dh2.bindAddress=127.0.0.1"))
                .redirectErrorStream(true)
                .start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        StringBuilder said = new StringBuilder();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            // a JVM may speak before its program does
            Matcher matcher = LISTENS.matcher(line);
            if (matcher.find()) {
                return new H2Server(process, Integer.parseInt(matcher.group(1)));
            }
            said.append(line).append('\n');
        }
        process.destroyForcibly();
        throw new IOException("H2 did not come up: " + said);
    }

    /** URL of its driver. */
    String jdbcUrl() {
        return "jdbc:h2:tcp://127.0.0.1:" + port + "/mem:wire;DB_CLOSE_DELAY=-1;USER=sa";
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
