-- Times are milliseconds since 1970 UTC. A partition's number is log_id * 4096 + its place in the log; an event's number is
-- partition_no * 2^40 + its offset, so that the events of a partition lie side by side.

CREATE TABLE event_log (
    log_id BIGINT NOT NULL PRIMARY KEY CHECK (log_id BETWEEN 1 AND 2047),
    log_name TEXT COLLATE "C" NOT NULL UNIQUE,
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('append_only', 'compacted')),
    partitions BIGINT NOT NULL CHECK (partitions BETWEEN 1 AND 4096)
);

-- high_mark is the next offset, low_mark the first that is kept; of what lies before lost_before something may be missing
-- that no later event says; what lies before compacted_to is compacted
CREATE TABLE event_partition (
    partition_no BIGINT NOT NULL PRIMARY KEY,
    high_mark BIGINT NOT NULL,
    low_mark BIGINT NOT NULL,
    lost_before BIGINT NOT NULL,
    compacted_to BIGINT NOT NULL,
    last_time BIGINT NOT NULL
) WITH (fillfactor = 50);

-- key_hash is NULL without a key; event_value is NULL for a tombstone
CREATE TABLE event (
    event_no BIGINT NOT NULL PRIMARY KEY,
    event_time BIGINT NOT NULL,
    key_hash BIGINT,
    event_key BYTEA,
    event_value BYTEA
);
CREATE INDEX event_by_key ON event (key_hash, event_no) WHERE key_hash IS NOT NULL;
CREATE INDEX event_tombstone ON event (event_no) WHERE event_value IS NULL;
