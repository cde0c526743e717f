package io.strandline.catalog;

import io.strandline.catalog.FieldType.Primitive;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which primitive type may become which without a look at the data (CAT-5; Iceberg's specification, "Schema Evolution"). */
final class Promotions {
    private static final Map<String, Set<String>> ALWAYS = Map.of("int", Set.of("long"), "float", Set.of("double"));
    private static final Map<String, Set<String>> SINCE_V3 = Map.of("date", Set.of("timestamp", "timestamp_ns"));

    private Promotions() {}

    static boolean isPromotion(Primitive from, Primitive to, int formatVersion) {
        if (from.name().equals("decimal") && to.name().equals("decimal")) {
            return sameScale(from, to)
                    && to.parameters().get(0) > from.parameters().get(0);
        }
        return ALWAYS.getOrDefault(from.name(), Set.of()).contains(to.name())
                || (formatVersion >= 3
                        && SINCE_V3.getOrDefault(from.name(), Set.of()).contains(to.name()));
    }

    /** Why a type may not become the other. */
    static String reason(FieldType from, FieldType to, int formatVersion) {
        if (!(from instanceof Primitive a) || !(to instanceof Primitive b)) {
            return "a type with fields cannot become another one";
        }
        if (a.name().equals("decimal") && b.name().equals("decimal")) {
            return sameScale(a, b) ? "it is narrower: values would be cut" : "a scale cannot change";
        }
        if (SINCE_V3.getOrDefault(a.name(), Set.of()).contains(b.name())) {
            return "that needs format version 3, the table has " + formatVersion;
        }
        return isPromotion(b, a, 3) ? "it is narrower: values would be cut" : "the types do not fit";
    }

    private static boolean sameScale(Primitive a, Primitive b) {
        List<Integer> from = a.parameters();
        List<Integer> to = b.parameters();
        return from.size() == 2 && to.size() == 2 && from.get(1).equals(to.get(1));
    }
}
