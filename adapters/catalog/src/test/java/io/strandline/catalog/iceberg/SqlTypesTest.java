package io.strandline.catalog.iceberg;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.ColumnState;
import java.util.Arrays;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

class SqlTypesTest {
    private static final Types.StructType ADDRESS = Types.StructType.of(
            required(11, "city", Types.StringType.get()), optional(12, "Zip Code", Types.IntegerType.get()));

    private static final List<Tuple> TYPES = List.of(
            Tuple.tuple(Types.BooleanType.get(), "BOOLEAN"),
            Tuple.tuple(Types.IntegerType.get(), "INTEGER"),
            Tuple.tuple(Types.LongType.get(), "BIGINT"),
            Tuple.tuple(Types.FloatType.get(), "REAL"),
            Tuple.tuple(Types.DoubleType.get(), "DOUBLE"),
            Tuple.tuple(Types.DateType.get(), "DATE"),
            Tuple.tuple(Types.TimeType.get(), "TIME(6)"),
            Tuple.tuple(Types.TimestampType.withoutZone(), "TIMESTAMP(6)"),
            Tuple.tuple(Types.TimestampType.withZone(), "TIMESTAMP(6) WITH LOCAL TIME ZONE"),
            Tuple.tuple(Types.TimestampNanoType.withoutZone(), "TIMESTAMP(9)"),
            Tuple.tuple(Types.TimestampNanoType.withZone(), "TIMESTAMP(9) WITH LOCAL TIME ZONE"),
            Tuple.tuple(Types.StringType.get(), "VARCHAR"),
            Tuple.tuple(Types.UUIDType.get(), "UUID"),
            Tuple.tuple(Types.FixedType.ofLength(16), "BINARY(16)"),
            Tuple.tuple(Types.BinaryType.get(), "VARBINARY"),
            Tuple.tuple(Types.DecimalType.of(38, 10), "DECIMAL(38, 10)"),
            Tuple.tuple(Types.GeometryType.crs84(), "GEOMETRY"),
            Tuple.tuple(Types.GeographyType.crs84(), "GEOGRAPHY"),
            Tuple.tuple(ADDRESS, "ROW(city VARCHAR, \"Zip Code\" INTEGER)"),
            Tuple.tuple(Types.ListType.ofOptional(13, Types.LongType.get()), "BIGINT ARRAY"),
            Tuple.tuple(
                    Types.MapType.ofOptional(14, 15, Types.StringType.get(), ADDRESS),
                    "MAP<VARCHAR, ROW(city VARCHAR, \"Zip Code\" INTEGER)>"),
            Tuple.tuple(Types.VariantType.get(), "VARIANT"),
            Tuple.tuple(Types.UnknownType.get(), "UNKNOWN"));

    @Test
    void namesEveryTypeAsSqlDoes() {
        TYPES.forEach(pair -> {
            Object[] both = pair.toArray();
            assertThat(SqlTypes.text((Type) both[0])).isEqualTo(both[1]);
        });
        assertThat(TYPES.stream()
                        .map(pair -> ((Type) pair.toArray()[0]).typeId())
                        .distinct())
                .containsExactlyInAnyOrder(Arrays.stream(Type.TypeID.values()).toArray(Type.TypeID[]::new));
    }

    /** Nested fields are columns by full path, after the one that holds them, with ids and places. */
    @Test
    void listsNestedFieldsByPath() {
        Schema schema = new Schema(
                required(1, "id", Types.LongType.get(), "the id"),
                optional(2, "addr", ADDRESS),
                optional(3, "tags", Types.ListType.ofRequired(20, Types.StringType.get())),
                optional(4, "by.key", Types.MapType.ofOptional(30, 31, Types.StringType.get(), ADDRESS2)));
        assertThat(ColumnStates.of(schema))
                .extracting(ColumnState::path, ColumnState::fieldId, ColumnState::parentId, ColumnState::ordinal)
                .containsExactly(
                        Tuple.tuple("id", 1, null, 1),
                        Tuple.tuple("addr", 2, null, 2),
                        Tuple.tuple("addr.city", 11, 2, 1),
                        Tuple.tuple("addr.\"Zip Code\"", 12, 2, 2),
                        Tuple.tuple("tags", 3, null, 3),
                        Tuple.tuple("tags.element", 20, 3, 1),
                        Tuple.tuple("\"by.key\"", 4, null, 4),
                        Tuple.tuple("\"by.key\".key", 30, 4, 1),
                        Tuple.tuple("\"by.key\".value", 31, 4, 2),
                        Tuple.tuple("\"by.key\".value.street", 41, 31, 1));
        assertThat(ColumnStates.of(schema).get(0).comment()).isEqualTo("the id");
        assertThat(ColumnStates.of(schema).get(5).nullable()).isFalse();
    }

    private static final Types.StructType ADDRESS2 =
            Types.StructType.of(optional(41, "street", Types.StringType.get()));
}
