package io.strandline.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * The lines between modules, and between the rooms of an adapter: domain ({@code <root>.<module>}), one backend ({@code
 * <root>.<module>.<backend>}), what SQL sees ({@code <root>.<module>.sql}).
 *
 * @param root package above all modules
 * @param adapters names of the modules that are adapters
 */
record Layers(String root, Set<String> adapters) {
    private static final Set<String> SERVER = Set.of("gateway", "parser", "jdbc");

    private static final List<String> BACKEND_LIBRARIES = List.of(
            "com.zaxxer.hikari",
            "java.sql",
            "javax.sql",
            "org.apache.calcite",
            "org.apache.hadoop",
            "org.apache.iceberg",
            "org.apache.parquet",
            "org.flywaydb",
            "org.jooq",
            "org.postgresql",
            "org.sqlite",
            "software.amazon.awssdk");

    private static final List<String> JAVA =
            List.of("java.lang", "java.math", "java.net", "java.nio.charset", "java.time", "java.util");
    private static final List<String> ANNOTATIONS =
            List.of("org.jspecify.annotations", "com.google.errorprone.annotations");

    /** Every line by what it says. */
    Map<String, ArchRule> all() {
        Map<String, ArchRule> rules = new LinkedHashMap<>();
        line(rules, "a domain knows no backend's library", this::isDomain, (from, to) -> to.isIn(BACKEND_LIBRARIES));
        line(rules, "a domain knows no room", this::isDomain, (from, to) -> isAdapter(to) && to.isRoom());
        line(rules, "what SQL sees knows no backend of its own", Place::isSql, Layers::isOwnBackend);
        line(rules, "an adapter takes the ports of another", this::isAdapter, this::isRoomOfAnother);
        line(rules, "an adapter stands below the server", this::isAdapter, (from, to) -> SERVER.contains(to.module()));
        line(rules, "common stands alone", in("common"), (from, to) -> !to.isIn(JAVA) && !to.isIn(ANNOTATIONS));
        line(rules, "the parser stands alone", in("parser"), Layers::isAnotherModule);
        line(rules, "the driver knows no module", in("jdbc"), Layers::isAnotherModule);
        line(rules, "the driver knows no Calcite", in("jdbc"), (from, to) -> isCalcite(to));
        rules.put("rooms form no cycle", slices().assignedFrom(rooms()).should().beFreeOfCycles());
        return rules;
    }

    private void line(
            Map<String, ArchRule> rules, String says, Predicate<Place> who, BiPredicate<Place, Place> mayNotKnow) {
        DescribedPredicate<JavaClass> those =
                DescribedPredicate.describe("it is about", type -> who.test(placeOf(type)));
        rules.put(says, classes().that(those).should(notKnow(mayNotKnow)).as(says));
    }

    private ArchCondition<JavaClass> notKnow(BiPredicate<Place, Place> forbidden) {
        return new ArchCondition<>("not cross the line") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                Place from = placeOf(type);
                for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                    Place to = placeOf(dependency.getTargetClass());
                    if (!to.equals(from) && forbidden.test(from, to)) {
                        events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
                    }
                }
            }
        };
    }

    /**
     * A slice for each room. A module's own package may be known by all of its rooms.
     */
    private SliceAssignment rooms() {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                Place place = placeOf(type);
                return place.isRoom() ? SliceIdentifier.of(place.packageName()) : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "rooms below " + root;
            }
        };
    }

    private boolean isAdapter(Place place) {
        return adapters.contains(place.module());
    }

    private boolean isDomain(Place place) {
        return isAdapter(place) && !place.isRoom();
    }

    private boolean isRoomOfAnother(Place from, Place to) {
        return isAdapter(to) && to.isRoom() && isAnotherModule(from, to) && !isKeptInTheStore(from, to);
    }

    /** An adapter's {@code store} room keeps its tables through the store's database, the one room that serves others. */
    private static boolean isKeptInTheStore(Place from, Place to) {
        return from.room().equals("store")
                && to.module().equals("store")
                && to.room().equals("database");
    }

    private static boolean isOwnBackend(Place from, Place to) {
        return from.module().equals(to.module()) && to.isRoom() && !to.isSql();
    }

    private static boolean isAnotherModule(Place from, Place to) {
        return !to.module().isEmpty() && !to.module().equals(from.module());
    }

    private static boolean isCalcite(Place place) {
        return place.isIn(List.of("org.apache.calcite")) && !place.isIn(List.of("org.apache.calcite.avatica"));
    }

    private static Predicate<Place> in(String module) {
        return place -> place.module().equals(module);
    }

    private Place placeOf(JavaClass type) {
        String packageName = type.getBaseComponentType().getPackageName();
        if (!packageName.startsWith(root + ".")) {
            return new Place(packageName, "", "");
        }
        String below = packageName.substring(root.length() + 1);
        int dot = below.indexOf('.');
        return dot < 0
                ? new Place(packageName, below, "")
                : new Place(packageName, below.substring(0, dot), below.substring(dot + 1));
    }

    /**
     * Where a class lives.
     *
     * @param module name of a module of ours; empty for a class that is not ours
     * @param room packages below the module's own, dotted; empty if it is in that one
     */
    private record Place(String packageName, String module, String room) {
        boolean isRoom() {
            return !room.isEmpty();
        }

        boolean isSql() {
            return room.equals("sql") || room.startsWith("sql.");
        }

        /** Whether the package is one of these or below one; primitive types are in {@code java.lang}. */
        boolean isIn(List<String> packages) {
            return packageName.isEmpty()
                    ? packages.contains("java.lang")
                    : packages.stream().anyMatch(one -> packageName.equals(one) || packageName.startsWith(one + "."));
        }
    }
}
