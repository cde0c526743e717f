-- Tells a log from another of its name, in a store that was made anew; a log made before has none until it is opened.
ALTER TABLE event_log ADD COLUMN identity TEXT;

-- How far each partition of the gateway's own events has come into another log: those before next_offset are there; from
-- target_mark on that log is read again by who goes on.
CREATE TABLE event_relay (
    target_name TEXT NOT NULL,
    partition_id INTEGER NOT NULL,
    next_offset INTEGER NOT NULL,
    target_mark INTEGER NOT NULL,
    PRIMARY KEY (target_name, partition_id)
);
