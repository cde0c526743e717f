package io.strandline.sqlkit;

import static java.util.Objects.requireNonNull;

import io.strandline.common.Role;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A table that SQL sees: columns over a domain record, what it can push down, where its rows come from. A descriptor:
 * immutable, without state of an execution.
 *
 * <p>A column {@link #CONNECTION}, or else {@link #CATALOG}, says whose a row is: the scan leaves out rows of what was not
 * granted to the caller (GW-3), and tells the table by a condition, so that it is not looked at either.
 */
public final class VirtualTable<R> {
    /** Name of the column that says on which connection a row is. */
    public static final String CONNECTION = "connection_name";

    /** Name of the column that says in which catalog a row is. */
    public static final String CATALOG = "catalog_name";

    private final String name;
    private final String remarks;
    private final Role role;
    private final List<Column<R>> columns;
    private final List<String> key;
    private final Set<String> equalities;
    private final Set<String> comparisons;
    private final boolean sorts;
    private final @Nullable String owner;
    private final boolean data;
    private final boolean endless;
    private final @Nullable TableWriter writer;
    private final Rows<R> rows;

    private VirtualTable(Builder<R> builder, Rows<R> rows) {
        this.name = builder.name;
        this.remarks = builder.remarks;
        this.role = builder.role;
        this.columns = builder.columns.list();
        this.key = List.copyOf(builder.key);
        this.equalities = Set.copyOf(builder.equalities);
        this.comparisons = Set.copyOf(builder.comparisons);
        this.sorts = builder.sorts;
        this.owner = builder.owner;
        this.data = builder.data;
        this.endless = builder.endless;
        this.writer = builder.writer;
        this.rows = rows;
        Set<String> names = new HashSet<>();
        columns.forEach(column -> {
            if (!names.add(column.name())) {
                throw new IllegalArgumentException("table " + name + " has two columns " + column.name());
            }
        });
        requireKnown(names, key);
        requireKnown(names, equalities);
        requireKnown(names, comparisons);
        requireKnown(names, owner == null ? List.of() : List.of(owner));
    }

    private void requireKnown(Set<String> names, Iterable<String> used) {
        used.forEach(column -> {
            if (!names.contains(column)) {
                throw new IllegalArgumentException("table " + name + " has no column " + column);
            }
        });
    }

    /** Begins a table of that name; the remarks say in a sentence what a row is. */
    public static <R> Builder<R> named(String name, String remarks) {
        return new Builder<>(name, remarks);
    }

    /** Lower case. */
    public String name() {
        return name;
    }

    /** What a row is. */
    public String remarks() {
        return remarks;
    }

    /** The role a caller needs to read it at all. */
    public Role role() {
        return role;
    }

    /** In order. */
    public List<Column<R>> columns() {
        return columns;
    }

    /** Columns of the primary key, empty if it has none. */
    public List<String> key() {
        return key;
    }

    /** Columns whose EQUAL and IN conditions the rows can use. */
    public Set<String> equalities() {
        return equalities;
    }

    /** Columns all of whose conditions the rows can use. */
    public Set<String> comparisons() {
        return comparisons;
    }

    /** Whether the rows can come in a wanted order of bare columns. */
    public boolean sorts() {
        return sorts;
    }

    /** The column that names the user whose a row is, where rows belong to no connection. */
    public Optional<String> owner() {
        return Optional.ofNullable(owner);
    }

    /** Whether its columns are a user's own, of which none says whose a row is, whatever its name. */
    public boolean isData() {
        return data;
    }

    /** Whether its rows never end by themselves: they throw {@link NothingYet} while there is none. */
    public boolean isEndless() {
        return endless;
    }

    /** What takes rows for it; empty if it is only read. */
    public Optional<TableWriter> writer() {
        return Optional.ofNullable(writer);
    }

    /** Where the rows come from. */
    public Rows<R> rows() {
        return rows;
    }

    /** Collects a table; not thread-safe. */
    public static final class Builder<R> {
        private final String name;
        private final String remarks;
        private Role role = Role.READER;
        private Columns<R> columns = Columns.none();
        private List<String> key = List.of();
        private final Set<String> equalities = new LinkedHashSet<>();
        private final Set<String> comparisons = new LinkedHashSet<>();
        private boolean sorts;
        private @Nullable String owner;
        private boolean data;
        private boolean endless;
        private @Nullable TableWriter writer;

        private Builder(String name, String remarks) {
            this.name = requireNonNull(name, "name");
            this.remarks = requireNonNull(remarks, "remarks");
        }

        /** Adds a column. */
        public Builder<R> column(
                String column, SqlType type, Function<? super R, ? extends @Nullable Object> value, String comment) {
            columns = columns.column(column, type, value, comment);
            return this;
        }

        /** Adds columns written elsewhere. */
        public Builder<R> columns(Columns<R> others) {
            return columns(others, row -> row);
        }

        /** Adds columns of a part of the record. */
        public <P> Builder<R> columns(Columns<P> others, Function<? super R, ? extends P> part) {
            columns = columns.with(others, part);
            return this;
        }

        /** Names the columns that together identify a row. */
        public Builder<R> key(String... names) {
            key = List.of(names);
            return this;
        }

        /** The role a caller needs to read the table at all; READER by default. */
        public Builder<R> role(Role needed) {
            role = needed;
            return this;
        }

        /**
         * The column that names the user whose a row is. Rows belong to no connection; a caller who is limited to some sees its
         * own.
         */
        public Builder<R> ownedBy(String column) {
            owner = column;
            return this;
        }

        /** The columns are a user's own: none says whose a row is, and the rows check themselves what the caller may see. */
        public Builder<R> data() {
            data = true;
            return this;
        }

        /** The rows never end by themselves; while there is none they throw {@link NothingYet}. */
        public Builder<R> endless() {
            endless = true;
            return this;
        }

        /** Columns whose EQUAL and IN conditions save the rows work. */
        public Builder<R> pushes(String... names) {
            equalities.addAll(List.of(names));
            return this;
        }

        /** Columns all of whose conditions save the rows work. */
        public Builder<R> pushesComparisons(String... names) {
            comparisons.addAll(List.of(names));
            return this;
        }

        /** The rows come in the wanted order: the table is kept by a store that sorts as SQL does. */
        public Builder<R> sorts() {
            sorts = true;
            return this;
        }

        /** INSERT, UPDATE and DELETE go there. */
        public Builder<R> writes(TableWriter rows) {
            writer = rows;
            return this;
        }

        /** The table, with its rows. */
        public VirtualTable<R> rows(Rows<R> rows) {
            return new VirtualTable<>(this, rows);
        }
    }
}
