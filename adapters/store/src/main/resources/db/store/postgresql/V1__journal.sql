-- Times are milliseconds since 1970 UTC.

-- a gateway and the time until which it is taken to be alive
CREATE TABLE gateway (
    gateway_id TEXT NOT NULL PRIMARY KEY,
    host TEXT NOT NULL,
    process_id BIGINT NOT NULL,
    started_at BIGINT NOT NULL,
    lease_until BIGINT NOT NULL,
    ended_at BIGINT
);

-- a changing statement; owner_id is the gateway that has to end it: the one that runs it, or one that resolves it
CREATE TABLE statement (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    statement_id TEXT NOT NULL UNIQUE,
    user_name TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    statement_text TEXT NOT NULL,
    keeps_answer BOOLEAN NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('STARTED', 'DONE', 'REFUSED', 'UNKNOWN')),
    started_at BIGINT NOT NULL,
    ended_at BIGINT,
    gateway_id TEXT NOT NULL,
    owner_id TEXT NOT NULL,
    answer TEXT,
    sql_state TEXT,
    vendor_code INT NOT NULL,
    message TEXT,
    UNIQUE (user_name, idempotency_key),
    CHECK ((state = 'STARTED') = (ended_at IS NULL))
);
CREATE INDEX statement_started ON statement (owner_id) WHERE state = 'STARTED';
CREATE INDEX statement_ended ON statement (ended_at);

-- one change of a statement, and its audit; it outlives the statement's row
CREATE TABLE effect (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    statement_id TEXT NOT NULL,
    ordinal INT NOT NULL,
    user_name TEXT NOT NULL,
    action TEXT NOT NULL,
    target TEXT NOT NULL,
    proof TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('STARTED', 'DONE', 'REFUSED', 'UNKNOWN')),
    reason TEXT,
    detail TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    ended_at BIGINT,
    gateway_id TEXT NOT NULL,
    owner_id TEXT NOT NULL,
    UNIQUE (statement_id, ordinal),
    CHECK ((state = 'STARTED') = (ended_at IS NULL))
);
CREATE INDEX effect_started ON effect (owner_id) WHERE state = 'STARTED';
CREATE INDEX effect_user ON effect (user_name, id);
CREATE INDEX effect_time ON effect (started_at);
