package io.strandline.catalog.iceberg;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.LakeTable;
import io.strandline.catalog.RowsWanted.Comparison;
import io.strandline.catalog.RowsWanted.Operator;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.expressions.Or;
import org.apache.iceberg.types.Types;

/**
 * A pushed condition leaves no row out for which it holds, with times compared as SQL does, in milliseconds, and text by UTF-16
 * units; and it saves files.
 */
class RowFiltersTest {
    private static final List<String> TEXTS = List.of(
            "", "a", "ab", "b", "zz", "\uE000", "\uFF5E", "😀", "a😀", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    private static final List<Operator> OPERATORS = List.copyOf(EnumSet.allOf(Operator.class));
    private static final LocalDateTime BASE = LocalDateTime.of(2026, 11, 30, 23, 59, 59, 998_000_000);
    private static final Schema SCHEMA = new Schema(
            optional(1, "n", Types.IntegerType.get()),
            optional(2, "exact", Types.DecimalType.of(6, 2)),
            optional(3, "day", Types.DateType.get()),
            optional(4, "hour", Types.TimeType.get()),
            optional(5, "local", Types.TimestampType.withoutZone()),
            optional(6, "instant", Types.TimestampType.withZone()),
            optional(7, "fine", Types.TimestampNanoType.withoutZone()),
            optional(8, "text", Types.StringType.get()),
            optional(9, "flag", Types.BooleanType.get()));

    private static Path directory;
    private static RowLake lake;
    private static LakeTable plain;
    private static LakeTable partitioned;
    private static List<List<Object>> every;

    @BeforeContainer
    static void write() throws IOException {
        directory = Files.createTempDirectory("filters");
        lake = new RowLake(directory);
        plain = table("plain", PartitionSpec.unpartitioned());
        partitioned = table(
                "partitioned",
                PartitionSpec.builderFor(SCHEMA)
                        .hour("local")
                        .truncate("text", 2)
                        .bucket("n", 2)
                        .build());
        every = lake.ours(plain);
    }

    private static LakeTable table(String name, PartitionSpec spec) {
        Table table = lake.create(name, 3, SCHEMA, spec);
        Random random = new Random(7);
        for (int file = 0; file < 6; file++) {
            List<Record> rows = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Object[] values = values(random);
                values[5] = values[5] == null ? null : ((Instant) values[5]).atOffset(ZoneOffset.UTC);
                rows.add(RowLake.row(table.schema(), values));
            }
            RowLake.append(table, rows);
        }
        return lake.now(name);
    }

    @AfterContainer
    static void close() throws IOException {
        lake.close();
        try (var files = Files.walk(directory)) {
            for (Path file : files.sorted(Collections.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** A value of each column, some NULL, from so few that conditions meet them. */
    private static Object[] values(Random random) {
        LocalDateTime time = BASE.plus(random.nextInt(4000), ChronoUnit.MICROS);
        Object[] values = {
            random.nextInt(5),
            BigDecimal.valueOf(random.nextInt(7), 2),
            LocalDate.of(2026, 12, 1 + random.nextInt(4)),
            LocalTime.ofNanoOfDay((86_400_000_000L - 1 - random.nextInt(2500)) * 1000),
            time,
            time.toInstant(ZoneOffset.UTC),
            time.plusNanos(random.nextInt(1000)),
            TEXTS.get(random.nextInt(TEXTS.size())),
            random.nextBoolean()
        };
        if (random.nextInt(4) == 0) {
            values[random.nextInt(values.length)] = null;
        }
        return values;
    }

    @Property(tries = 100)
    void whatIsLeftOutDoesNotHold(@ForAll Random random) {
        List<Comparison> conditions = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            conditions.add(condition(random));
        }
        List<List<Object>> wanted = holding(every, conditions);
        for (LakeTable table : List.of(plain, partitioned)) {
            List<List<Object>> read = lake.ours(table, conditions.toArray(Comparison[]::new));
            assertThat(holding(read, conditions))
                    .as(table.ref() + " " + conditions)
                    .containsExactlyInAnyOrderElementsOf(wanted);
        }
    }

    private static Comparison condition(Random random) {
        int column = random.nextInt(SCHEMA.columns().size());
        Operator operator = OPERATORS.get(random.nextInt(OPERATORS.size()));
        int count = switch (operator) {
            case IS_NULL, IS_NOT_NULL -> 0;
            case IN -> 1 + random.nextInt(3);
            default -> 1;
        };
        List<Object> values = new ArrayList<>();
        while (values.size() < count) {
            Object value = inMillis(values(random)[column]);
            if (value instanceof BigDecimal number && random.nextInt(3) == 0) {
                value = number.add(new BigDecimal("0.005"));
            }
            if (value != null) {
                values.add(value);
            }
        }
        return new Comparison(column, operator, values);
    }

    private static Object inMillis(Object value) {
        if (value instanceof LocalTime time) {
            return time.truncatedTo(ChronoUnit.MILLIS);
        }
        if (value instanceof LocalDateTime time) {
            return time.truncatedTo(ChronoUnit.MILLIS);
        }
        return value instanceof Temporal && value instanceof Instant time ? time.truncatedTo(ChronoUnit.MILLIS) : value;
    }

    private static List<List<Object>> holding(List<List<Object>> rows, List<Comparison> conditions) {
        return rows.stream()
                .filter(row -> conditions.stream().allMatch(condition -> holds(condition, row)))
                .toList();
    }

    @SuppressWarnings("unchecked")
    private static boolean holds(Comparison condition, List<Object> row) {
        Object value = inMillis(row.get(condition.column()));
        if (value == null || condition.values().isEmpty()) {
            return (value == null) == (condition.operator() == Operator.IS_NULL)
                    && condition.values().isEmpty();
        }
        int[] orders = condition.values().stream()
                .mapToInt(other -> ((Comparable<Object>) value).compareTo(other))
                .toArray();
        return switch (condition.operator()) {
            case EQUAL -> orders[0] == 0;
            case NOT_EQUAL -> orders[0] != 0;
            case LESS -> orders[0] < 0;
            case LESS_OR_EQUAL -> orders[0] <= 0;
            case GREATER -> orders[0] > 0;
            case GREATER_OR_EQUAL -> orders[0] >= 0;
            case IN -> Arrays.stream(orders).anyMatch(order -> order == 0);
            case IS_NULL, IS_NOT_NULL -> throw new AssertionError(condition);
        };
    }

    /** Files written before the column was there do not have it, and all their rows have its initial default. */
    @Property(tries = 1)
    void theInitialDefaultOfALaterColumnIsCompared() {
        Table table = lake.create(
                "grown", 3, new Schema(optional(1, "n", Types.IntegerType.get())), PartitionSpec.unpartitioned());
        RowLake.append(table, List.of(RowLake.row(table.schema(), 1), RowLake.row(table.schema(), 2)));
        table.updateSchema()
                .addColumn("c", Types.IntegerType.get(), "", Literal.of(5))
                .addColumn("later", Types.IntegerType.get())
                .commit();
        RowLake.append(table, List.of(RowLake.row(table.schema(), 3, 9, 1), RowLake.row(table.schema(), 4, null, 1)));
        LakeTable grown = lake.now("grown");
        List<List<Object>> all = lake.ours(grown);
        assertThat(all).hasSize(4).contains(Arrays.asList(1, 5, null), Arrays.asList(2, 5, null));
        for (Operator operator : OPERATORS) {
            boolean alone = operator == Operator.IS_NULL || operator == Operator.IS_NOT_NULL;
            for (int value : List.of(4, 5, 9)) {
                Comparison condition = new Comparison(1, operator, alone ? List.of() : List.of(value));
                assertHolds(grown, all, condition);
                assertHolds(grown, all, condition, new Comparison(0, Operator.LESS, List.of(3)));
            }
        }
        // what can be asked of a file still is
        assertThat(lake.ours(grown, new Comparison(2, Operator.EQUAL, List.of(1))))
                .hasSize(2);
    }

    private static void assertHolds(LakeTable table, List<List<Object>> all, Comparison... conditions) {
        assertThat(holding(lake.ours(table, conditions), List.of(conditions)))
                .as(conditions[0].column() + " " + conditions[0].operator())
                .containsExactlyInAnyOrderElementsOf(holding(all, List.of(conditions)));
    }

    @Property(tries = 1)
    void aListOfManyValuesIsCompared() {
        assertMany(0, i -> i);
        assertMany(1, i -> BigDecimal.valueOf(i, 2));
        assertMany(2, i -> LocalDate.of(2026, 12, 1).plusDays(i));
        assertMany(3, i -> LocalTime.ofNanoOfDay(86_400_000_000_000L - (i + 1) * 1_000_000L));
        assertMany(4, i -> BASE.plus(i, ChronoUnit.MILLIS));
        assertMany(5, i -> BASE.plus(i, ChronoUnit.MILLIS).toInstant(ZoneOffset.UTC));
        assertMany(6, i -> BASE.plus(i, ChronoUnit.MILLIS));
        assertMany(7, i -> i < TEXTS.size() ? TEXTS.get(i) : "text " + i);
    }

    /** The first of the values are in the table. */
    private static void assertMany(int column, IntFunction<Object> value) {
        for (int count : List.of(200, 201, 20_000)) {
            Comparison some = new Comparison(
                    column,
                    Operator.IN,
                    IntStream.range(0, count).mapToObj(value).toList());
            assertThat(holding(every, List.of(some)))
                    .as(column + " of " + count)
                    .isNotEmpty();
            assertThat(depth(some)).as(column + " of " + count).isLessThanOrEqualTo(200);
            assertHolds(plain, every, some);
            assertHolds(partitioned, every, some);
        }
        if (column != 3 && column != 7) {
            Comparison none = new Comparison(
                    column,
                    Operator.IN,
                    IntStream.range(10_000, 30_000).mapToObj(value).toList());
            assertThat(filesRead(none)).as("column " + column).isZero();
        }
    }

    /** Iceberg goes down an expression by recursion: a long chain is more than a stack holds. */
    private static int depth(Comparison condition) {
        Expression expression = RowExpressions.of(List.of(condition), SCHEMA.columns());
        int depth = 0;
        while (expression instanceof Or either) {
            expression = either.left();
            depth++;
        }
        return depth;
    }

    @Property(tries = 1)
    void aConditionSavesFiles() {
        int all = filesRead();
        int some = filesRead(
                new Comparison(4, Operator.LESS, List.of(BASE.plusSeconds(1).truncatedTo(ChronoUnit.HOURS))));
        assertThat(some).isGreaterThan(0).isLessThan(all);
        assertThat(filesRead(new Comparison(0, Operator.EQUAL, List.of(77)))).isZero();
    }

    private static int filesRead(Comparison... conditions) {
        ProbeFileIO.reset();
        lake.ours(partitioned, conditions);
        return ProbeFileIO.opened(".parquet").size();
    }
}
