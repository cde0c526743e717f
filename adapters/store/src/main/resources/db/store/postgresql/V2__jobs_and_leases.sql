-- Times are milliseconds since 1970 UTC.

-- what one gateway at a time may do, and who does it; fence rises with each holder
CREATE TABLE lease (
    lease_name TEXT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL,
    fence BIGINT NOT NULL,
    held_until BIGINT NOT NULL
);

-- how far a long statement is; it goes with the statement's row
CREATE TABLE job (
    statement_id TEXT NOT NULL PRIMARY KEY REFERENCES statement (statement_id) ON DELETE CASCADE,
    procedure_name TEXT NOT NULL,
    target TEXT,
    is_background BOOLEAN NOT NULL,
    done BIGINT,
    total BIGINT,
    unit TEXT,
    stop_asked_by TEXT
);

CREATE VIEW seen_job AS
SELECT
    s.id,
    s.statement_id,
    s.user_name,
    j.procedure_name,
    j.target,
    j.is_background,
    j.done,
    j.total,
    j.unit,
    s.state,
    s.started_at,
    s.ended_at,
    s.gateway_id,
    s.sql_state,
    s.vendor_code,
    s.message
FROM job j
JOIN statement s ON s.statement_id = j.statement_id;
