package io.strandline.reconcile;

import io.strandline.catalog.TableType;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.TableRef;
import io.strandline.registry.Registration;
import io.strandline.registry.SourceKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A lake, a registry and stored files in memory, that others change: at every call of a port somebody may act before it is
 * answered. It keeps each state of the change that is being made, for a judge who asks what held when.
 */
final class StoryWorld {
    static final List<String> NAMESPACE = List.of("ns");
    static final List<String> NAMES = List.of("a", "A", "b", "c");
    static final List<String> CONNECTIONS = List.of("c", "other");

    /** Where tables lie, with what is true of each place: said here by hand, not computed. */
    enum Place {
        FILE_1("s3://lake/uploads/1", true, "f1"),
        FILE_1_WRITTEN_OTHERWISE("s3a://lake/uploads/1/", true, "f1"),
        FILE_2("s3://lake/uploads/2", true, "f2"),
        PARENT_OF_FILE("s3://lake/uploads/p", true, null),
        NOBODYS("s3://lake/uploads/9", true, null),
        RESOURCE("s3://lake/managed/resources/scripts/7", true, null),
        RESOURCES_THEMSELVES("s3://lake/managed/resources", true, null),
        MANAGED("s3://lake/warehouse/t", false, null),
        FILE_BUT_MANAGED("s3://lake/elsewhere", false, "f4"),
        FILE_1_WITHOUT_BUCKET("s3:///uploads/1", false, null),
        UNKNOWN("", false, null);

        final String text;
        final boolean external;
        final @Nullable String file;

        Place(String text, boolean external, @Nullable String file) {
            this.text = text;
            this.external = external;
            this.file = file;
        }

        boolean isSame(Place other) {
            return this == other || (isFile1() && other.isFile1());
        }

        private boolean isFile1() {
            return this == FILE_1 || this == FILE_1_WRITTEN_OTHERWISE;
        }
    }

    /** A table or view. */
    record Table(
            Place place,
            TableType type,
            String uuid,
            @Nullable ErrorCode failure) {}

    /**
     * A registration, by what matters here.
     *
     * @param source id of its source; null for none
     * @param uuid of its table when it was registered; null if none was recorded
     */
    record Registered(
            String id,
            String connection,
            String name,
            Place place,
            SourceKind kind,
            @Nullable String source,
            @Nullable String uuid) {
        Registration full() {
            return new Registration(
                    id,
                    connection,
                    new TableRef("lake", NAMESPACE, name),
                    Location.parse(place.text),
                    kind,
                    source,
                    "ada",
                    Instant.EPOCH,
                    null,
                    uuid);
        }
    }

    /** All there is at a moment. Immutable. */
    record State(
            Map<String, Table> tables,
            Map<String, Registered> registrations,
            Set<String> objects,
            boolean locatorFails) {}

    final TreeMap<String, Table> tables = new TreeMap<>();
    final TreeMap<String, Registered> registrations = new TreeMap<>();
    final TreeSet<String> objects = new TreeSet<>(List.of("f1", "f2", "f3", "f4"));
    final boolean keepsFiles;
    boolean locatorFails;
    boolean othersAct;
    final List<String> told = new ArrayList<>();
    private final StoryChoices choices;
    private final List<State> during = new ArrayList<>();
    private final List<State> duringCall = new ArrayList<>();
    private State before;
    private int made;

    StoryWorld(StoryChoices choices) {
        this.choices = choices;
        this.keepsFiles = choices.next(8) != 7;
        this.before = state();
    }

    State state() {
        return new State(Map.copyOf(tables), Map.copyOf(registrations), Set.copyOf(objects), locatorFails);
    }

    /** Somebody asks something through a port; others may act first. */
    void asked(String what) {
        before = state();
        if (othersAct && choices.next(10) > 6) {
            act();
            during.add(state());
            duringCall.add(state());
        }
        told.add(what);
    }

    /** From here on a call is answered, which may make several changes. */
    void calling() {
        duringCall.clear();
        duringCall.add(state());
    }

    /** From here on a change is made, as the journal has been told. */
    void making() {
        during.clear();
        during.add(state());
    }

    /** Every state since the change was begun. */
    List<State> during() {
        return during;
    }

    /** Every state since the call was begun. */
    List<State> duringCall() {
        return duringCall;
    }

    /** The state as the last call of a port found it, before others acted. */
    State beforeLastCall() {
        return before;
    }

    /** Somebody else does something. */
    void act() {
        String name = pick(NAMES);
        int what = choices.next(10);
        told.add("others do " + what + " to " + name);
        switch (what) {
            case 0, 1 -> put(name, new Table(pick(List.of(Place.values())), type(), uuid(), failure()));
            case 2 -> tables.remove(name);
            case 3 ->
                tables.computeIfPresent(name, (same, old) -> new Table(old.place(), old.type(), uuid(), old.failure()));
            case 4 -> rename(name, pick(NAMES));
            case 5 ->
                tables.computeIfPresent(
                        name, (same, old) -> new Table(pick(List.of(Place.values())), old.type(), old.uuid(), null));
            case 6 -> register(name);
            case 7 -> registrations.values().removeIf(kept -> kept.name().equals(name));
            case 8 ->
                tables.computeIfPresent(
                        name, (same, old) -> new Table(old.place(), TableType.VIEW, uuid(), old.failure()));
            default -> toggle();
        }
    }

    private void toggle() {
        int which = choices.next(6);
        if (which == 5) {
            locatorFails = !locatorFails;
        } else {
            String object = "f" + which;
            if (!objects.remove(object)) {
                objects.add(object);
            }
        }
        told.add("others toggle " + which);
    }

    private void put(String name, Table table) {
        tables.put(name, table);
        told.add("others put " + name + " " + table);
    }

    private void rename(String from, String to) {
        Table table = tables.get(from);
        if (table != null && !tables.containsKey(to)) {
            tables.remove(from);
            put(to, table);
        }
    }

    private void register(String name) {
        String connection = pick(List.of("c", "c", "other"));
        boolean taken = registrations.values().stream()
                .anyMatch(kept ->
                        kept.connection().equals(connection) && kept.name().equals(name));
        if (!taken) {
            Place place = pick(List.of(Place.FILE_1, Place.FILE_2, Place.RESOURCE));
            SourceKind kind = pick(List.of(SourceKind.FILE, SourceKind.RESOURCE, SourceKind.WEBHOOK));
            String id = "r" + ++made;
            Table table = tables.get(name);
            String uuid = table == null || choices.next(3) == 0 ? null : table.uuid();
            registrations.put(
                    id, new Registered(id, connection, name, place, kind, kind == SourceKind.FILE ? null : id, uuid));
            told.add("others register " + name + " as " + id);
        }
    }

    private TableType type() {
        return pick(List.of(
                TableType.TABLE, TableType.TABLE, TableType.TABLE, TableType.VIEW, TableType.MATERIALIZED_VIEW));
    }

    private @Nullable ErrorCode failure() {
        return switch (choices.next(12)) {
            case 9 -> ErrorCode.METADATA_MISSING;
            case 10 -> ErrorCode.METADATA_UNREADABLE;
            case 11 -> ErrorCode.BACKEND;
            default -> null;
        };
    }

    private String uuid() {
        return "u" + ++made;
    }

    <T> T pick(List<T> from) {
        return from.get(choices.next(from.size()));
    }
}
