package io.strandline.gateway.sql;

import static java.util.Objects.requireNonNull;

import java.sql.DatabaseMetaData;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.AvaticaParameter;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.jspecify.annotations.Nullable;

/** The columns of an answer as Avatica describes them, and what turns Calcite's rows into those of its wire. */
public final class WireColumns {
    /** Width of text without a declared one. */
    private static final int UNLIMITED = 65_536;

    private final RelDataType row;
    private final List<ColumnMetaData> columns;
    private final WireType[] types;
    private final boolean struct;

    private WireColumns(RelDataType row, List<ColumnMetaData> columns, List<WireType> types, boolean struct) {
        this.row = row;
        this.columns = List.copyOf(columns);
        this.types = types.toArray(WireType[]::new);
        this.struct = struct;
    }

    /**
     * Columns of that row type.
     *
     * @param origins for each column its catalog, schema, table and column, or null where it is computed
     */
    public static WireColumns of(RelDataType row, List<? extends @Nullable List<String>> origins) {
        List<ColumnMetaData> columns = new ArrayList<>();
        List<WireType> types = new ArrayList<>();
        for (RelDataTypeField field : row.getFieldList()) {
            WireType wire = WireType.of(field.getType());
            columns.add(column(field, wire, origins.get(field.getIndex())));
            types.add(wire);
        }
        boolean struct =
                row.getFieldCount() == 1 && row.getFieldList().get(0).getType().isStruct();
        return new WireColumns(row, columns, types, struct);
    }

    private static ColumnMetaData column(RelDataTypeField field, WireType wire, @Nullable List<String> origin) {
        RelDataType type = field.getType();
        return new ColumnMetaData(
                field.getIndex(),
                false,
                isText(wire),
                false,
                false,
                type.isNullable() ? DatabaseMetaData.columnNullable : DatabaseMetaData.columnNoNulls,
                wire.type().id != Types.BOOLEAN && !isText(wire),
                precision(type),
                field.getName(),
                field.getName(),
                part(origin, 1),
                precision(type),
                scale(type),
                part(origin, 2),
                part(origin, 0),
                wire.type(),
                true,
                false,
                false,
                wire.type().columnClassName());
    }

    private static boolean isText(WireType wire) {
        return wire.type().id == Types.VARCHAR;
    }

    private static int precision(RelDataType type) {
        return type.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED ? UNLIMITED : type.getPrecision();
    }

    private static int scale(RelDataType type) {
        return type.getScale() == RelDataType.SCALE_NOT_SPECIFIED ? 0 : type.getScale();
    }

    /** Part of a column's origin from the left, counted so that a table without a catalog has an empty one. */
    private static String part(@Nullable List<String> origin, int part) {
        if (origin == null) {
            return "";
        }
        int index = origin.size() - 4 + part;
        return index < 0 ? "" : origin.get(index);
    }

    /** How many. */
    public int count() {
        return columns.size();
    }

    /** The type of a row as SQL has it. */
    RelDataType row() {
        return row;
    }

    /**
     * The values of a row, from an array for rows of several columns, or the bare value of those of one. That may be in an
     * array too, unless it is a ROW, which is one itself.
     */
    @Nullable
    Object[] values(@Nullable Object calcites) {
        boolean bare = types.length == 1 && (struct || !(calcites instanceof Object[]));
        return bare ? new Object[] {calcites} : (Object[]) requireNonNull(calcites);
    }

    /** The row as the wire has it; Calcite's own where that is the same. */
    public @Nullable Object[] toWire(@Nullable Object calcites) {
        @Nullable Object[] values = values(calcites);
        for (int i = 0; i < types.length; i++) {
            Object value = values[i];
            if (value != null && !types[i].isWires(value)) {
                return converted(values);
            }
        }
        return values.length == types.length ? values : converted(values);
    }

    private @Nullable Object[] converted(@Nullable Object[] values) {
        @Nullable Object[] wire = new Object[types.length];
        for (int i = 0; i < wire.length; i++) {
            Object value = values[i];
            wire[i] = value == null ? null : types[i].convert(value);
        }
        return wire;
    }

    /** The signature of a statement with these columns. */
    public Meta.Signature signature(String sql, List<RelDataType> parameters, Meta.StatementType type) {
        return new Meta.Signature(columns, sql, parameters(parameters), Map.of(), Meta.CursorFactory.LIST, type);
    }

    private static List<AvaticaParameter> parameters(List<RelDataType> types) {
        List<AvaticaParameter> parameters = new ArrayList<>();
        for (RelDataType type : types) {
            ColumnMetaData.AvaticaType wire = WireType.of(type).type();
            parameters.add(new AvaticaParameter(
                    wire.id != Types.VARCHAR,
                    precision(type),
                    scale(type),
                    wire.id,
                    wire.getName(),
                    wire.columnClassName(),
                    "?" + (parameters.size() + 1)));
        }
        return parameters;
    }
}
