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
import io.strandline.reconcile.StoryWorld.Registered;
import io.strandline.reconcile.StoryWorld.Table;
import io.strandline.registry.Registration;
import io.strandline.registry.Registrations;
import io.strandline.registry.SourceKind;
import io.strandline.sqlkit.Wanted;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The ports of a story's world: at each call others may act first; a change is judged when it is made. */
final class StoryPorts {
    private final StoryWorld world;
    private final StoryChoices choices;

    StoryPorts(StoryWorld world, StoryChoices choices) {
        this.world = world;
        this.choices = choices;
    }

    static TableRef ref(String name) {
        return new TableRef("lake", StoryWorld.NAMESPACE, name);
    }

    Catalog catalog(Supplier<String> journaledUuid) {
        return new Catalog(journaledUuid);
    }

    final class Catalog implements TableCatalog {
        private final Supplier<String> journaledUuid;

        private Catalog(Supplier<String> journaledUuid) {
            this.journaledUuid = journaledUuid;
        }

        @Override
        public String name() {
            return "lake";
        }

        @Override
        public String type() {
            return "story";
        }

        @Override
        public Map<String, String> properties() {
            return Map.of();
        }

        @Override
        public boolean dropKeepsFiles() {
            return world.keepsFiles;
        }

        @Override
        public void probe(CallContext call) {}

        @Override
        public List<Namespace> namespaces(CallContext call) {
            return List.of(new Namespace(StoryWorld.NAMESPACE, Map.of()));
        }

        /** Pages of at most two, so that every listing has several. */
        @Override
        public TablePage list(List<String> namespace, Optional<String> after, int limit, CallContext call) {
            world.asked("list");
            List<TableEntry> left = world.tables.entrySet().stream()
                    .filter(entry ->
                            after.isEmpty() || Text.BY_CODE_POINT.compare(entry.getKey(), after.orElseThrow()) > 0)
                    .map(entry ->
                            new TableEntry(ref(entry.getKey()), entry.getValue().type()))
                    .toList();
            int size = Math.min(2, limit);
            return new TablePage(left.stream().limit(size).toList(), left.size() > size);
        }

        /** Views are told by their state, materialised ones have none. */
        @Override
        public Optional<TableState> describe(TableRef ref, CallContext call) {
            world.asked("describe " + ref.name());
            Table table = world.tables.get(ref.name());
            if (table == null || table.type() == TableType.MATERIALIZED_VIEW) {
                return Optional.empty();
            }
            if (table.failure() != null) {
                throw new StrandlineException(table.failure(), ref + ": as the story says.");
            }
            return Optional.of(TableState.outline(ref, table.type(), "story", table.uuid(), table.place().text));
        }

        @Override
        public boolean exists(TableRef ref, CallContext call) {
            world.asked("exists " + ref.name());
            return world.tables.containsKey(ref.name());
        }

        /** Judged when it is sent; its answer may be lost. */
        @Override
        public boolean drop(TableRef ref, CallContext call) {
            world.asked("drop " + ref.name());
            String wrong = StoryJudge.wrongDrop(world, ref.name(), journaledUuid.get());
            if (wrong != null) {
                throw new StoryWrong("drop of " + ref.name() + ": " + wrong);
            }
            boolean dropped = world.tables.remove(ref.name()) != null;
            if (dropped) {
                world.told.add("dropped " + ref.name());
            }
            if (world.othersAct && choices.next(20) == 19) {
                throw new StrandlineException(ErrorCode.OUTCOME_UNKNOWN, "the answer was lost");
            }
            return dropped;
        }

        @Override
        public void close() {}
    }

    /** The registrations; those that others make go past them. */
    final class Kept implements Registrations {
        private Stream<Registration> all(Predicate<Registered> which) {
            return world.registrations.values().stream()
                    .filter(which)
                    .sorted(Comparator.comparing(Registered::name, Text.BY_CODE_POINT))
                    .map(Registered::full)
                    .toList()
                    .stream();
        }

        @Override
        public Stream<Registration> in(String connection, String catalog, List<String> namespace) {
            world.asked("registrations");
            return all(kept -> kept.connection().equals(connection));
        }

        @Override
        public Optional<Registration> byId(String id) {
            world.asked("registration " + id);
            return all(kept -> kept.id().equals(id)).findFirst();
        }

        @Override
        public Optional<Registration> byName(String connection, TableRef table) {
            world.asked("holder of " + table.name());
            return all(kept ->
                            kept.connection().equals(connection) && kept.name().equals(table.name()))
                    .findFirst();
        }

        @Override
        public List<Registration> byNameInAnyCase(String connection, TableRef table) {
            world.asked("holders of " + table.name() + " in any case");
            return all(kept -> kept.connection().equals(connection)
                            && Text.fold(kept.name()).equals(Text.fold(table.name())))
                    .toList();
        }

        @Override
        public List<Registration> bySource(SourceKind kind, String sourceId, int limit) {
            throw new UnsupportedOperationException();
        }

        /** All of them: the port promises no more than a superset. */
        @Override
        public List<Registration> at(Location place) {
            world.asked("registrations at " + place);
            return all(kept -> true).toList();
        }

        @Override
        public Stream<Registration> read(Wanted wanted, CallContext call) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean insert(Registration registration) {
            world.asked("keep " + registration.id());
            String name = registration.table().name();
            Location place = registration.location();
            String wrong = StoryJudge.wrongAdoption(
                    world, name, other -> other.isSame(placeOf(place)), registration.sourceId());
            if (wrong != null) {
                throw new StoryWrong("adoption of " + name + ": " + wrong + "; told: " + world.told);
            }
            if (all(kept -> kept.name().equals(name) && kept.connection().equals(registration.connection()))
                    .findAny()
                    .isPresent()) {
                return false;
            }
            world.registrations.put(
                    registration.id(),
                    new Registered(
                            registration.id(),
                            registration.connection(),
                            name,
                            placeOf(place),
                            registration.sourceKind(),
                            registration.sourceId(),
                            registration.tableUuid()));
            world.told.add("adopted " + name);
            return true;
        }

        private StoryWorld.Place placeOf(Location location) {
            return Stream.of(StoryWorld.Place.values())
                    .filter(place -> place.text.equals(location.text()))
                    .findFirst()
                    .orElseThrow();
        }

        @Override
        public boolean delete(String id) {
            world.asked("forget " + id);
            Registered kept = world.registrations.get(id);
            if (kept == null) {
                return false;
            }
            String wrong = StoryJudge.wrongForget(world, kept);
            if (wrong != null) {
                throw new StoryWrong("forgetting " + kept + ": " + wrong);
            }
            world.registrations.remove(id);
            world.told.add("forgot " + id);
            return true;
        }
    }
}
