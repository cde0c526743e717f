package io.strandline.reconcile;

import io.strandline.catalog.Namespace;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TablePage;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import io.strandline.registry.Registration;
import io.strandline.registry.Registrations;
import io.strandline.registry.Source;
import io.strandline.registry.SourceKind;
import io.strandline.registry.Sources;
import io.strandline.sqlkit.Wanted;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import org.jspecify.annotations.Nullable;

/** A catalog of one namespace in memory, whose tables can fail in any way a real one's can. */
final class ModelLake implements TableCatalog {
    private static final List<String> NAMESPACE = List.of("ns");

    private final TreeMap<String, ModelTable> tables = new TreeMap<>(Text.BY_CODE_POINT);

    private final boolean listingTellsPlaces;

    ModelLake(Map<String, ModelTable> tables) {
        this(tables, false);
    }

    /** A lake whose listing tells where tables lie, if they can be read. */
    ModelLake(Map<String, ModelTable> tables, boolean listingTellsPlaces) {
        this.tables.putAll(tables);
        this.listingTellsPlaces = listingTellsPlaces;
    }

    /**
     * A table; its UUID is its name.
     *
     * @param place where it lies; empty if the engine does not say
     * @param failure what describing it ends with; null if it does not fail
     */
    record ModelTable(
            String place, TableType type, @Nullable ErrorCode failure) {
        static ModelTable of(String place, TableType type, Optional<ErrorCode> failure) {
            return new ModelTable(place, type, failure.orElse(null));
        }
    }

    static Arbitrary<Optional<ErrorCode>> failures() {
        return Arbitraries.of(
                        ErrorCode.INTERNAL,
                        ErrorCode.INTERNAL,
                        ErrorCode.INTERNAL,
                        ErrorCode.METADATA_MISSING,
                        ErrorCode.METADATA_UNREADABLE,
                        ErrorCode.BACKEND)
                .map(code -> code == ErrorCode.INTERNAL ? Optional.empty() : Optional.of(code));
    }

    private static TableRef ref(String name) {
        return new TableRef("lake", NAMESPACE, name);
    }

    @Override
    public String name() {
        return "lake";
    }

    @Override
    public String type() {
        return "model";
    }

    @Override
    public Map<String, String> properties() {
        return Map.of();
    }

    @Override
    public boolean dropKeepsFiles() {
        return true;
    }

    @Override
    public void probe(CallContext call) {}

    @Override
    public List<Namespace> namespaces(CallContext call) {
        return List.of(new Namespace(NAMESPACE, Map.of()));
    }

    /** Pages of at most two, so that every listing has several. */
    @Override
    public TablePage list(List<String> namespace, Optional<String> after, int limit, CallContext call) {
        List<String> left = List.copyOf(
                after.map(name -> tables.tailMap(name, false)).orElse(tables).keySet());
        int size = Math.min(2, limit);
        return new TablePage(
                left.stream()
                        .limit(size)
                        .map(name -> entry(name, tables.get(name)))
                        .toList(),
                left.size() > size);
    }

    private TableEntry entry(String name, ModelTable table) {
        TableEntry.Seen seen =
                listingTellsPlaces && table.failure() == null ? new TableEntry.Seen(table.place(), name, null) : null;
        return new TableEntry(ref(name), table.type(), seen, null);
    }

    @Override
    public Optional<TableState> describe(TableRef table, CallContext call) {
        ModelTable found = tables.get(table.name());
        if (found == null) {
            return Optional.empty();
        }
        if (found.failure() != null) {
            throw new StrandlineException(found.failure(), table + ": as the model says.");
        }
        return Optional.of(TableState.outline(table, found.type(), "model", table.name(), found.place()));
    }

    @Override
    public boolean exists(TableRef table, CallContext call) {
        return tables.containsKey(table.name());
    }

    @Override
    public boolean drop(TableRef table, CallContext call) {
        return tables.remove(table.name()) != null;
    }

    @Override
    public void close() {}

    /**
     * Registrations in memory, on one connection.
     *
     * @param uuids by name, the UUID that was recorded; none is for a name that is not in it
     */
    record ModelRegistrations(String connection, Map<String, Location> byName, Map<String, String> uuids)
            implements Registrations {
        private Registration registration(String name) {
            return new Registration(
                    "id of " + name,
                    connection,
                    ref(name),
                    byName.get(name),
                    SourceKind.FILE,
                    null,
                    "ada",
                    Instant.EPOCH,
                    null,
                    uuids.get(name));
        }

        @Override
        public Stream<Registration> in(String of, String catalog, List<String> namespace) {
            return byName.keySet().stream().sorted(Text.BY_CODE_POINT).map(this::registration);
        }

        @Override
        public Optional<Registration> byId(String id) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<Registration> byName(String of, TableRef table) {
            return Optional.of(table.name()).filter(byName::containsKey).map(this::registration);
        }

        @Override
        public List<Registration> byNameInAnyCase(String of, TableRef table) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<Registration> bySource(SourceKind kind, String sourceId, int limit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<Registration> at(Location place) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Stream<Registration> read(Wanted wanted, CallContext call) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean insert(Registration registration) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean delete(String id) {
            throw new UnsupportedOperationException();
        }
    }

    /** No sources. */
    static final class ModelSources implements Sources {
        @Override
        public Optional<Source> byId(SourceKind kind, String id) {
            return Optional.empty();
        }

        @Override
        public List<Source> near(Location directory) {
            return List.of();
        }

        @Override
        public Stream<Source> read(Wanted wanted, CallContext call) {
            return Stream.empty();
        }

        @Override
        public boolean insert(Source source) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean delete(SourceKind kind, String id) {
            throw new UnsupportedOperationException();
        }
    }
}
