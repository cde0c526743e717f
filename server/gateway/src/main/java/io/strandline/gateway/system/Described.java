package io.strandline.gateway.system;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.system.Descriptors.ColumnRow;
import io.strandline.gateway.system.Descriptors.SchemaRow;
import io.strandline.gateway.system.Descriptors.TableRow;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.SqlCatalog;
import io.strandline.sqlkit.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What there is for a caller: of the control plane, which is known, and of the catalogs beside it, which are asked as far as
 * the statement's conditions leave them (GW-3). Stateless.
 */
final class Described {
    static final String TABLE_CATALOG = "table_catalog";
    static final String CATALOG_NAME = "catalog_name";
    static final String SCHEMA_NAME = "schema_name";

    private final Descriptors own;

    Described(Descriptors own) {
        this.own = own;
    }

    /** A catalog. */
    record CatalogRow(String catalog, String remarks) {}

    Stream<CatalogRow> catalogs() {
        return Stream.concat(
                Stream.of(new CatalogRow(Descriptors.CATALOG, "The control plane: what this gateway shows and does.")),
                own.catalogs().stream().map(lake -> new CatalogRow(lake.name(), "A catalog of the lake.")));
    }

    Stream<SchemaRow> schemas(Wanted wanted, CallContext call) {
        Optional<Set<Object>> names = wanted.among(SCHEMA_NAME);
        return Stream.concat(
                own.schemas().stream(),
                lakes(wanted, CATALOG_NAME, call)
                        .flatMap(lake -> orWarning(
                                        lake,
                                        names.isPresent(),
                                        call,
                                        () -> names.isPresent()
                                                ? names.orElseThrow().stream()
                                                        .map(String.class::cast)
                                                        .filter(name -> lake.hasSchema(name, call))
                                                : lake.schemas(call))
                                .map(schema -> new SchemaRow(lake.name(), schema, ""))));
    }

    Stream<TableRow> tables(Wanted wanted, CallContext call) {
        return then(
                own.tables().stream(),
                lakes(wanted, TABLE_CATALOG, call)
                        .map(lake -> lake.tables(wanted, call).map(table -> row(lake, table))));
    }

    Stream<ColumnRow> columns(Wanted wanted, CallContext call) {
        return then(
                own.columns().stream(),
                lakes(wanted, TABLE_CATALOG, call)
                        .map(lake -> lake.described(wanted, call).flatMap(table -> columns(lake, table))));
    }

    /** The rows of each, as they are read. (A stream's {@code flatMap} read by an iterator takes a whole catalog at once.) */
    private static <T> Stream<T> then(Stream<T> first, Stream<Stream<T>> others) {
        return others.reduce(first, Stream::concat);
    }

    private static Stream<ColumnRow> columns(SqlCatalog lake, SqlCatalog.Described table) {
        TableRow row = row(lake, table.table());
        List<ColumnRow> columns = new ArrayList<>(table.columns().size());
        for (Column<?> column : table.columns()) {
            columns.add(new ColumnRow(row, column, columns.size() + 1));
        }
        return columns.stream();
    }

    private static TableRow row(SqlCatalog lake, SqlCatalog.Listed table) {
        return new TableRow(
                lake.name(), table.schema(), table.table(), table.view() ? "VIEW" : "TABLE", table.remarks());
    }

    private Stream<SqlCatalog> lakes(Wanted wanted, String column, CallContext call) {
        Optional<Set<Object>> names = wanted.among(column);
        return own.catalogs().stream()
                .filter(lake -> call.caller().grants().catalog(lake.name()))
                .filter(lake -> names.isEmpty() || names.orElseThrow().contains(lake.name()));
    }

    /** A catalog that does not answer hides no other one, but what was asked for by name it must answer. */
    private static Stream<String> orWarning(
            SqlCatalog lake, boolean named, CallContext call, Supplier<Stream<String>> names) {
        try {
            return names.get().toList().stream();
        } catch (StrandlineException e) {
            if (named || e.code() == ErrorCode.CANCELLED || e.code() == ErrorCode.TIMED_OUT) {
                throw e;
            }
            call.warn("the schemas of catalog " + SqlNames.quoteIfNeeded(lake.name()) + " are missing: "
                    + e.getMessage());
            return Stream.empty();
        }
    }
}
