package io.strandline.log.store;

import static io.strandline.log.store.LogTables.COMPACTED_TO;
import static io.strandline.log.store.LogTables.EVENT_LOG;
import static io.strandline.log.store.LogTables.HIGH_MARK;
import static io.strandline.log.store.LogTables.IDENTITY;
import static io.strandline.log.store.LogTables.KIND;
import static io.strandline.log.store.LogTables.LAST_TIME;
import static io.strandline.log.store.LogTables.LOG_ID;
import static io.strandline.log.store.LogTables.LOG_NAME;
import static io.strandline.log.store.LogTables.LOST_BEFORE;
import static io.strandline.log.store.LogTables.LOW_MARK;
import static io.strandline.log.store.LogTables.PARTITION;
import static io.strandline.log.store.LogTables.PARTITIONS;
import static io.strandline.log.store.LogTables.PARTITION_NO;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.log.LogOptions;
import io.strandline.store.database.StoreDatabase;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.impl.DSL;

/**
 * That the store has a log: its first opening says for ever how many partitions it has, and of what kind it is (LOG-2).
 *
 * @param identity tells it from a log of its name in a store that was made anew
 */
record LogEntry(PartitionNumbers numbers, String identity) {
    /**
     * Finds the log, or makes it.
     *
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} if it was made otherwise
     */
    static LogEntry open(StoreDatabase store, LogOptions options) {
        return store.write(dsl -> {
            long next = dsl.select(DSL.coalesce(DSL.max(LOG_ID), 0L).plus(1))
                    .from(EVENT_LOG)
                    .fetchSingle()
                    .value1()
                    .longValue();
            String own = UUID.randomUUID().toString();
            if (next <= PartitionNumbers.MOST_LOGS && insert(dsl, next, own, options)) {
                return new LogEntry(new PartitionNumbers(next), own);
            }
            dsl.update(EVENT_LOG)
                    .set(IDENTITY, own)
                    .where(LOG_NAME.eq(options.name()))
                    .and(IDENTITY.isNull())
                    .execute();
            return dsl.select(LOG_ID, KIND, PARTITIONS, IDENTITY)
                    .from(EVENT_LOG)
                    .where(LOG_NAME.eq(options.name()))
                    .fetchOptional()
                    .map(row -> checked(row, options))
                    .orElseThrow(() -> new StrandlineException(
                            ErrorCode.CONFIGURATION,
                            "log \"" + options.name() + "\" cannot be made: the store has the " + next
                                    + " logs that it can have, or another gateway makes one now. Try again."));
        });
    }

    private static boolean insert(DSLContext dsl, long id, String identity, LogOptions options) {
        boolean inserted = dsl.insertInto(EVENT_LOG)
                        .set(LOG_ID, id)
                        .set(LOG_NAME, options.name())
                        .set(KIND, options.kind().text())
                        .set(PARTITIONS, (long) options.partitions())
                        .set(IDENTITY, identity)
                        .onConflictDoNothing()
                        .execute()
                == 1;
        if (inserted) {
            PartitionNumbers numbers = new PartitionNumbers(id);
            var insert = dsl.insertInto(
                            PARTITION, PARTITION_NO, HIGH_MARK, LOW_MARK, LOST_BEFORE, COMPACTED_TO, LAST_TIME)
                    .values((Long) null, null, null, null, null, null);
            Object[][] rows = new Object[options.partitions()][];
            for (int partition = 0; partition < rows.length; partition++) {
                rows[partition] = new Object[] {numbers.partition(partition), 0L, 0L, 0L, 0L, 0L};
            }
            dsl.batch(insert).bind(rows).execute();
        }
        return inserted;
    }

    private static LogEntry checked(Record row, LogOptions options) {
        requireSame(options, "partitions", row.get(PARTITIONS), (long) options.partitions());
        requireSame(options, "kind", row.get(KIND), options.kind().text());
        return new LogEntry(new PartitionNumbers(row.get(LOG_ID)), row.get(IDENTITY));
    }

    private static void requireSame(LogOptions options, String what, Object made, Object wanted) {
        if (!made.equals(wanted)) {
            throw new StrandlineException(
                    ErrorCode.CONFIGURATION,
                    "log \"" + options.name() + "\" was made with " + what + " " + made + "; log." + options.name()
                            + "." + what + " is " + wanted + ". Write " + made + ", or give the log another name.");
        }
    }
}
