package io.strandline.reconcile;

import io.strandline.catalog.TableType;
import io.strandline.common.Text;
import io.strandline.reconcile.StoryWorld.Place;
import io.strandline.reconcile.StoryWorld.Registered;
import io.strandline.reconcile.StoryWorld.State;
import io.strandline.reconcile.StoryWorld.Table;
import io.strandline.registry.SourceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Says of a state, by the rules alone, what is to be found in it and what may be repaired. */
final class StoryJudge {
    private StoryJudge() {}

    /** Findings of connection {@code c}, each as kind, table and repair, sorted. */
    static List<String> findings(State state, boolean keepsFiles) {
        List<String> found = new ArrayList<>();
        state.tables().forEach((name, table) -> {
            ofTable(state, name, table, keepsFiles).ifPresent(found::add);
            if (isReplaced(table, holder(state, name))) {
                found.add("TABLE_REPLACED " + name + " null");
            }
        });
        state.registrations().values().stream()
                .filter(kept -> isOurs(kept) && !state.tables().containsKey(kept.name()))
                .map(kept -> isMeantByATable(state, kept.name())
                        ? "CASE_COLLISION " + kept.name() + " null"
                        : "MISSING " + kept.name() + (kept.kind() == SourceKind.WEBHOOK ? " null" : " forget"))
                .forEach(found::add);
        return found.stream().sorted().toList();
    }

    private static Optional<String> ofTable(State state, String name, Table table, boolean keepsFiles) {
        if (table.type() != TableType.TABLE) {
            return Optional.empty();
        }
        if (table.failure() != null) {
            return Optional.of(switch (table.failure()) {
                        case METADATA_MISSING -> "METADATA_MISSING ";
                        case METADATA_UNREADABLE -> "CORRUPT_METADATA ";
                        default -> "null ";
                    }
                    + name
                    + " null");
        }
        Registered holder = holder(state, name);
        if (table.place() == Place.FILE_1_WITHOUT_BUCKET
                && (holder == null || holder.place().isSame(Place.FILE_1))) {
            return Optional.of("PREFIX_MISMATCH " + name + " null");
        }
        if (holder != null) {
            return holder.place().isSame(table.place()) || table.place() == Place.UNKNOWN
                    ? Optional.empty()
                    : Optional.of("DRIFTED " + name + " null");
        }
        return table.place().external && !meansARegistration(state, name)
                ? Optional.of("ORPHAN " + name + (isProvable(state, table) && keepsFiles ? " drop" : " null"))
                : Optional.empty();
    }

    /** REC-17. */
    private static boolean isReplaced(Table table, @Nullable Registered holder) {
        return table.type() == TableType.TABLE
                && table.failure() == null
                && holder != null
                && holder.uuid() != null
                && !holder.uuid().equals(table.uuid());
    }

    private static boolean isOurs(Registered kept) {
        return kept.connection().equals("c");
    }

    static @Nullable Registered holder(State state, String name) {
        return state.registrations().values().stream()
                .filter(kept -> isOurs(kept) && kept.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** REC-6. */
    static boolean isProvable(State state, Table table) {
        String file = table.place().file;
        return table.place() == Place.RESOURCE
                || (file != null && !state.locatorFails() && state.objects().contains(file));
    }

    /** LOC-6: an absent registration differs from the table's name only by case. */
    static boolean meansARegistration(State state, String table) {
        return state.registrations().values().stream()
                .anyMatch(kept -> isOurs(kept)
                        && isTwin(kept.name(), table)
                        && !state.tables().containsKey(kept.name()));
    }

    /** LOC-6: an unregistered table differs from the absent registration's name only by case. */
    static boolean isMeantByATable(State state, String registration) {
        return state.tables().entrySet().stream()
                .anyMatch(table -> table.getValue().type() == TableType.TABLE
                        && isTwin(table.getKey(), registration)
                        && holder(state, table.getKey()) == null);
    }

    private static boolean isTwin(String one, String other) {
        return !one.equals(other) && Text.fold(one).equals(Text.fold(other));
    }

    /**
     * What is wrong with a drop that is made now; null if nothing is. Each of its proofs must have held at some moment since
     * the change was begun, and the name must have been free when the drop was sent.
     *
     * @param uuid of the table that the journal was told of
     */
    static @Nullable String wrongDrop(StoryWorld world, String name, @Nullable String uuid) {
        if (!world.keepsFiles) {
            return "its files would be deleted";
        }
        if (holder(world.beforeLastCall(), name) != null) {
            return "it was registered before the drop was sent";
        }
        if (never(world, state -> !meansARegistration(state, name))) {
            return "a registration of another case is meant";
        }
        if (never(world, state -> isTable(state, name))) {
            return "there is no such table";
        }
        if (never(world, state -> isTable(state, name) && table(state, name).place().external)) {
            return "it is managed";
        }
        if (never(world, state -> isTable(state, name) && isProvable(state, table(state, name)))) {
            return "it is not provable";
        }
        return never(
                        world,
                        state -> isTable(state, name)
                                && Objects.equals(table(state, name).uuid(), uuid))
                ? "it is another table than the one that was proved"
                : null;
    }

    /** Whether an item may be made in the state there is now. */
    static boolean mayBeMade(StoryWorld world, RepairItem item) {
        String name = item.tableName();
        if (name == null) {
            Registered kept = world.registrations.get(Objects.requireNonNull(item.registrationId()));
            return kept != null && wrongForget(world, kept) == null;
        }
        Table table = world.tables.get(name);
        return table != null && table.failure() == null && wrongDrop(world, name, table.uuid()) == null;
    }

    /** What is wrong with forgetting a registration now; null if nothing is. */
    static @Nullable String wrongForget(StoryWorld world, Registered kept) {
        if (!isOurs(kept)) {
            return "it is another connection's";
        }
        if (kept.kind() == SourceKind.WEBHOOK) {
            return "it is a webhook's";
        }
        if (never(world, state -> !state.tables().containsKey(kept.name()))) {
            return "its table exists";
        }
        // names are listed once for all that a call forgets
        return world.duringCall().stream().allMatch(state -> isMeantByATable(state, kept.name()))
                ? "a table of another case is meant"
                : null;
    }

    /** What is wrong with a registration that is kept now; null if nothing is. */
    static @Nullable String wrongAdoption(
            StoryWorld world, String name, Predicate<Place> isThere, @Nullable String file) {
        if (never(
                world,
                state -> isTable(state, name)
                        && table(state, name).place().external
                        && isThere.test(table(state, name).place()))) {
            return "it was no external table at that place";
        }
        boolean isOfIt = file == null
                || Stream.of(Place.values()).anyMatch(place -> isThere.test(place) && file.equals(place.file));
        if (!isOfIt) {
            return "it is not the place of its source";
        }
        return never(
                        world,
                        state -> state.registrations().values().stream()
                                .noneMatch(other -> !other.name().equals(name) && isThere.test(other.place())))
                ? "the place was held"
                : null;
    }

    private static boolean never(StoryWorld world, Predicate<State> holds) {
        return world.during().stream().noneMatch(holds);
    }

    private static boolean isTable(State state, String name) {
        Table table = state.tables().get(name);
        return table != null && table.type() == TableType.TABLE;
    }

    private static Table table(State state, String name) {
        return Objects.requireNonNull(state.tables().get(name));
    }
}
