package io.strandline.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.Condition.Operator;
import io.strandline.sqlkit.SortKey;
import io.strandline.sqlkit.Wanted;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is pushed to the database is judged there as SQL judges it, that is, as Java compares. */
class StoredTableTest {
    private static final Table<?> TABLE = DSL.table(DSL.name("thing"));
    private static final Field<Long> ID = DSL.field(DSL.name("id"), SQLDataType.BIGINT);
    private static final Field<String> NAME = DSL.field(DSL.name("name"), SQLDataType.CLOB);
    private static final Field<Instant> AT = DSL.field(DSL.name("at"), StoredTable.TIME);
    private static final Field<Boolean> FLAG = DSL.field(DSL.name("flag"), SQLDataType.BOOLEAN);
    private static final StoredTable<Long, Thing> THINGS = StoredTable.of(TABLE, ID)
            .columns(ID, NAME, AT, FLAG)
            .map(row -> new Thing(row.get(ID), row.get(NAME), row.get(AT), row.get(FLAG)));
    private static final List<String> NAMES =
            List.of("", "a", "A", "b", "B", "ä", "Z", "z", "a%", "a_", "10", "9", "é", "表", "\uFFFD", "😀", " a", "a ");
    private static final int ROWS = 2_500;

    @TempDir
    static Path directory;

    private static final Map<Dialect, StoreDatabase> STORES = new EnumMap<>(Dialect.class);
    private static final List<Thing> ALL = new ArrayList<>();

    record Thing(
            Long id,
            @Nullable String name,
            @Nullable Instant at,
            @Nullable Boolean flag) {
        @Nullable
        Object get(String column) {
            return switch (column) {
                case "id" -> id;
                case "name" -> name;
                case "at" -> at;
                default -> flag;
            };
        }
    }

    @BeforeAll
    static void fill() {
        for (long id = 1; id <= ROWS; id++) {
            int i = (int) id;
            ALL.add(new Thing(
                    id * 7,
                    i % 19 == 0 ? null : NAMES.get(i % NAMES.size()),
                    i % 5 == 0 ? null : Instant.ofEpochMilli(1_700_000_000_000L + i % 11),
                    i % 3 == 0 ? null : i % 2 == 0));
        }
        for (Dialect dialect : Dialect.values()) {
            StoreDatabase store = StoreDatabase.open(Stores.fresh(dialect, directory));
            STORES.put(dialect, store);
            store.change(dsl -> {
                dsl.execute("CREATE TABLE thing (id BIGINT PRIMARY KEY, name TEXT, at BIGINT, flag BOOLEAN)");
                dsl.batch(ALL.stream()
                                .map(thing -> dsl.insertInto(TABLE)
                                        .set(ID, thing.id())
                                        .set(NAME, thing.name())
                                        .set(AT, thing.at())
                                        .set(FLAG, thing.flag()))
                                .toList())
                        .execute();
            });
        }
    }

    @AfterAll
    static void close() {
        STORES.values().forEach(StoreDatabase::close);
    }

    private static Stream<Thing> rows(Dialect dialect, Wanted wanted) {
        return THINGS.rows(STORES.get(dialect), wanted, DSL.noCondition(), () -> {});
    }

    private static Wanted wanted(List<Condition> conditions, List<SortKey> sort, OptionalLong limit) {
        return new Wanted(Set.of("id", "name", "at", "flag"), conditions, sort, limit);
    }

    private static boolean holds(Condition condition, Thing thing) {
        Object value = thing.get(condition.column());
        if (condition.operator() == Operator.IS_NULL || value == null) {
            return condition.operator() == Operator.IS_NULL && value == null;
        }
        return switch (condition.operator()) {
            case EQUAL, IN -> condition.values().contains(value);
            case NOT_EQUAL -> !value.equals(condition.value());
            case LESS -> compare(value, condition.value()) < 0;
            case LESS_OR_EQUAL -> compare(value, condition.value()) <= 0;
            case GREATER -> compare(value, condition.value()) > 0;
            case GREATER_OR_EQUAL -> compare(value, condition.value()) >= 0;
            case IS_NULL -> false;
            case IS_NOT_NULL -> true;
        };
    }

    @SuppressWarnings("unchecked")
    private static int compare(Object a, Object b) {
        return ((Comparable<Object>) a).compareTo(b);
    }

    /** Architecture, "Tables in the store": nothing whose meaning differs. No row that SQL wants may be missing. */
    @ParameterizedTest
    @EnumSource
    void everyComparisonMeansWhatItMeansInSql(Dialect dialect) {
        Map<String, List<? extends Object>> values = Map.of(
                "id", List.of(7L, 700L, 17_500L, -1L),
                "name", NAMES,
                "at",
                        List.of(
                                Instant.ofEpochMilli(1_700_000_000_003L),
                                Instant.ofEpochMilli(1_700_000_000_003L).plusNanos(1)),
                "flag", List.of(true, false));
        int exact = 0;
        for (Operator operator : Operator.values()) {
            for (String column : values.keySet()) {
                for (Object value : values.get(column)) {
                    boolean test = operator == Operator.IS_NULL || operator == Operator.IS_NOT_NULL;
                    Condition condition = new Condition(column, operator, test ? List.of() : List.of(value));
                    List<Thing> expected = ALL.stream()
                            .filter(thing -> holds(condition, thing))
                            .toList();
                    List<Thing> got = rows(dialect, wanted(List.of(condition), List.of(), OptionalLong.empty()))
                            .toList();
                    assertThat(got.stream().filter(thing -> holds(condition, thing)))
                            .as("%s on %s", condition, dialect)
                            .containsExactlyElementsOf(expected);
                    exact += got.equals(expected) ? 1 : 0;
                }
            }
        }
        // the rest are not pushed: ordered booleans, ordered text of high planes, times finer than the store keeps
        assertThat(exact).as("conditions the database judged").isGreaterThan(180);
    }

    @ParameterizedTest
    @EnumSource
    void severalValuesAreOneCondition(Dialect dialect) {
        Condition in = new Condition("name", Operator.IN, List.of("a", "表", "none"));
        assertThat(rows(dialect, wanted(List.of(in), List.of(), OptionalLong.empty())))
                .isNotEmpty()
                .allMatch(thing -> "a".equals(thing.name()) || "表".equals(thing.name()));
    }

    /** The order is a duty: NULLs where SQL wants them, text by code point whatever the server's language. */
    @ParameterizedTest
    @EnumSource
    void rowsComeInTheWantedOrder(Dialect dialect) {
        Comparator<String> byCodePoint =
                Comparator.comparing(text -> text.codePoints().boxed().toList(), (a, b) -> {
                    for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
                        if (!a.get(i).equals(b.get(i))) {
                            return Integer.compare(a.get(i), b.get(i));
                        }
                    }
                    return Integer.compare(a.size(), b.size());
                });
        for (boolean descending : new boolean[] {false, true}) {
            for (boolean nullsFirst : new boolean[] {false, true}) {
                Comparator<String> direction = descending ? byCodePoint.reversed() : byCodePoint;
                Comparator<Thing> order = Comparator.comparing(
                                Thing::name,
                                nullsFirst ? Comparator.nullsFirst(direction) : Comparator.nullsLast(direction))
                        .thenComparing(Thing::id, Comparator.reverseOrder());
                List<SortKey> sort =
                        List.of(new SortKey("name", descending, nullsFirst), new SortKey("id", true, false));
                List<Thing> expected = ALL.stream().sorted(order).toList();
                assertThat(rows(dialect, wanted(List.of(), sort, OptionalLong.empty())))
                        .containsExactlyElementsOf(expected);
                assertThat(rows(dialect, wanted(List.of(), sort, OptionalLong.of(17))))
                        .containsExactlyElementsOf(expected.subList(0, 17));
            }
        }
    }

    /** A limit counts rows that pass all conditions, those too that the database does not judge. */
    @ParameterizedTest
    @EnumSource
    void limitIsNotTakenBeforeAConditionThatWasPassedOver(Dialect dialect) {
        Condition passedOver = new Condition("flag", Operator.GREATER, List.of(false));
        assertThat(rows(dialect, wanted(List.of(passedOver), List.of(), OptionalLong.of(1))))
                .hasSize(ROWS);
        assertThat(rows(dialect, wanted(List.of(), List.of(), OptionalLong.of(1_001))))
                .containsExactlyElementsOf(ALL.subList(0, 1_001));
    }

    /** A reader that stops has read no more than its page, and a cancel is seen at the next. */
    @ParameterizedTest
    @EnumSource
    void pagesAreReadWhenTheyAreReachedAndACancelStopsThem(Dialect dialect) {
        AtomicInteger pages = new AtomicInteger();
        Runnable cancelledAtTheSecond = () -> {
            if (pages.incrementAndGet() == 2) {
                throw new StrandlineException(ErrorCode.CANCELLED, "stop");
            }
        };
        Wanted all = Wanted.all(Set.of("id"));
        Stream<Thing> some = THINGS.rows(STORES.get(dialect), all, DSL.noCondition(), cancelledAtTheSecond);
        assertThat(some.limit(1_000)).hasSize(1_000);
        assertThat(pages).hasValue(1);
        assertThatThrownBy(() -> THINGS.rows(STORES.get(dialect), all, DSL.noCondition(), cancelledAtTheSecond)
                        .toList())
                .isInstanceOf(StrandlineException.class);
    }

    @ParameterizedTest
    @EnumSource
    void orderByAColumnThatIsNotThereIsRefused(Dialect dialect) {
        Wanted wanted = wanted(List.of(), List.of(new SortKey("colour", false, false)), OptionalLong.empty());
        assertThatThrownBy(() -> rows(dialect, wanted)).isInstanceOf(IllegalArgumentException.class);
    }

    /** GW-3: a reader sees its own rows, an operator everybody's, whatever is asked for. */
    @ParameterizedTest
    @EnumSource
    void readersSeeTheirOwnRowsOnly(Dialect dialect) {
        try (Gateway gateway = Gateway.start(Stores.fresh(dialect, directory), new TestClock(), Map.of())) {
            gateway.claim("k").succeed("rows");
            Condition anns = new Condition("user_name", Operator.EQUAL, List.of("ann"));
            Wanted wanted = new Wanted(Set.of("state"), List.of(anns), List.of(), OptionalLong.empty());
            assertThat(gateway.journal().statements(wanted, Gateway.call(Gateway.ANN)))
                    .singleElement()
                    .satisfies(entry ->
                            assertThat(entry.answer()).as("left out of lists").isNull());
            assertThat(gateway.journal().statements(wanted, Gateway.call(new Caller("bob", Role.READER))))
                    .isEmpty();
            assertThat(gateway.journal().statements(wanted, Gateway.call(new Caller("bob", Role.OPERATOR))))
                    .hasSize(1);
        }
    }
}
