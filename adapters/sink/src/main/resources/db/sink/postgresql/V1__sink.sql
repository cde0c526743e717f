-- Times are milliseconds since 1970 UTC. A namespace is dotted SQL text, levels quoted where needed.

-- a run, in the order in which they began; owner_id is the gateway process that runs it
CREATE TABLE sink_run (
    run_number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run_id TEXT COLLATE "C" NOT NULL UNIQUE,
    sink_id TEXT COLLATE "C" NOT NULL,
    catalog_name TEXT COLLATE "C" NOT NULL,
    namespace TEXT COLLATE "C" NOT NULL,
    table_name TEXT COLLATE "C" NOT NULL,
    connector TEXT COLLATE "C" NOT NULL,
    dataset_uri TEXT COLLATE "C" NOT NULL,
    write_mode TEXT COLLATE "C" NOT NULL,
    key_columns TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    scope TEXT COLLATE "C",
    token TEXT COLLATE "C",
    previous_token TEXT COLLATE "C",
    offered BIGINT NOT NULL,
    accepted BIGINT NOT NULL,
    coalesced BIGINT NOT NULL,
    skipped BIGINT NOT NULL,
    failed BIGINT NOT NULL,
    quarantined BIGINT NOT NULL,
    dropped BIGINT NOT NULL,
    round_trips BIGINT NOT NULL,
    local_outputs TEXT COLLATE "C" NOT NULL,
    actor TEXT COLLATE "C" NOT NULL,
    statement_id TEXT COLLATE "C" NOT NULL,
    owner_id TEXT COLLATE "C" NOT NULL,
    started_at BIGINT NOT NULL,
    ended_at BIGINT,
    error TEXT COLLATE "C",
    rolled_back_at BIGINT,
    forgotten BOOLEAN NOT NULL
);
CREATE INDEX sink_run_sink ON sink_run (sink_id, run_number);
CREATE INDEX sink_run_in_flight ON sink_run (owner_id) WHERE state IN ('running', 'committing', 'cancelling');

-- a row that a run did not write: one that failed, or one in quarantine by a rule
CREATE TABLE sink_row (
    note_id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run_id TEXT COLLATE "C" NOT NULL REFERENCES sink_run (run_id) ON DELETE CASCADE,
    sink_id TEXT COLLATE "C" NOT NULL,
    row_number BIGINT NOT NULL,
    rule_name TEXT COLLATE "C",
    reason TEXT COLLATE "C" NOT NULL,
    row_values TEXT COLLATE "C" NOT NULL,
    noted_at BIGINT NOT NULL
);
CREATE INDEX sink_row_run ON sink_row (run_id);
