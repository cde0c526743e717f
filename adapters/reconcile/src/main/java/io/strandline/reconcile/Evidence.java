package io.strandline.reconcile;

import static java.util.Objects.requireNonNull;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.DesiredState;
import io.strandline.catalog.FileInventory;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableState;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.LocationRules.Relation;
import io.strandline.common.StrandlineException;
import io.strandline.registry.Connection;
import io.strandline.registry.Locator;
import io.strandline.registry.Registration;
import io.strandline.registry.Registrations;
import io.strandline.registry.Sinks;
import io.strandline.registry.Source;
import io.strandline.registry.SourceKind;
import io.strandline.registry.Sources;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What can be found out now about a table, its place and its source. Reads only; thread-safe. */
public final class Evidence {
    private static final String PLAIN_RESOURCE = "resource";

    private final Catalogs catalogs;
    private final Registrations registrations;
    private final Sources sources;
    private final @Nullable Locator locator;
    private final LocationRules rules;
    private final @Nullable DesiredState declared;
    private final @Nullable Sinks sinks;
    private final @Nullable FileInventory files;

    /** Evidence from these, where nobody declares tables, registers sinks or compares files. */
    public Evidence(
            Catalogs catalogs,
            Registrations registrations,
            Sources sources,
            @Nullable Locator locator,
            LocationRules rules) {
        this(catalogs, registrations, sources, locator, rules, null, null, null);
    }

    /**
     * Evidence from these.
     *
     * @param locator null if no stored file can be looked for: then only the managed resources prove anything (REC-19)
     * @param declared how tables shall be; null if nobody declares it
     * @param sinks who writes tables; null if nobody registers that
     * @param files compares tables' files; null if nobody does: then no scan is deep
     */
    public Evidence(
            Catalogs catalogs,
            Registrations registrations,
            Sources sources,
            @Nullable Locator locator,
            LocationRules rules,
            @Nullable DesiredState declared,
            @Nullable Sinks sinks,
            @Nullable FileInventory files) {
        this.catalogs = requireNonNull(catalogs, "catalogs");
        this.registrations = requireNonNull(registrations, "registrations");
        this.sources = requireNonNull(sources, "sources");
        this.locator = locator;
        this.rules = requireNonNull(rules, "rules");
        this.declared = declared;
        this.sinks = sinks;
        this.files = files;
    }

    /** How tables shall be; empty if nobody declares it. */
    Optional<DesiredState> declared() {
        return Optional.ofNullable(declared);
    }

    /** Who writes tables; empty if nobody registers that. */
    Optional<Sinks> sinks() {
        return Optional.ofNullable(sinks);
    }

    /** Who compares tables' files; empty if nobody does. */
    Optional<FileInventory> files() {
        return Optional.ofNullable(files);
    }

    /** Whose care a table's files are in. */
    enum Standing {
        EXTERNAL,
        MANAGED,
        /** It would be external if a missing authority were the same as the one there is (LOC-2). */
        PREFIX_MISMATCH
    }

    TableCatalog catalog(String name) {
        return catalogs.get(name);
    }

    Registrations registrations() {
        return registrations;
    }

    LocationRules rules() {
        return rules;
    }

    /** Where a table lies; empty if the engine does not say. */
    static Optional<Location> place(TableState state) {
        return place(state.location());
    }

    /** The place of that text; empty for a blank one. */
    static Optional<Location> place(String location) {
        return location.isBlank() ? Optional.empty() : Optional.of(Location.parse(location));
    }

    /** External only below a declared prefix, or if the engine says so; an unknown place is managed (REC-4). */
    Standing standing(Connection connection, TableState state) {
        return standing(connection, state.external(), place(state));
    }

    /**
     * As {@link #standing(Connection, TableState)}, of a table of which only these are known.
     *
     * @param external whether the engine says so; empty if it does not say
     * @param place where the table lies; empty if that is not known
     */
    Standing standing(Connection connection, Optional<Boolean> external, Optional<Location> place) {
        if (external.orElse(false)) {
            return Standing.EXTERNAL;
        }
        if (place.isEmpty()) {
            return Standing.MANAGED;
        }
        List<Relation> relations = connection.externalLocations().stream()
                .map(prefix -> rules.containment(prefix, place.orElseThrow()))
                .toList();
        if (relations.contains(Relation.SAME)) {
            return Standing.EXTERNAL;
        }
        return relations.contains(Relation.PREFIX_MISMATCH) ? Standing.PREFIX_MISMATCH : Standing.MANAGED;
    }

    /** Whether a table that lies there can be shown to be ours (REC-6). A locator that fails proves nothing. */
    Proof proof(Connection connection, Location place, CallContext call) {
        return proof(connection, place, sources.near(place), call);
    }

    /** Sources that may lie at those places, by {@link LocationRules#pathKey}; asked for together. */
    Map<String, List<Source>> sourcesNear(Collection<Location> places) {
        return places.isEmpty()
                ? Map.of()
                : sources.nearAny(places).stream()
                        .collect(Collectors.groupingBy(source -> LocationRules.pathKey(source.directory())));
    }

    /** As {@link #proof(Connection, Location, CallContext)}, the sources near the place being known. */
    Proof proof(Connection connection, Location place, List<Source> near, CallContext call) {
        List<String> against = new ArrayList<>();
        for (Source source : near) {
            if (!rules.same(source.directory(), place)) {
                continue;
            }
            if (source.kind() == SourceKind.WEBHOOK) {
                against.add("webhook \"" + source.id() + "\" delivers there, and its tables go with it alone");
                continue;
            }
            Looked looked = look(source.object(), call);
            if (Boolean.TRUE.equals(looked.exists())) {
                return new Proof.StoredFile(new SourceRef(source.kind().text(), source.id(), true));
            }
            against.add(
                    "source " + source.kind().text() + " \"" + source.id() + "\" lies there, but " + looked.detail());
        }
        Optional<SourceRef> managed = managedResource(connection, place, call);
        if (managed.isPresent()) {
            return new Proof.ManagedResource(managed.orElseThrow());
        }
        if (against.isEmpty()) {
            against.add(
                    "it lies at " + place + ", which is neither the directory of a stored file nor below the managed"
                            + " resources of connection \"" + connection.name() + "\"");
        }
        return new Proof.Unproved(Reason.NOT_PROVABLE, String.join("; ", against));
    }

    /** Stored files whose directory that place is, whether or not their objects are there. */
    List<Source> sourcesAt(Location place) {
        return sources.near(place).stream()
                .filter(source -> rules.same(source.directory(), place))
                .toList();
    }

    /** The managed resource that a place strictly below the managed resources belongs to; empty for any other place. */
    Optional<SourceRef> managedResource(Connection connection, Location place, CallContext call) {
        return connection
                .managedResources()
                .filter(prefix -> rules.isStrictlyBelow(prefix, place))
                .map(prefix -> resource(rules.below(prefix, place), call));
    }

    /** The source of that kind and id, if it is known. */
    Optional<Source> sourceOf(SourceKind kind, String id) {
        return sources.byId(kind, id);
    }

    /** Kind and id from the way below the managed resources: {@code scripts/7/data} is script 7, {@code 7} is resource 7. */
    private SourceRef resource(String way, CallContext call) {
        String[] segments = way.split("/+", 3);
        String kind = segments.length > 1 ? segments[0] : PLAIN_RESOURCE;
        String id = segments.length > 1 ? segments[1] : segments[0];
        return new SourceRef(kind, id, existsNow(SourceKind.RESOURCE, id, call));
    }

    /** The source a registration names; empty if it names none. */
    Optional<SourceRef> source(Registration registration, CallContext call) {
        String id = registration.sourceId();
        if (id == null) {
            return Optional.empty();
        }
        SourceKind kind = registration.sourceKind();
        // a webhook has no object: it is there while it is known
        Boolean exists = kind == SourceKind.WEBHOOK
                ? Boolean.valueOf(sources.byId(kind, id).isPresent())
                : existsNow(kind, id, call);
        return Optional.of(new SourceRef(kind.text(), id, exists));
    }

    private @Nullable Boolean existsNow(SourceKind kind, String id, CallContext call) {
        Optional<Source> source = sources.byId(kind, id);
        return source.isEmpty()
                ? Boolean.FALSE
                : look(source.orElseThrow().object(), call).exists();
    }

    private record Looked(@Nullable Boolean exists, String detail) {}

    private Looked look(Location object, CallContext call) {
        if (locator == null) {
            return new Looked(null, "no locator is configured to look for its object " + object);
        }
        try {
            return locator.exists(object, call)
                    ? new Looked(true, "")
                    : new Looked(false, "its object " + object + " is not there");
        } catch (StrandlineException e) {
            rethrowIfEnded(e);
            return new Looked(null, "whether its object is there could not be found out: " + e.getMessage());
        }
    }

    /** Passes on what ends a statement; any other failure is that of one look-up. */
    static void rethrowIfEnded(StrandlineException e) {
        if (e.code() == ErrorCode.CANCELLED || e.code() == ErrorCode.TIMED_OUT) {
            throw e;
        }
    }
}
