package io.strandline.registry.s3;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Denies every request, as a store does for a login that may not look. */
final class DenyingServer implements AutoCloseable {
    private static final byte[] DENIED = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            .getBytes(StandardCharsets.ISO_8859_1);

    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

    DenyingServer() throws IOException {
        Thread thread = new Thread(this::serve, "denying-server");
        thread.setDaemon(true);
        thread.start();
    }

    String endpoint() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    private void serve() {
        while (!listening.isClosed()) {
            try (Socket client = listening.accept()) {
                BufferedReader request =
                        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1));
                String line = request.readLine();
                while (line != null && !line.isEmpty()) {
                    line = request.readLine();
                }
                client.getOutputStream().write(DENIED);
            } catch (IOException e) {
                // closed, or a client that went away
            }
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
