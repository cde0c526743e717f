package io.strandline.gateway.sql;

import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;

/** Limits and defaults of types: DECIMAL to 38 digits, times to nanoseconds as types, text as long as a statement. */
final class StrandlineTypeSystem extends RelDataTypeSystemImpl {
    static final StrandlineTypeSystem INSTANCE = new StrandlineTypeSystem();

    private static final int DECIMAL_DIGITS = 38;
    private static final int NANOSECONDS = 9;
    private static final int MILLISECONDS = 3;
    private static final int LONGEST_TEXT = 1 << 24;

    private StrandlineTypeSystem() {}

    @Override
    public int getMaxPrecision(SqlTypeName typeName) {
        return switch (typeName) {
            case DECIMAL -> DECIMAL_DIGITS;
            case TIME, TIME_WITH_LOCAL_TIME_ZONE, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> NANOSECONDS;
            case CHAR, VARCHAR, BINARY, VARBINARY -> LONGEST_TEXT;
            default -> super.getMaxPrecision(typeName);
        };
    }

    @Override
    public int getMaxScale(SqlTypeName typeName) {
        return typeName == SqlTypeName.DECIMAL ? DECIMAL_DIGITS : super.getMaxScale(typeName);
    }

    /** Times without a precision are those that values have: milliseconds. */
    @Override
    public int getDefaultPrecision(SqlTypeName typeName) {
        return switch (typeName) {
            case TIME, TIME_WITH_LOCAL_TIME_ZONE, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> MILLISECONDS;
            default -> super.getDefaultPrecision(typeName);
        };
    }

    /** Text of several lengths is text, not padded to the longest. */
    @Override
    public boolean shouldConvertRaggedUnionTypesToVarying() {
        return true;
    }
}
