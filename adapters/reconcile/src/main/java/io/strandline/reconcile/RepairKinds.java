package io.strandline.reconcile;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The kinds of findings that a repair exists for: ORPHAN is dropped, MISSING is forgotten. */
public final class RepairKinds {
    private static final Set<FindingKind> ALL =
            Collections.unmodifiableSet(EnumSet.of(FindingKind.ORPHAN, FindingKind.MISSING));

    private RepairKinds() {}

    /** All of them. */
    public static Set<FindingKind> all() {
        return ALL;
    }

    /** As {@link #parse} reads them: {@code ORPHAN,MISSING}. */
    public static String text(Collection<FindingKind> kinds) {
        return kinds.stream().sorted().map(Enum::name).collect(Collectors.joining(","));
    }

    /**
     * Kinds from text: names separated by commas, in any case, spaces round them not significant.
     *
     * @throws StrandlineException {@link ErrorCode#BAD_ARGUMENT} for a name that is no kind, a kind without a repair, or none
     */
    public static Set<FindingKind> parse(String text) {
        EnumSet<FindingKind> kinds = EnumSet.noneOf(FindingKind.class);
        for (String name : text.split(",", -1)) {
            kinds.add(of(name.strip())
                    .orElseThrow(
                            () -> new StrandlineException(ErrorCode.BAD_ARGUMENT, "kinds: " + wrong(name.strip()))));
        }
        return kinds;
    }

    /** The kind of that name, if it has a repair. */
    public static Optional<FindingKind> of(String name) {
        return ALL.stream().filter(kind -> kind.name().equals(Text.upper(name))).findFirst();
    }

    /** What is wrong with a name that {@link #of} does not know, and which are right. */
    public static String wrong(String name) {
        List<String> known = Arrays.stream(FindingKind.values()).map(Enum::name).toList();
        String right =
                " Kinds that are repaired: " + ALL.stream().map(Enum::name).collect(Collectors.joining(", ")) + ".";
        if (name.isEmpty()) {
            return "a name is empty." + right;
        }
        return known.contains(Text.upper(name))
                ? Text.upper(name) + " has no repair; somebody has to look." + right
                : "\"" + Text.cut(name, 100) + "\" is no kind of finding" + Text.didYouMean(name, known) + right;
    }
}
