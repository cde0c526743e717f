package io.strandline.gateway.arrow;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.jspecify.annotations.Nullable;

/**
 * A column of an Arrow stream: its field, and what puts SQL's values into its vector. Every type of SQL has one: what Arrow
 * has no type for (VARIANT and the like) goes as text; a UUID as the canonical extension {@code arrow.uuid}; an instant with
 * the query's zone as the zone to show it in.
 */
record ArrowColumn(Field field, ValueWriter writer) {
    /** Canonical extension types are known by this key (Arrow columnar format, "Extension Types"). */
    private static final Map<String, String> UUID =
            Map.of("ARROW:extension:name", "arrow.uuid", "ARROW:extension:metadata", "");

    private static final int DECIMAL_BITS = 128;
    private static final int UUID_BYTES = 16;

    /**
     * The column of that name and type.
     *
     * @param zone IANA name or offset of the zone in which instants are to be shown
     */
    static ArrowColumn of(String name, RelDataType type, String zone) {
        return switch (type.getSqlTypeName()) {
            case BOOLEAN -> plain(name, type, ArrowType.Bool.INSTANCE, ValueWriter.BOOLEAN);
            case TINYINT -> plain(name, type, new ArrowType.Int(8, true), ValueWriter.INT8);
            case SMALLINT -> plain(name, type, new ArrowType.Int(16, true), ValueWriter.INT16);
            case INTEGER -> plain(name, type, new ArrowType.Int(32, true), ValueWriter.INT32);
            case BIGINT -> plain(name, type, new ArrowType.Int(64, true), ValueWriter.INT64);
            case UTINYINT -> plain(name, type, new ArrowType.Int(8, false), ValueWriter.UINT8);
            case USMALLINT -> plain(name, type, new ArrowType.Int(16, false), ValueWriter.UINT16);
            case UINTEGER -> plain(name, type, new ArrowType.Int(32, false), ValueWriter.UINT32);
            case UBIGINT -> plain(name, type, new ArrowType.Int(64, false), ValueWriter.UINT64);
            case DECIMAL -> decimal(name, type);
            case REAL ->
                plain(name, type, new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE), ValueWriter.FLOAT32);
            case FLOAT, DOUBLE ->
                plain(name, type, new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE), ValueWriter.FLOAT64);
            case DATE -> plain(name, type, new ArrowType.Date(DateUnit.DAY), ValueWriter.DATE);
            case TIME, TIME_WITH_LOCAL_TIME_ZONE ->
                plain(name, type, new ArrowType.Time(TimeUnit.MILLISECOND, 32), ValueWriter.TIME);
            case TIMESTAMP -> plain(name, type, timestamp(null), ValueWriter.TIMESTAMP);
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> plain(name, type, timestamp(zone), ValueWriter.TIMESTAMP);
            case BINARY, VARBINARY -> plain(name, type, ArrowType.Binary.INSTANCE, ValueWriter.BINARY);
            case UUID -> uuid(name, type);
            case ARRAY, MULTISET -> list(name, type, zone);
            case MAP -> map(name, type, zone);
            case ROW, STRUCTURED -> struct(name, type, zone);
            case INTERVAL_YEAR, INTERVAL_YEAR_MONTH, INTERVAL_MONTH ->
                plain(name, type, new ArrowType.Interval(IntervalUnit.YEAR_MONTH), ValueWriter.MONTHS);
            case INTERVAL_DAY,
                    INTERVAL_DAY_HOUR,
                    INTERVAL_DAY_MINUTE,
                    INTERVAL_DAY_SECOND,
                    INTERVAL_HOUR,
                    INTERVAL_HOUR_MINUTE,
                    INTERVAL_HOUR_SECOND,
                    INTERVAL_MINUTE,
                    INTERVAL_MINUTE_SECOND,
                    INTERVAL_SECOND ->
                plain(name, type, new ArrowType.Duration(TimeUnit.MILLISECOND), ValueWriter.DURATION);
            case NULL -> plain(name, type, ArrowType.Null.INSTANCE, ValueWriter.NOTHING);
            default -> plain(name, type, ArrowType.Utf8.INSTANCE, ValueWriter.TEXT);
        };
    }

    private static ArrowType timestamp(@Nullable String zone) {
        return new ArrowType.Timestamp(TimeUnit.MILLISECOND, zone);
    }

    private static ArrowColumn plain(String name, RelDataType type, ArrowType arrow, ValueWriter writer) {
        return new ArrowColumn(field(name, type, arrow, null, List.of()), writer);
    }

    private static Field field(
            String name,
            RelDataType type,
            ArrowType arrow,
            @Nullable Map<String, String> metadata,
            List<Field> children) {
        return new Field(name, new FieldType(type.isNullable(), arrow, null, metadata), children);
    }

    private static ArrowColumn decimal(String name, RelDataType type) {
        int scale = Math.max(type.getScale(), 0);
        ArrowType arrow = new ArrowType.Decimal(type.getPrecision(), scale, DECIMAL_BITS);
        return plain(name, type, arrow, new ValueWriter.Decimal(name, type.getPrecision(), scale));
    }

    private static ArrowColumn uuid(String name, RelDataType type) {
        ArrowType arrow = new ArrowType.FixedSizeBinary(UUID_BYTES);
        return new ArrowColumn(field(name, type, arrow, UUID, List.of()), ValueWriter.UUID);
    }

    private static ArrowColumn list(String name, RelDataType type, String zone) {
        ArrowColumn element = of("item", requireNonNull(type.getComponentType()), zone);
        return new ArrowColumn(
                field(name, type, ArrowType.List.INSTANCE, null, List.of(element.field())),
                new ValueWriter.Elements(element.writer()));
    }

    private static ArrowColumn map(String name, RelDataType type, String zone) {
        ArrowColumn key = of(MapVector.KEY_NAME, requireNonNull(type.getKeyType()), zone);
        ArrowColumn value = of(MapVector.VALUE_NAME, requireNonNull(type.getValueType()), zone);
        Field keyNotNull = new Field(
                MapVector.KEY_NAME,
                new FieldType(false, key.field().getType(), null, key.field().getMetadata()),
                key.field().getChildren());
        Field entries = new Field(
                MapVector.DATA_VECTOR_NAME,
                FieldType.notNullable(ArrowType.Struct.INSTANCE),
                List.of(keyNotNull, value.field()));
        return new ArrowColumn(
                field(name, type, new ArrowType.Map(false), null, List.of(entries)),
                new ValueWriter.Entries(key.writer(), value.writer()));
    }

    private static ArrowColumn struct(String name, RelDataType type, String zone) {
        List<Field> fields = new ArrayList<>();
        List<ValueWriter> writers = new ArrayList<>();
        for (RelDataTypeField part : type.getFieldList()) {
            ArrowColumn column = of(part.getName(), part.getType(), zone);
            fields.add(column.field());
            writers.add(column.writer());
        }
        return new ArrowColumn(
                field(name, type, ArrowType.Struct.INSTANCE, null, fields), new ValueWriter.Parts(writers));
    }
}
