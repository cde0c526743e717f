package io.strandline.catalog.sql;

import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.catalog.Ahead;
import io.strandline.catalog.Catalogs;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableLoads;
import io.strandline.common.CallContext;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.Wanted;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The configured catalogs. Each is asked whether it answers, all at once, if the statement wants to know. */
final class CatalogsTable {
    private CatalogsTable() {}

    private record Row(TableCatalog catalog, @Nullable StrandlineException failure) {}

    static VirtualTable<?> of(Catalogs catalogs, Ahead ahead) {
        return VirtualTable.<Row>named("catalogs", "Configured catalogs, and whether each answers now.")
                .column(CommonColumns.CATALOG, text(), row -> row.catalog().name(), "Its name in the configuration.")
                .column("type", text(), row -> row.catalog().type(), "Kind of backend: jdbc, hadoop, rest and others.")
                .column(
                        "reachable",
                        bool(),
                        row -> row.failure() == null,
                        "Whether it answered when this row was made.")
                .column(
                        "drop_keeps_files",
                        bool(),
                        row -> row.catalog().dropKeepsFiles(),
                        "Whether dropping a table leaves its files; where it does not, repair drops nothing.")
                .column(
                        "properties",
                        text(),
                        row -> JsonText.of(row.catalog().properties()),
                        "The configured properties as JSON, secrets masked.")
                .columns(CommonColumns.STATUS_AND_ERROR, row -> new CommonColumns.StatusOf(row.failure()))
                .key(CommonColumns.CATALOG)
                .pushes(CommonColumns.CATALOG)
                .rows((wanted, call) -> rows(catalogs, ahead, wanted, call));
    }

    private static Stream<Row> rows(Catalogs catalogs, Ahead ahead, Wanted wanted, CallContext call) {
        boolean asks =
                wanted.wants("reachable") || wanted.wants(CommonColumns.STATUS) || wanted.wants(CommonColumns.ERROR);
        return ahead.map(
                Scope.of(catalogs, wanted).catalogs().iterator(),
                Long.MAX_VALUE,
                call,
                catalog -> asks ? probed(catalog, call) : new Row(catalog, null));
    }

    private static Row probed(TableCatalog catalog, CallContext call) {
        try {
            catalog.probe(call);
            return new Row(catalog, null);
        } catch (StrandlineException e) {
            if (!TableLoads.isOfTheObject(e)) {
                throw e;
            }
            return new Row(catalog, e);
        }
    }
}
