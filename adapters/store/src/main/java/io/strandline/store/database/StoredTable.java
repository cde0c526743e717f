package io.strandline.store.database;

import io.strandline.sqlkit.SortKey;
import io.strandline.sqlkit.Wanted;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.Converter;
import org.jooq.DSLContext;
import org.jooq.DataType;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SortField;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/**
 * A table of the store that SQL sees: what a statement wants of it is asked of the database where the database means the
 * same as SQL does, and read a page at a time, so that neither memory nor a connection is held while a client reads.
 * Immutable.
 *
 * @param <K> class of the key
 * @param <R> class of the rows
 */
public final class StoredTable<K, R> {
    /** A time kept as milliseconds since 1970 UTC in a BIGINT: exact, and compared as a number. */
    public static final DataType<Instant> TIME = SQLDataType.BIGINT.asConvertedDataType(
            Converter.ofNullable(Long.class, Instant.class, Instant::ofEpochMilli, Instant::toEpochMilli));

    /**
     * A whole number from 0 to 2^64-1 kept in a BIGINT that has its first bit turned over: exact, and in order of the number.
     */
    public static final DataType<BigDecimal> UNSIGNED = SQLDataType.BIGINT.asConvertedDataType(Converter.ofNullable(
            Long.class,
            BigDecimal.class,
            kept -> new BigDecimal(Long.toUnsignedString(kept ^ Long.MIN_VALUE)),
            number -> number.toBigIntegerExact().longValue() ^ Long.MIN_VALUE));

    static final int PAGE = 1_000;

    private final Table<?> table;
    private final Field<K> key;
    private final Map<String, Field<?>> columns;
    private final Set<Field<?>> selected;
    private final Function<? super Record, ? extends R> mapper;

    private StoredTable(Builder<K> builder, Function<? super Record, ? extends R> mapper) {
        this.table = builder.table;
        this.key = builder.key;
        this.columns = Map.copyOf(builder.columns);
        this.selected = new HashSet<>(columns.values());
        selected.add(key);
        selected.addAll(builder.others);
        this.mapper = mapper;
    }

    /**
     * Begins a table.
     *
     * @param key unique and never null; rows come in its order if no other is wanted
     */
    public static <K> Builder<K> of(Table<?> table, Field<K> key) {
        return new Builder<>(table, key);
    }

    /**
     * The rows that are wanted. Conditions that the database would judge otherwise than SQL are passed over: the scan judges
     * them itself. Text is ordered by code point.
     *
     * @param visible which rows the caller may see; {@link DSL#noCondition()} for all
     * @param checkpoint called before each page
     * @throws IllegalArgumentException if the order names a column that is not declared
     * @throws io.strandline.common.StrandlineException {@code STORE}, from the stream too
     */
    public Stream<R> rows(StoreDatabase database, Wanted wanted, Condition visible, Runnable checkpoint) {
        PushedConditions pushed = PushedConditions.of(wanted.conditions(), columns, database.dialect());
        Condition where = visible.and(pushed.condition());
        // a limit counts rows that pass all conditions
        long limit = pushed.complete() ? wanted.limit().orElse(Long.MAX_VALUE) : Long.MAX_VALUE;
        if (wanted.sort().isEmpty()) {
            return Pages.stream(checkpoint, new ByKey(database, where, limit));
        }
        List<SortField<?>> order = order(wanted.sort(), database.dialect());
        if (limit <= PAGE) {
            checkpoint.run();
            return database
                    .read(dsl -> select(dsl, where).orderBy(order).limit(limit).fetch())
                    .map(this::row)
                    .stream();
        }
        return Pages.stream(checkpoint, new InOrder(database, where, order, limit));
    }

    private org.jooq.SelectConditionStep<Record> select(DSLContext dsl, Condition where) {
        return dsl.select(selected).from(table).where(where);
    }

    private R row(Record fetched) {
        return mapper.apply(fetched);
    }

    private List<SortField<?>> order(List<SortKey> keys, Dialect dialect) {
        List<SortField<?>> order = new ArrayList<>();
        for (SortKey sortKey : keys) {
            Field<?> field = columns.get(sortKey.column());
            if (field == null) {
                throw new IllegalArgumentException(
                        "table " + table.getName() + " cannot be ordered by " + sortKey.column());
            }
            Field<?> compared = PushedConditions.byCodePoint(field, dialect);
            SortField<?> direction = sortKey.descending() ? compared.desc() : compared.asc();
            order.add(sortKey.nullsFirst() ? direction.nullsFirst() : direction.nullsLast());
        }
        order.add(key.asc());
        return order;
    }

    /** Pages in the order of the key, each beginning after the last. */
    private final class ByKey implements Pages.Source<R> {
        private final StoreDatabase database;
        private final Condition where;
        private long left;
        private Condition after = DSL.noCondition();

        ByKey(StoreDatabase database, Condition where, long limit) {
            this.database = database;
            this.where = where;
            this.left = limit;
        }

        @Override
        public List<R> next() {
            int size = (int) Math.min(left, PAGE);
            if (size == 0) {
                return List.of();
            }
            var page = database.read(dsl ->
                    select(dsl, where.and(after)).orderBy(key.asc()).limit(size).fetch());
            left = page.size() < size ? 0 : left - size;
            if (!page.isEmpty()) {
                after = key.gt(page.get(page.size() - 1).get(key));
            }
            return page.map(StoredTable.this::row);
        }
    }

    /** Keys in the wanted order first, then their rows in pages: the order holds, and only keys are kept in memory. */
    private final class InOrder implements Pages.Source<R> {
        private final StoreDatabase database;
        private final List<K> keys;
        private int next;

        InOrder(StoreDatabase database, Condition where, List<SortField<?>> order, long limit) {
            this.database = database;
            this.keys = database.read(dsl -> dsl.select(key)
                    .from(table)
                    .where(where)
                    .orderBy(order)
                    .limit(limit)
                    .fetch(key));
        }

        @Override
        public List<R> next() {
            List<R> rows = new ArrayList<>();
            while (rows.isEmpty() && next < keys.size()) {
                List<K> page = keys.subList(next, Math.min(keys.size(), next + PAGE));
                next += page.size();
                Map<K, Record> found =
                        database.read(dsl -> select(dsl, key.in(page)).fetchMap(key));
                for (K wanted : page) {
                    Record row = found.get(wanted);
                    if (row != null) {
                        rows.add(row(row));
                    }
                }
            }
            return rows;
        }
    }

    /** Collects a table; not thread-safe. */
    public static final class Builder<K> {
        private final Table<?> table;
        private final Field<K> key;
        private final Map<String, Field<?>> columns = new LinkedHashMap<>();
        private final List<Field<?>> others = new ArrayList<>();

        private Builder(Table<?> table, Field<K> key) {
            this.table = table;
            this.key = key;
        }

        /**
         * Says which field holds a column of SQL, as it is: conditions on fields of class String, Long, Integer, Boolean,
         * Instant ({@link #TIME}) and BigDecimal ({@link #UNSIGNED}) are asked of the database.
         */
        public Builder<K> column(String name, Field<?> field) {
            columns.put(name, field);
            return this;
        }

        /** Columns named as their fields are. */
        public Builder<K> columns(Field<?>... fields) {
            for (Field<?> field : fields) {
                column(field.getName(), field);
            }
            return this;
        }

        /** Fields that the rows need and SQL does not see as they are. */
        public Builder<K> needs(Collection<? extends Field<?>> fields) {
            others.addAll(fields);
            return this;
        }

        /** The table, each of whose rows becomes what the mapper makes of it. */
        public <R> StoredTable<K, R> map(Function<? super Record, ? extends R> mapper) {
            return new StoredTable<>(this, mapper);
        }
    }
}
