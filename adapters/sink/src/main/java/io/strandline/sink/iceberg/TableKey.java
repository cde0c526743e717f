package io.strandline.sink.iceberg;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;

/**
 * The columns of a table by which a run finds rows.
 *
 * @param fields of the key, in the order of the table
 * @param indexes of those fields among the table's columns
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record TableKey(List<Types.NestedField> fields, int[] indexes) {
    TableKey {
        fields = List.copyOf(fields);
    }

    /**
     * The key of those columns.
     *
     * @throws StrandlineException {@link ErrorCode#NO_SUCH_COLUMN}; {@link ErrorCode#REFUSED} for a column whose values are not
     *     compared as a whole
     */
    static TableKey of(TableRef ref, Schema schema, List<String> names) {
        List<Types.NestedField> fields = new ArrayList<>();
        List<Integer> indexes = new ArrayList<>();
        for (int i = 0; i < schema.columns().size(); i++) {
            Types.NestedField field = schema.columns().get(i);
            if (names.contains(field.name())) {
                requireComparable(ref, field);
                fields.add(field);
                indexes.add(i);
            }
        }
        for (String name : names) {
            if (fields.stream().noneMatch(field -> field.name().equals(name))) {
                throw new StrandlineException(
                        ErrorCode.NO_SUCH_COLUMN,
                        ref + " has no column " + SqlNames.quoteIfNeeded(name)
                                + ", which is in the key of its sink. Correct the key.");
            }
        }
        return new TableKey(fields, indexes.stream().mapToInt(Integer::intValue).toArray());
    }

    private static void requireComparable(TableRef ref, Types.NestedField field) {
        boolean comparable = switch (field.type().typeId()) {
            case STRUCT, LIST, MAP, FLOAT, DOUBLE, VARIANT, GEOMETRY, GEOGRAPHY, UNKNOWN -> false;
            default -> true;
        };
        if (!comparable) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    ref + ": column " + SqlNames.quoteIfNeeded(field.name()) + " of type " + field.type()
                            + " cannot be part of a key. Name columns of text, numbers or times.");
        }
    }

    /** Only the columns of the key. */
    Schema schema() {
        return new Schema(fields);
    }

    List<Integer> fieldIds() {
        return fields.stream().map(Types.NestedField::fieldId).toList();
    }

    KeyHashes hashes() {
        return new KeyHashes(fields, indexes);
    }

    /**
     * The partition spec under which a file of keys reaches every row that has one of them (Iceberg spec, scan planning: an equality
     * delete is for the data files of its own spec and partition, and for all if its spec has no partitions).
     *
     * @throws StrandlineException {@link ErrorCode#REFUSED} if there is none
     */
    PartitionSpec deletesUnder(TableRef ref, Table table) {
        PartitionSpec current = table.spec();
        if (current.isUnpartitioned()) {
            return current;
        }
        Set<Integer> ids = new HashSet<>(fieldIds());
        boolean within = current.fields().stream().allMatch(field -> ids.contains(field.sourceId()));
        if (within && table.specs().size() == 1) {
            return current;
        }
        return table.specs().values().stream()
                .filter(PartitionSpec::isUnpartitioned)
                .findFirst()
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.REFUSED,
                        ref + " is partitioned by "
                                + current.fields().stream()
                                        .map(field -> table.schema().findColumnName(field.sourceId()))
                                        .distinct()
                                        .collect(Collectors.joining(", "))
                                + (within
                                        ? ", and was partitioned otherwise before: a key deletes nothing in files of"
                                                + " another partitioning. Rewrite the table's files, or write it without"
                                                + " a key."
                                        : ", not all of which is in the key: rows with a key would not be found in other"
                                                + " partitions. Make those columns part of the key.")));
    }
}
