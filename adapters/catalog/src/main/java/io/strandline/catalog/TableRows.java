package io.strandline.catalog;

import io.strandline.common.CallContext;
import io.strandline.common.TableRef;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rows that the tables of a catalog hold, deletes applied, read as they are looked at: memory does not grow with the table.
 * In one statement a table is the same however often it is read. Thread-safe.
 *
 * <p>Values by their Iceberg type: {@code boolean} Boolean, {@code int} Integer, {@code long} Long, {@code float} Float, {@code
 * double} Double, {@code decimal} BigDecimal, {@code date} LocalDate, {@code time} LocalTime, {@code timestamp} and {@code
 * timestamp_ns} LocalDateTime, {@code timestamptz} and {@code timestamptz_ns} Instant, {@code string} String, {@code uuid}
 * UUID, {@code fixed} and {@code binary} {@code byte[]}, {@code list} List, {@code map} Map, {@code struct} List of its fields'
 * values, {@code unknown} always null. Other types cannot be read.
 */
public interface TableRows {
    /**
     * The table as it was.
     *
     * @return empty if there is no table of that name, or it is a view
     * @throws io.strandline.common.StrandlineException {@code NO_SUCH_OBJECT} if it has no such version, {@code
     *     METADATA_MISSING}, {@code METADATA_UNREADABLE}, {@code BACKEND}
     */
    Optional<LakeTable> at(TableRef table, TableVersion version, CallContext call);

    /**
     * The rows, in no order; to be closed. A table without a snapshot has none.
     *
     * @throws io.strandline.common.StrandlineException also where the stream comes to it: {@code CONFLICT} if the table's schema
     *     is not that one any more, {@code CORRUPT} naming a file of it that is not there, {@code BACKEND} naming one that
     *     cannot be read, {@code NOT_SUPPORTED} naming a file format or a type
     */
    Stream<@Nullable Object[]> read(LakeTable table, RowsWanted wanted, CallContext call);
}
