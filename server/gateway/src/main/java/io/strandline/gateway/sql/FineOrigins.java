package io.strandline.gateway.sql;

import io.strandline.sqlkit.calcite.StrandlineTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.metadata.RelColumnOrigin;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Whose times may have had digits finer than milliseconds: times of a user's own tables, and text that is read as a time. The
 * control plane's own have none, nor has the clock.
 */
final class FineOrigins {
    private FineOrigins() {}

    /** For each column of a query as it was written, whether its values may come from such. */
    static List<Boolean> of(RelNode query) {
        RelMetadataQuery metadata = query.getCluster().getMetadataQuery();
        List<Boolean> fine = new ArrayList<>();
        for (int i = 0; i < query.getRowType().getFieldCount(); i++) {
            fine.add(hasTime(query.getRowType().getFieldList().get(i).getType())
                    && mayBeFine(metadata.getColumnOrigins(query, i)));
        }
        return fine;
    }

    /** What cannot be told may be. */
    private static boolean mayBeFine(@Nullable Set<RelColumnOrigin> origins) {
        return origins == null || origins.stream().anyMatch(FineOrigins::mayBeFine);
    }

    private static boolean mayBeFine(RelColumnOrigin origin) {
        StrandlineTable table = origin.getOriginTable().unwrap(StrandlineTable.class);
        if (table != null && !table.descriptor().isData()) {
            return false;
        }
        RelDataType type = origin.getOriginTable()
                .getRowType()
                .getFieldList()
                .get(origin.getOriginColumnOrdinal())
                .getType();
        return hasTime(type)
                || SqlTypeName.CHAR_TYPES.contains(type.getSqlTypeName())
                || type.isStruct()
                || type.getComponentType() != null;
    }

    /** Whether values of the type are times, or hold some. */
    static boolean hasTime(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> true;
            case ARRAY, MULTISET -> type.getComponentType() != null && hasTime(type.getComponentType());
            case MAP ->
                (type.getKeyType() != null && hasTime(type.getKeyType()))
                        || (type.getValueType() != null && hasTime(type.getValueType()));
            case ROW -> type.getFieldList().stream().anyMatch(field -> hasTime(field.getType()));
            default -> false;
        };
    }
}
