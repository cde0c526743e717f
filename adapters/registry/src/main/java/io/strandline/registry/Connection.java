package io.strandline.registry;

import static java.util.Objects.requireNonNull;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A configured connection: a catalog, and the namespace of it that may be written, its scratch target.
 *
 * @param namespace levels of the scratch target; null if the connection has none
 * @param readOnly whether nothing may be changed through it
 * @param externalLocations prefixes below which a table is external; all others are managed, unless the engine says
 *     otherwise (REC-4)
 * @param managedBucket bucket below whose {@code resources/} the directories of managed resources lie; null if there is
 *     none. It proves whose a table is, and does not make it external: list it among the external locations for that
 * @param listingLimit largest number of tables one comparison lists, at least 1; null for no limit (REC-5)
 */
public record Connection(
        String name,
        String catalog,
        @Nullable List<String> namespace,
        boolean readOnly,
        List<Location> externalLocations,
        @Nullable Location managedBucket,
        @Nullable Integer listingLimit,
        String description) {
    public Connection {
        requireNonNull(name, "name");
        requireNonNull(catalog, "catalog");
        namespace = namespace == null ? null : List.copyOf(namespace);
        externalLocations = List.copyOf(externalLocations);
        requireNonNull(description, "description");
        if (namespace != null && namespace.isEmpty()) {
            throw new IllegalArgumentException("connection " + name + " has a namespace without levels");
        }
        if (listingLimit != null && listingLimit < 1) {
            throw new IllegalArgumentException("connection " + name + " has a listing limit below 1");
        }
    }

    /** The namespace that may be written, if there is one. */
    public Optional<List<String>> scratchTarget() {
        return Optional.ofNullable(namespace);
    }

    /** The scratch target as SQL text, levels quoted where needed; empty if there is none. */
    public Optional<String> namespaceText() {
        return scratchTarget().map(SqlNames::dotted);
    }

    /** Where the directories of managed resources lie, if there is a managed bucket. */
    public Optional<Location> managedResources() {
        return Optional.ofNullable(managedBucket).map(bucket -> bucket.resolve("resources/"));
    }

    /**
     * The scratch target, for what only works with one.
     *
     * @throws StrandlineException {@link ErrorCode#REFUSED} if there is none (REC-14)
     */
    public List<String> requireScratchTarget() {
        return scratchTarget()
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.REFUSED,
                        "connection \"" + name + "\" has no scratch target, so there is nothing to compare or change."
                                + " Give it a namespace in the configuration, or name another connection."));
    }

    /**
     * The scratch target, for what changes something there.
     *
     * @throws StrandlineException {@link ErrorCode#REFUSED} if there is none, {@link ErrorCode#READ_ONLY} if the connection
     *     is read only (REC-14)
     */
    public List<String> requireWritable() {
        List<String> target = requireScratchTarget();
        requireNotReadOnly();
        return target;
    }

    /**
     * For what changes something of the connection.
     *
     * @throws StrandlineException {@link ErrorCode#READ_ONLY}
     */
    public void requireNotReadOnly() {
        if (readOnly) {
            throw new StrandlineException(
                    ErrorCode.READ_ONLY,
                    "connection \"" + name + "\" is read only. Take another connection, or set read_only: false in the"
                            + " configuration.");
        }
    }

    /** The table of that exact name in the scratch target. */
    public TableRef table(String table) {
        return new TableRef(catalog, requireScratchTarget(), table);
    }
}
