-- Times are milliseconds since 1970 UTC.

-- new findings that somebody is to be told of, in order; written with the scan that found them
CREATE TABLE notice (
    notice_no BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id TEXT COLLATE "C" NOT NULL UNIQUE,
    connection_name TEXT COLLATE "C" NOT NULL,
    finding_id BIGINT NOT NULL,
    scan_id BIGINT NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    attempts BIGINT NOT NULL,
    last_error TEXT COLLATE "C",
    created_at BIGINT NOT NULL,
    next_attempt_at BIGINT NOT NULL,
    ended_at BIGINT
);
CREATE INDEX notice_pending ON notice (connection_name, notice_no) WHERE ended_at IS NULL;
CREATE INDEX notice_ended ON notice (ended_at);
