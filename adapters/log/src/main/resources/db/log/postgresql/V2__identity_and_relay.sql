-- Tells a log from another of its name, in a store that was made anew; a log made before has none until it is opened.
ALTER TABLE event_log ADD COLUMN identity TEXT COLLATE "C";

-- How far each partition of the gateway's own events has come into another log: those before next_offset are there; from
-- target_mark on that log is read again by who goes on.
CREATE TABLE event_relay (
    target_name TEXT COLLATE "C" NOT NULL,
    partition_id BIGINT NOT NULL,
    next_offset BIGINT NOT NULL,
    target_mark BIGINT NOT NULL,
    PRIMARY KEY (target_name, partition_id)
);
