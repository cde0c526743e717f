package io.strandline.gateway.sql;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** What makes two executions the same request (GW-2): the SHA-256 of its parts, each with its length. For one request. */
final class RequestHash {
    private final MessageDigest digest;

    /** Of what of a session decides how statements are read and written. */
    RequestHash(SessionOptions options) {
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        add(options.catalog());
        add(options.schema());
        add(options.timeZone().getId());
        Map<String, String> ofModules = new TreeMap<>(options.ofModules());
        ofModules.forEach((name, value) -> {
            add(name);
            add(value);
        });
    }

    void add(String part) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
        digest.update(bytes);
    }

    /** The hash, in hexadecimal; nothing is added after that. */
    String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
