package io.strandline.catalog.sql;

import io.strandline.catalog.LakeTable;
import io.strandline.catalog.LoadedTable;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TableField;
import io.strandline.catalog.TableLoads;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.catalog.TableVersion;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.SqlCatalog;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.Wanted;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A catalog of the lake as a JDBC catalog: its namespaces are schemas, named by their dotted text, and its tables are there
 * to be read, each with what describes it beside as {@code "orders$files"}.
 */
final class LakeCatalog implements SqlCatalog {
    private static final int NAMES_LOOKED_AT = 500;
    private static final Map<String, String> OURS = Map.of(
            "table_catalog", CommonColumns.CATALOG,
            "table_schema", CommonColumns.NAMESPACE,
            "table_name", CommonColumns.TABLE);

    private final TableCatalog catalog;
    private final TableSource source;
    private final TableLoads loads;
    private final Map<String, VirtualTable<?>> beside;
    private final LakeWriters writers;

    /**
     * That catalog.
     *
     * @param writers what takes rows for its tables
     * @param beside tables of the schema {@code catalog}, by name, that each table of the lake has its own of
     */
    LakeCatalog(
            TableCatalog catalog,
            TableSource source,
            TableLoads loads,
            Map<String, VirtualTable<?>> beside,
            LakeWriters writers) {
        this.catalog = catalog;
        this.source = source;
        this.loads = loads;
        this.beside = Map.copyOf(beside);
        this.writers = writers;
    }

    /** What was planned of a table holds as long as this is the same. The id of a schema does not say it all: it may be given again. */
    private record Planned(@Nullable String uuid, int schemaId, List<TableField> columns) {}

    @Override
    public String name() {
        return catalog.name();
    }

    @Override
    public Optional<Found> find(String schema, String table, @Nullable AsOf asOf, CallContext call) {
        List<String> levels = Scope.levels(schema);
        if (levels == null) {
            return Optional.empty();
        }
        TableRef ref = new TableRef(name(), levels, table);
        Optional<LoadedTable> loaded = loads.load(ref, null, call);
        if (loaded.isEmpty()) {
            return asOf == null ? besides(ref, call) : Optional.empty();
        }
        TableState state = stateOf(loaded.orElseThrow());
        if (asOf == null) {
            return Optional.of(found(LakeTable.now(state), state.comment()));
        }
        return catalog.rows()
                .flatMap(rows -> rows.at(ref, version(asOf), call))
                .map(was -> found(was, state.comment()));
    }

    private Found found(LakeTable table, @Nullable String comment) {
        return new Found(
                LakeRows.of(catalog, table, comment == null ? "" : comment, writers),
                new Planned(table.uuid(), table.schemaId(), table.columns()));
    }

    private static TableState stateOf(LoadedTable loaded) {
        TableState state = loaded.state();
        if (state == null) {
            throw java.util.Objects.requireNonNull(loaded.failure());
        }
        if (state.type() != TableType.TABLE) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED,
                    loaded.ref()
                            + " is a view, and views of the lake cannot be read here. catalog.columns shows what it"
                            + " gives; ask the engine that owns it.");
        }
        return state;
    }

    private static TableVersion version(AsOf asOf) {
        if (asOf instanceof AsOf.Time time) {
            return new TableVersion.OfTime(time.at());
        }
        AsOf.Version version = (AsOf.Version) asOf;
        if (version.isName()) {
            return new TableVersion.OfRef(version.text());
        }
        try {
            return new TableVersion.OfSnapshot(Long.parseLong(version.text()));
        } catch (NumberFormatException e) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    version.text() + " is no snapshot id, which is a whole number of 64 bits. Its \"$snapshots\" table"
                            + " lists them.",
                    e);
        }
    }

    /** {@code "orders$files"}, where there is {@code orders}. */
    private Optional<Found> besides(TableRef ref, CallContext call) {
        int dollar = ref.name().lastIndexOf('$');
        VirtualTable<?> whole = dollar < 1 ? null : beside.get(ref.name().substring(dollar + 1));
        if (whole == null) {
            return Optional.empty();
        }
        TableRef of = new TableRef(ref.catalog(), ref.namespace(), ref.name().substring(0, dollar));
        return loads.load(of, null, call).map(loaded -> new Found(OneTable.of(whole, ref.name(), of), OneTable.class));
    }

    @Override
    public boolean hasSchema(String schema, CallContext call) {
        List<String> levels = Scope.levels(schema);
        return levels != null
                && Listing.of(call).namespaces(catalog, call).stream()
                        .anyMatch(namespace -> namespace.levels().equals(levels));
    }

    @Override
    public Stream<String> schemas(CallContext call) {
        return Listing.of(call).namespaces(catalog, call).stream()
                .map(namespace -> SqlNames.dotted(namespace.levels()));
    }

    /** In a large namespace those whose first half is alike: nobody reads ten thousand names for a hint. */
    @Override
    public List<String> namesLike(String schema, String table, CallContext call) {
        List<String> levels = Scope.levels(schema);
        if (levels == null) {
            return List.of();
        }
        List<String> first = names(levels, Optional.empty(), call);
        if (first.size() < NAMES_LOOKED_AT) {
            return first;
        }
        int letters = table.offsetByCodePoints(0, (table.codePointCount(0, table.length()) + 1) / 2);
        return names(levels, Optional.of(table.substring(0, letters)), call);
    }

    private List<String> names(List<String> levels, Optional<String> after, CallContext call) {
        return catalog.list(levels, after, NAMES_LOOKED_AT, call).entries().stream()
                .map(entry -> entry.ref().name())
                .toList();
    }

    @Override
    public Stream<Listed> tables(Wanted wanted, CallContext call) {
        return source.listed(ours(wanted), call).mapMulti((row, found) -> {
            TableEntry entry = row.entry();
            if (entry == null) {
                tell(row, call);
            } else {
                found.accept(listed(entry.ref(), entry.type(), ""));
            }
        });
    }

    @Override
    public Stream<Described> described(Wanted wanted, CallContext call) {
        return source.loaded(ours(wanted), call).mapMulti((row, found) -> {
            TableState state = row.state();
            if (state == null) {
                tell(row, call);
                return;
            }
            String comment = state.comment();
            Listed listed = listed(state.ref(), state.type(), comment == null ? "" : comment);
            found.accept(new Described(listed, LakeRows.described(LakeTable.now(state))));
        });
    }

    private static Listed listed(TableRef ref, TableType type, String remarks) {
        return new Listed(ref.namespaceText(), ref.name(), type != TableType.TABLE, remarks);
    }

    /** What could not be listed or read has no row here, but is told (CAT-13); a failed listing is told already. */
    private static void tell(TableRow row, CallContext call) {
        StrandlineException failure = row.failure();
        if (failure != null && row.ref() != null) {
            call.warn("what " + row.ref() + " is made of is not shown: " + failure.getMessage());
        }
    }

    private Wanted ours(Wanted theirs) {
        List<Condition> conditions = new ArrayList<>();
        for (Condition condition : theirs.conditions()) {
            String column = OURS.get(condition.column());
            if (column != null && !column.equals(CommonColumns.CATALOG)) {
                conditions.add(new Condition(column, condition.operator(), condition.values()));
            }
        }
        conditions.add(new Condition(CommonColumns.CATALOG, Condition.Operator.EQUAL, List.of(name())));
        Set<String> columns = new HashSet<>(OURS.values());
        return new Wanted(columns, conditions, List.of(), OptionalLong.empty());
    }
}
