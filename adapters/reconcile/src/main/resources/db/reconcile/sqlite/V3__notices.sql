-- Times are milliseconds since 1970 UTC.

-- new findings that somebody is to be told of, in order; written with the scan that found them
CREATE TABLE notice (
    notice_no INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    event_id TEXT NOT NULL UNIQUE,
    connection_name TEXT NOT NULL,
    finding_id INTEGER NOT NULL,
    scan_id INTEGER NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    last_error TEXT,
    created_at INTEGER NOT NULL,
    next_attempt_at INTEGER NOT NULL,
    ended_at INTEGER
);
CREATE INDEX notice_pending ON notice (connection_name, notice_no) WHERE ended_at IS NULL;
CREATE INDEX notice_ended ON notice (ended_at);
