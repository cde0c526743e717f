package io.strandline.sink.iceberg;

import io.strandline.common.TableRef;
import io.strandline.sink.CleanupRequest;
import io.strandline.sink.RowSchema;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.iceberg.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of a part of a table a run did not see.
 *
 * @param part what the columns of the part have, as it is stored
 * @param partAt where a row has those columns
 * @param seen keys, as they are stored
 * @param keyAt where a row has the columns of the key
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record UnseenRows(
        StoredKey scope,
        List<@Nullable Object> part,
        int[] partAt,
        StoredKey key,
        Set<List<@Nullable Object>> seen,
        int[] keyAt) {
    /**
     * Of a request.
     *
     * @param rows the columns that rows come with
     * @throws io.strandline.common.StrandlineException {@code BAD_VALUE} for a value that its column cannot hold
     */
    static UnseenRows of(CleanupRequest request, TableRef ref, Schema table, RowSchema rows) {
        List<String> columns = List.copyOf(request.scope().keySet());
        StoredKey scope = fields(ref, table, columns);
        StoredKey key = fields(ref, table, request.key());
        Set<List<@Nullable Object>> seen = new HashSet<>();
        request.seen().forEach(values -> seen.add(key.of(values.toArray())));
        return new UnseenRows(
                scope,
                scope.of(request.scope().values().toArray()),
                at(rows, columns),
                key,
                seen,
                at(rows, request.key()));
    }

    private static StoredKey fields(TableRef ref, Schema table, List<String> columns) {
        return new StoredKey(ref, columns.stream().map(table.asStruct()::field).toList());
    }

    private static int[] at(RowSchema rows, List<String> columns) {
        return columns.stream()
                .mapToInt(name -> rows.indexOf(name).orElseThrow())
                .toArray();
    }

    /** Whether a row is of the part and was not seen. */
    boolean has(@Nullable Object[] row) {
        return scope.of(values(row, partAt)).equals(part) && !seen.contains(key.of(values(row, keyAt)));
    }

    private static @Nullable Object[] values(@Nullable Object[] row, int[] at) {
        return IntStream.of(at).mapToObj(column -> row[column]).toArray();
    }
}
