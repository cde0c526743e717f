package io.strandline.gateway.http;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the gateway listens.
 *
 * @param host name or address to bind
 * @param port 0 takes a free one
 * @param maxBodyBytes largest request body
 * @param threads most threads that serve requests
 * @param idle time after which a connection without a request is closed
 * @param stop time that running requests are given when the gateway stops
 * @param tls the server's certificate; null for plain HTTP
 * @param name of this gateway among those behind one balancer, fit for a cookie; null for one that is alone
 */
public record HttpSettings(
        String host,
        int port,
        int maxBodyBytes,
        int threads,
        Duration idle,
        Duration stop,
        @Nullable TlsSettings tls,
        @Nullable String name) {
    /** Loopback, port 8765, 16 MiB, 200 threads, ten minutes idle, ten seconds to stop, no TLS. */
    public static final HttpSettings DEFAULTS = new HttpSettings(
            "127.0.0.1", 8765, 16 << 20, 200, Duration.ofMinutes(10), Duration.ofSeconds(10), null, null);

    public HttpSettings {
        requireNonNull(host, "host");
        requireNonNull(idle, "idle");
        requireNonNull(stop, "stop");
        if (maxBodyBytes < 1 || threads < 8) {
            throw new IllegalArgumentException("a body has at least one byte, and there are at least 8 threads");
        }
    }

    /** The same at another place. */
    public HttpSettings withAddress(String otherHost, int otherPort) {
        return new HttpSettings(otherHost, otherPort, maxBodyBytes, threads, idle, stop, tls, name);
    }

    /** The same with another bound of bodies. */
    public HttpSettings withMaxBodyBytes(int bytes) {
        return new HttpSettings(host, port, bytes, threads, idle, stop, tls, name);
    }

    /** The same with TLS. */
    public HttpSettings withTls(TlsSettings settings) {
        return new HttpSettings(host, port, maxBodyBytes, threads, idle, stop, settings, name);
    }

    /** The same under a name. */
    public HttpSettings withName(String own) {
        return new HttpSettings(host, port, maxBodyBytes, threads, idle, stop, tls, own);
    }
}
