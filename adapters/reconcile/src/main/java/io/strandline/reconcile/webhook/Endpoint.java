package io.strandline.reconcile.webhook;

import static java.util.Objects.requireNonNull;

import io.strandline.common.Text;
import java.net.URI;
import java.util.Optional;

/**
 * Where new findings of a connection are posted. Shows neither its secret nor more of its URL than scheme, host and port:
 * paths and queries of webhooks hold tokens.
 *
 * @param secret signs what is posted
 */
public record Endpoint(String connection, URI url, String secret) {
    /** Fewest characters of a secret. */
    public static final int SHORTEST_SECRET = 16;

    public Endpoint {
        requireNonNull(connection, "connection");
        requireNonNull(url, "url");
        requireNonNull(secret, "secret");
    }

    /**
     * What is wrong with a URL; empty if nothing is.
     *
     * @param allowPlain whether findings may go over the network unencrypted
     */
    public static Optional<String> faultOf(URI url, boolean allowPlain) {
        String scheme = Text.lower(Optional.ofNullable(url.getScheme()).orElse(""));
        String host = Optional.ofNullable(url.getHost()).orElse("");
        if (!(scheme.equals("https") || scheme.equals("http")) || host.isEmpty()) {
            return Optional.of("must be https://HOST[:PORT]/PATH");
        }
        if (url.getRawUserInfo() != null || url.getRawFragment() != null) {
            return Optional.of("must have neither a login nor a fragment; receivers know the gateway by its signature");
        }
        if (scheme.equals("http") && !allowPlain && !isLoopback(host)) {
            return Optional.of("must be https, or on this machine; allow_plain: true posts over http all the same");
        }
        return Optional.empty();
    }

    private static boolean isLoopback(String host) {
        return host.equalsIgnoreCase("localhost") || host.equals("[::1]") || host.matches("127(\\.\\d{1,3}){3}");
    }

    /** Scheme, host and port. */
    String shownUrl() {
        return url.getScheme() + "://" + url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "Endpoint[" + connection + ", " + shownUrl() + "]";
    }
}
