package io.strandline.catalog;

import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.LocationRules.Relation;
import java.time.Duration;
import java.time.Instant;

/**
 * Which files that a store lists are a table's orphans (CAT-17).
 *
 * @param reachable all that the table reaches
 * @param directory only what lies below it
 * @param before only what was written before
 */
record OrphanRule(LocationRules rules, Reachable reachable, Location directory, Instant before) {
    /** How old they are at least, where the caller says nothing. */
    static final Duration AGE = Duration.ofDays(3);

    /** Of a catalog that is a directory tree: which metadata file is the newest. No metadata names it. */
    private static final String VERSION_HINT = "version-hint.text";

    /** {@code DIFFERENT} for an orphan, {@code SAME} for any other file, {@code PREFIX_MISMATCH} if that cannot be told. */
    Relation relation(StoredFile file) {
        return file.writtenAt().isBefore(before) && isOfTheTable(file.location())
                ? reachable.relation(file.location())
                : Relation.SAME;
    }

    /** What begins with a dot or an underscore is others' work in progress; a partition's name has an equals sign. */
    private boolean isOfTheTable(String file) {
        Location place = TablePlaces.parsed(file).orElse(null);
        if (place == null || !rules.isStrictlyBelow(directory, place)) {
            return false;
        }
        String way = rules.below(directory, place);
        for (String segment : way.split("/")) {
            if ((segment.startsWith(".") || segment.startsWith("_")) && !segment.contains("=")) {
                return false;
            }
        }
        return !way.equals(VERSION_HINT) && !way.endsWith("/" + VERSION_HINT);
    }
}
