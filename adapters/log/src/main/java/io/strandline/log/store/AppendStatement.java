package io.strandline.log.store;

import io.strandline.log.Bytes;
import io.strandline.log.KeyPartitioner;
import io.strandline.log.PagedEventLog.NewRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Appends the events of one partition by one statement of PostgreSQL's, which counts them in, writes them and may tell who
 * listens: between a log and a database that is elsewhere, each statement more is a way there and back.
 *
 * @param channel that is listened to
 * @param message that is told there
 */
record AppendStatement(PartitionNumbers numbers, String channel, String message) {
    /** The partition is locked until the statement ends: so offsets have no gaps (LOG-1). */
    private static final String COUNT_IN = """
            WITH counted AS (
                UPDATE event_partition
                SET high_mark = high_mark + ?, last_time = GREATEST(last_time, ?)
                WHERE partition_no = ?
                RETURNING high_mark, last_time
            )
            """;

    /** One alone, as most come: arrays would cost the server as much again as counting in does. */
    private static final String ONE = COUNT_IN + """
            INSERT INTO event (event_no, event_time, key_hash, event_key, event_value)
            SELECT ? + high_mark, last_time, ?::bigint, ?::bytea, ?::bytea FROM counted
            RETURNING event_no""";

    private static final String MANY = COUNT_IN + """
            , written AS (
                INSERT INTO event (event_no, event_time, key_hash, event_key, event_value)
                SELECT ? + high_mark + place - 1, last_time, added_hash, added_key, added_value
                FROM counted, UNNEST(?::bigint[], ?::bytea[], ?::bytea[])
                    WITH ORDINALITY AS added (added_hash, added_key, added_value, place)
            )
            SELECT high_mark - 1""";

    private static final String TELL = ", pg_notify(?, ?)";

    /** Whether it can append them: those of several partitions would have to be locked in an order. */
    static boolean takes(List<NewRecord> records) {
        int partition = records.get(0).partition();
        return records.stream().allMatch(added -> added.partition() == partition);
    }

    /**
     * Appends in the order given.
     *
     * @param tells whether it tells who listens, which costs a commit as much again as the rest but the fsync
     * @return the offsets in that order
     */
    List<Long> append(Connection connection, List<NewRecord> records, Instant now, boolean tells) throws SQLException {
        int many = records.size();
        int partition = records.get(0).partition();
        String sql = many == 1 ? ONE + (tells ? TELL : "") : MANY + (tells ? TELL : "") + " FROM counted";
        try (PreparedStatement append = connection.prepareStatement(sql)) {
            append.setLong(1, many);
            append.setLong(2, now.toEpochMilli());
            append.setLong(3, numbers.partition(partition));
            append.setLong(4, numbers.event(partition, 0) - many); // the first place is before the new mark by so many
            if (many == 1) {
                EventRows.bind(append, 5, records.get(0));
            } else {
                bind(append, 5, records);
            }
            if (tells) {
                append.setString(8, channel);
                append.setString(9, message);
            }
            try (ResultSet row = append.executeQuery()) {
                if (!row.next()) {
                    throw new IllegalStateException("partition " + partition + " has no row in the store");
                }
                long last = PartitionNumbers.offset(row.getLong(1));
                return LongStream.rangeClosed(last - many + 1, last).boxed().toList();
            }
        }
    }

    private static void bind(PreparedStatement append, int index, List<NewRecord> records) throws SQLException {
        int many = records.size();
        @Nullable Long[] hashes = new @Nullable Long[many];
        byte[] @Nullable [] keys = new byte[many][];
        byte[] @Nullable [] values = new byte[many][];
        for (int i = 0; i < many; i++) {
            Bytes key = records.get(i).key();
            Bytes value = records.get(i).value();
            hashes[i] = key == null ? null : Long.valueOf(KeyPartitioner.hash(key));
            keys[i] = key == null ? null : key.toArray();
            values[i] = value == null ? null : value.toArray();
        }
        Connection connection = append.getConnection();
        append.setArray(index, connection.createArrayOf("bigint", hashes));
        append.setArray(index + 1, connection.createArrayOf("bytea", keys));
        append.setArray(index + 2, connection.createArrayOf("bytea", values));
    }
}
