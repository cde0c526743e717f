package io.strandline.gateway.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/**
 * HTTP Basic logins (RFC 7617). A password is hashed once; later requests with the same header are recognised by a keyed
 * digest, so that they cost no bcrypt. An unknown user takes as long as a known one. Failures are counted per user and
 * address; beyond a few, logins from there are refused for a while without looking. Thread-safe.
 */
final class Login {
    /** What a refused request is told to bring. */
    static final HttpField CHALLENGE =
            new HttpField(HttpHeader.WWW_AUTHENTICATE, "Basic realm=\"strandline\", charset=\"UTF-8\"");

    private static final Caller ANYBODY = new Caller("anonymous", Role.ADMIN);
    private static final int FAILURES_ALLOWED = 10;
    private static final Duration FAILURES_KEPT = Duration.ofMinutes(1);
    private static final String SCHEME = "Basic ";
    private static final int LONGEST_HEADER = 2_000;

    private final Users users;
    private final Mac mac;
    private final Cache<ByteBuffer, Caller> known = Caffeine.newBuilder()
            .maximumSize(10_000)
            .expireAfterAccess(Duration.ofHours(1))
            .build();
    private final FailedLogins failures = new FailedLogins(FAILURES_ALLOWED, FAILURES_KEPT);
    private final Semaphore hashing =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));

    Login(Users users) {
        this.users = users;
        this.mac = newMac();
    }

    private static Mac newMac() {
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }

    /** Whether everybody may come in, as admin. */
    boolean isOpen() {
        return users.none();
    }

    /**
     * Who sends a request.
     *
     * @param authorization value of the header, null for none
     * @param address where it comes from
     * @throws StrandlineException {@code LOGIN_FAILED}, without saying which of user and password is wrong
     */
    Caller caller(@Nullable String authorization, String address) {
        if (users.none()) {
            return ANYBODY;
        }
        if (authorization == null) {
            throw failed("this gateway wants a login. Give user and password.");
        }
        if (authorization.length() > LONGEST_HEADER
                || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw failed("logins are by HTTP Basic, with user and password.");
        }
        ByteBuffer digest = digest(authorization);
        Caller recognised = known.getIfPresent(digest);
        if (recognised != null) {
            return recognised;
        }
        Caller caller = verify(decode(authorization), address);
        known.put(digest, caller);
        return caller;
    }

    private ByteBuffer digest(String authorization) {
        try {
            Mac own = (Mac) mac.clone();
            return ByteBuffer.wrap(own.doFinal(authorization.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the JDK's HmacSHA256 can be cloned", e);
        }
    }

    private static byte[] decode(String authorization) {
        try {
            return Base64.getDecoder()
                    .decode(authorization.substring(SCHEME.length()).strip());
        } catch (IllegalArgumentException e) {
            throw failed("the Authorization header is not valid Base64.");
        }
    }

    private Caller verify(byte[] credentials, String address) {
        int colon = 0;
        while (colon < credentials.length && credentials[colon] != ':') {
            colon++;
        }
        if (colon == credentials.length) {
            throw failed("the Authorization header holds no user and password.");
        }
        String name = new String(credentials, 0, colon, StandardCharsets.UTF_8);
        byte[] password = Arrays.copyOfRange(credentials, colon + 1, credentials.length);
        if (failures.tooMany(name, address)) {
            throw failed("too many failed logins from " + address + ". Wait a minute.");
        }
        Optional<Users.User> user = users.find(name);
        if (!compare(user, password)) {
            failures.add(name, address);
            throw failed("user or password is wrong. Check both.");
        }
        return new Caller(name, user.orElseThrow().role(), user.orElseThrow().grants());
    }

    private boolean compare(Optional<Users.User> user, byte[] password) {
        boolean mayHash = false;
        try {
            mayHash = hashing.tryAcquire(5, TimeUnit.SECONDS);
            if (!mayHash) {
                throw new StrandlineException(
                        ErrorCode.TOO_MANY, "too many logins are being checked right now. Try again in a moment.");
            }
            if (user.isEmpty()) {
                Passwords.matchNobody(password);
                return false;
            }
            return Passwords.matches(password, user.orElseThrow().passwordHash());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("the gateway stops.");
        } finally {
            if (mayHash) {
                hashing.release();
            }
        }
    }

    private static StrandlineException failed(String why) {
        return new StrandlineException(ErrorCode.LOGIN_FAILED, "login failed: " + why);
    }
}
