package io.strandline.jdbc.internal.wire;

import io.strandline.jdbc.ConnectionProperty;
import io.strandline.jdbc.internal.connect.ConnectionSettings;
import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.sql.SQLException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.jspecify.annotations.Nullable;

/**
 * How a connection speaks TLS: not at all, with the certificates the JVM trusts, or with those of a file. The host's name
 * is checked against its certificate always. Immutable.
 */
public final class Tls {
    private static final String PEM = "-----BEGIN CERTIFICATE-----";

    private static final Tls NONE = new Tls((socket, target, port, attachment, context) -> {
        throw new SSLException("TLS was not asked for; set ssl=true");
    });

    private final TlsSocketStrategy strategy;

    private Tls(TlsSocketStrategy strategy) {
        this.strategy = strategy;
    }

    /**
     * What the settings ask for; reads the file they name.
     *
     * @throws SQLException 22023 if that file cannot be read, or holds no certificates
     */
    public static Tls of(ConnectionSettings settings) throws SQLException {
        if (!settings.flag(ConnectionProperty.SSL)) {
            return NONE;
        }
        String file = settings.get(ConnectionProperty.SSL_TRUST);
        return file == null ? OfJvm.TLS : trusting(file, settings.get(ConnectionProperty.SSL_TRUST_PASSWORD));
    }

    TlsSocketStrategy strategy() {
        return strategy;
    }

    private static Tls trusting(String file, @Nullable String password) throws SQLException {
        try {
            KeyStore store = store(Files.readAllBytes(Path.of(file)), password);
            if (store.size() == 0) {
                throw new GeneralSecurityException("it holds no certificates");
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return new Tls(new DefaultClientTlsStrategy(context));
        } catch (IOException | GeneralSecurityException | InvalidPathException e) {
            throw SqlErrors.of(
                    SqlState.BAD_ARGUMENT,
                    "connection property \"" + ConnectionProperty.SSL_TRUST.key() + "\" names " + file
                            + ", which cannot be used (" + e.getMessage() + "); give a PEM file, or a PKCS12 store and"
                            + " its sslTrustPassword",
                    e);
        }
    }

    private static KeyStore store(byte[] content, @Nullable String password)
            throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        if (!new String(content, StandardCharsets.ISO_8859_1).contains(PEM)) {
            store.load(new ByteArrayInputStream(content), password == null ? null : password.toCharArray());
            return store;
        }
        store.load(null, null);
        int number = 0;
        for (Certificate certificate :
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(content))) {
            store.setCertificateEntry("trusted-" + number++, certificate);
        }
        return store;
    }

    /** Loading the JVM's certificates takes milliseconds: once, and only for who speaks TLS. */
    private static final class OfJvm {
        static final Tls TLS = new Tls(DefaultClientTlsStrategy.createSystemDefault());
    }
}
