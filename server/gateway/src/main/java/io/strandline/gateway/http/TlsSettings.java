package io.strandline.gateway.http;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/** The key store with the server's certificate and key, PKCS12. */
public record TlsSettings(Path keystore, String password) {
    public TlsSettings {
        requireNonNull(keystore, "keystore");
        requireNonNull(password, "password");
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "TlsSettings[" + keystore + "]";
    }
}
