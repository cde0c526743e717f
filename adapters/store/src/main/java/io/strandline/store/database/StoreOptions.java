package io.strandline.store.database;

import static java.util.Objects.requireNonNull;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Which database the store is on.
 *
 * @param url {@code jdbc:sqlite:PATH}, or {@code jdbc:postgresql://HOST[:PORT]/DATABASE} with pgjdbc's parameters;
 *     {@code currentSchema} there names the schema of the store, {@code strandline} by default
 * @param user login of PostgreSQL; null to take what the URL or the environment says
 * @param password of that login, never shown
 * @param busyTimeout how long a statement waits for a lock that another holds, and a caller for a free connection; 5 s by
 *     default
 * @param readers connections for reading, and on PostgreSQL as many for writing; 8 by default
 */
public record StoreOptions(
        String url, @Nullable String user, @Nullable String password, Duration busyTimeout, int readers) {
    static final String SQLITE = "jdbc:sqlite:";
    static final String POSTGRESQL = "jdbc:postgresql:";

    public StoreOptions {
        requireNonNull(url, "url");
        requireNonNull(busyTimeout, "busyTimeout");
        if (busyTimeout.toMillis() < 1 || busyTimeout.toMillis() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("busyTimeout must be between 1 ms and 24 days: " + busyTimeout);
        }
        if (readers < 1) {
            throw new IllegalArgumentException("readers must be at least 1: " + readers);
        }
    }

    /** That URL, everything else by default. */
    public static StoreOptions of(String url) {
        return new StoreOptions(url, null, null, Duration.ofSeconds(5), 8);
    }

    /** The same with a login. */
    public StoreOptions withLogin(@Nullable String newUser, @Nullable String newPassword) {
        return new StoreOptions(url, newUser, newPassword, busyTimeout, readers);
    }

    /** The same with another time to wait for locks. */
    public StoreOptions withBusyTimeout(Duration timeout) {
        return new StoreOptions(url, user, password, timeout, readers);
    }

    /** The same with another number of readers. */
    public StoreOptions withReaders(int number) {
        return new StoreOptions(url, user, password, busyTimeout, number);
    }

    /**
     * The database by the URL's prefix.
     *
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} for any other
     */
    Dialect dialect() {
        if (url.startsWith(SQLITE)) {
            return Dialect.SQLITE;
        }
        if (url.startsWith(POSTGRESQL)) {
            return Dialect.POSTGRESQL;
        }
        throw new StrandlineException(
                ErrorCode.CONFIGURATION,
                "store.url \"" + shownUrl()
                        + "\" is neither jdbc:sqlite:PATH nor jdbc:postgresql://HOST/DATABASE; give one"
                        + " of those.");
    }

    /** The URL as messages may show it: without parameters and without a login. */
    public String shownUrl() {
        int parameters = url.indexOf('?');
        String shown = parameters < 0 ? url : url.substring(0, parameters);
        int login = shown.lastIndexOf('@');
        int host = shown.indexOf("//");
        return login > host && host >= 0 ? shown.substring(0, host + 2) + shown.substring(login + 1) : shown;
    }

    @Override
    public String toString() {
        return "StoreOptions[" + shownUrl() + "]";
    }
}
