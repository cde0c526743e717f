package io.strandline.reconcile;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.FileInventory;
import io.strandline.catalog.StateCache;
import io.strandline.catalog.TableCatalog;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** Compares the files of a lab's tables, ten days on: what a test has made is old. */
final class LabFiles {
    private LabFiles() {}

    /** Where what lies below that place is not a table's alone. */
    static FileInventory inventory(TableCatalog catalog, Location external) {
        LocationRules rules = LocationRules.defaults();
        return new FileInventory(
                new Catalogs(List.of(catalog)),
                (table, location) -> rules.contains(external, Location.parse(location)),
                new StateCache(1 << 20),
                rules,
                Clock.offset(Clock.systemUTC(), Duration.ofDays(10)),
                4);
    }
}
