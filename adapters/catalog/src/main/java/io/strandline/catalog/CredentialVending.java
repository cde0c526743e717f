package io.strandline.catalog;

import io.strandline.common.CallContext;
import io.strandline.common.TableRef;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A catalog that makes credentials for the files of its tables (CAT-11). Thread-safe. */
public interface CredentialVending {
    /** How long credentials may be used at most, counted from when they were asked for. */
    Duration longestUse();

    /**
     * Has credentials made for a table. Whoever asks was found to be allowed to have them.
     *
     * @return the table as it was at that moment, with what was made; empty if there is no such table
     * @throws io.strandline.common.StrandlineException {@code BACKEND} if the catalog fails or does not answer;
     *     {@code NOT_SUPPORTED} if it has none for such access
     */
    Optional<Minted> mint(TableRef table, Access access, CallContext call);

    /**
     * A table and the credentials made for it.
     *
     * @param location of the table
     * @param properties of the table, which name other places of it
     * @param credentials none if the catalog makes none
     */
    record Minted(String location, Map<String, String> properties, List<Credential> credentials) {
        public Minted {
            properties = Map.copyOf(properties);
            credentials = List.copyOf(credentials);
        }
    }

    /**
     * One credential as the catalog made it.
     *
     * @param prefix the place it says it is for; null if it is for the table as a whole
     * @param properties as Iceberg's FileIO takes them
     */
    record Credential(@Nullable String prefix, Map<String, String> properties) {
        public Credential {
            properties = Map.copyOf(properties);
        }

        /** Without the properties: they hold secrets (CAT-12). */
        @Override
        public String toString() {
            return "a credential for " + (prefix == null ? "the table" : prefix);
        }
    }
}
