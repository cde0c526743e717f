package io.strandline.log.store;

import io.strandline.log.Bytes;
import io.strandline.log.KeyPartitioner;
import io.strandline.log.LogRecord;
import io.strandline.log.Page;
import io.strandline.log.PagedEventLog.NewRecord;
import io.strandline.log.PartitionMarks;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The statements that every event passes, in plain JDBC: what they cost is what a log costs. */
final class EventRows {
    /** Counts the events in and locks their partition until the transaction ends: so offsets have no gaps (LOG-1). */
    private static final String COUNT_IN = """
            UPDATE event_partition
            SET high_mark = high_mark + ?, last_time = CASE WHEN last_time < ? THEN ? ELSE last_time END
            WHERE partition_no = ?
            RETURNING high_mark, last_time
            """;

    private static final String INSERT =
            "INSERT INTO event (event_no, event_time, key_hash, event_key, event_value) VALUES (?, ?, ?, ?, ?)";

    private static final String ALL_MARKS = """
            SELECT low_mark, high_mark, lost_before FROM event_partition
            WHERE partition_no >= ? AND partition_no < ? ORDER BY partition_no
            """;

    /** The marks with each event, or alone: one select costs less than two and a transaction. */
    private static final String PAGE = """
            SELECT marks.low_mark, marks.high_mark, marks.lost_before, event_no, event_time, event_key, event_value
            FROM event_partition AS marks LEFT JOIN event ON event_no >= ? AND event_no < ?
            WHERE partition_no = ? ORDER BY event_no LIMIT ?
            """;

    /**
     * The same where the driver has all rows before the first is read: only those that a page takes, by their sizes. They come in
     * their order; to ask for it would have them sorted once more, on disk.
     */
    private static final String PAGE_BY_SIZES = """
            SELECT marks.low_mark, marks.high_mark, marks.lost_before, event_no, event_time, event_key, event_value
            FROM event_partition AS marks LEFT JOIN (
                SELECT event_no, event_time, event_key, event_value,
                    SUM(COALESCE(OCTET_LENGTH(event_key), 0) + COALESCE(OCTET_LENGTH(event_value), 0))
                        OVER (ORDER BY event_no ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
                FROM event WHERE event_no >= ? AND event_no < ? ORDER BY event_no LIMIT ?) AS sized
            ON COALESCE(bytes_before, 0) < ?
            WHERE partition_no = ?
            """;

    private final PartitionNumbers numbers;
    private final boolean bySizes;

    /**
     * The statements of a log.
     *
     * @param rowsComeAtOnce whether the driver has all rows of a select before the first is read
     */
    EventRows(PartitionNumbers numbers, boolean rowsComeAtOnce) {
        this.numbers = numbers;
        this.bySizes = rowsComeAtOnce;
    }

    /** Where a partition's next event goes. */
    private static final class Next {
        private int many;
        private long offset;
        private long time;
    }

    /** Appends in the order given; gives the offsets in that order. Partitions are locked in their order, so nobody deadlocks. */
    List<Long> append(Connection connection, List<NewRecord> records, Instant now) throws SQLException {
        Map<Integer, Next> nexts = new TreeMap<>();
        List<Next> places = new ArrayList<>(records.size());
        for (NewRecord added : records) {
            Next next = nexts.computeIfAbsent(added.partition(), p -> new Next());
            next.many++;
            places.add(next);
        }
        try (PreparedStatement count = connection.prepareStatement(COUNT_IN)) {
            for (Map.Entry<Integer, Next> next : nexts.entrySet()) {
                countIn(count, next.getKey(), next.getValue(), now.toEpochMilli());
            }
        }
        List<Long> offsets = new ArrayList<>(records.size());
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            for (int i = 0; i < records.size(); i++) {
                NewRecord added = records.get(i);
                Next next = places.get(i);
                bind(insert, added, numbers.event(added.partition(), next.offset), next.time);
                offsets.add(next.offset++);
                if (records.size() == 1) {
                    insert.executeUpdate();
                } else {
                    insert.addBatch();
                }
            }
            if (records.size() > 1) {
                insert.executeBatch();
            }
        }
        return offsets;
    }

    private void countIn(PreparedStatement count, int partition, Next next, long now) throws SQLException {
        count.setLong(1, next.many);
        count.setLong(2, now);
        count.setLong(3, now);
        count.setLong(4, numbers.partition(partition));
        try (ResultSet row = count.executeQuery()) {
            if (!row.next()) {
                throw new IllegalStateException("partition " + partition + " has no row in the store");
            }
            next.offset = row.getLong(1) - next.many;
            next.time = row.getLong(2);
        }
    }

    private static void bind(PreparedStatement insert, NewRecord added, long number, long time) throws SQLException {
        insert.setLong(1, number);
        insert.setLong(2, time);
        bind(insert, 3, added);
    }

    /** Binds the hash of its key, its key and its value. */
    static void bind(PreparedStatement insert, int index, NewRecord added) throws SQLException {
        Bytes key = added.key();
        Bytes value = added.value();
        if (key == null) {
            insert.setNull(index, Types.BIGINT);
        } else {
            insert.setLong(index, KeyPartitioner.hash(key));
        }
        insert.setBytes(index + 1, key == null ? null : key.toArray());
        insert.setBytes(index + 2, value == null ? null : value.toArray());
    }

    /** The marks of all partitions. */
    List<PartitionMarks> marks(Connection connection, int partitions) throws SQLException {
        List<PartitionMarks> marks = new ArrayList<>(partitions);
        try (PreparedStatement select = connection.prepareStatement(ALL_MARKS)) {
            select.setLong(1, numbers.partition(0));
            select.setLong(2, numbers.partition(partitions));
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    marks.add(marks(rows));
                }
            }
        }
        return marks;
    }

    private static PartitionMarks marks(ResultSet row) throws SQLException {
        return new PartitionMarks(row.getLong(1), row.getLong(2), row.getLong(3));
    }

    /** A page. */
    Page page(Connection connection, int partition, long from, long to) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(bySizes ? PAGE_BY_SIZES : PAGE)) {
            select.setLong(1, numbers.event(partition, from));
            select.setLong(2, numbers.event(partition, to));
            if (bySizes) {
                select.setInt(3, Page.MOST_RECORDS);
                select.setInt(4, Page.ENOUGH_BYTES);
                select.setLong(5, numbers.partition(partition));
            } else {
                select.setLong(3, numbers.partition(partition));
                select.setInt(4, Page.MOST_RECORDS);
            }
            try (ResultSet rows = select.executeQuery()) {
                if (!rows.next()) {
                    throw new IllegalStateException("partition " + partition + " has no row in the store");
                }
                return page(rows, partition, from, to);
            }
        }
    }

    private Page page(ResultSet rows, int partition, long from, long to) throws SQLException {
        PartitionMarks marks = marks(rows);
        List<LogRecord> records = new ArrayList<>();
        long size = 0;
        boolean full = false;
        boolean there = rows.getObject(4) != null;
        while (there && !full) {
            LogRecord found = read(rows, partition);
            records.add(found);
            size += found.size();
            full = records.size() == Page.MOST_RECORDS || size >= Page.ENOUGH_BYTES;
            there = (bySizes || !full) && rows.next();
        }
        if (bySizes) {
            records.sort(Comparator.comparingLong(LogRecord::offset)); // no work for those that came in order
        }
        return Page.of(records, full, from, to, marks);
    }

    private static LogRecord read(ResultSet row, int partition) throws SQLException {
        return new LogRecord(
                partition,
                PartitionNumbers.offset(row.getLong(4)),
                Instant.ofEpochMilli(row.getLong(5)),
                bytes(row.getBytes(6)),
                bytes(row.getBytes(7)));
    }

    private static @Nullable Bytes bytes(byte @Nullable [] content) {
        return content == null ? null : Bytes.copyOf(content);
    }
}
