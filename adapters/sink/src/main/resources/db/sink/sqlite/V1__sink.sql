-- Times are milliseconds since 1970 UTC. A namespace is dotted SQL text, levels quoted where needed.

-- a run, in the order in which they began; owner_id is the gateway process that runs it
CREATE TABLE sink_run (
    run_number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    run_id TEXT NOT NULL UNIQUE,
    sink_id TEXT NOT NULL,
    catalog_name TEXT NOT NULL,
    namespace TEXT NOT NULL,
    table_name TEXT NOT NULL,
    connector TEXT NOT NULL,
    dataset_uri TEXT NOT NULL,
    write_mode TEXT NOT NULL,
    key_columns TEXT NOT NULL,
    state TEXT NOT NULL,
    scope TEXT,
    token TEXT,
    previous_token TEXT,
    offered INTEGER NOT NULL,
    accepted INTEGER NOT NULL,
    coalesced INTEGER NOT NULL,
    skipped INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    quarantined INTEGER NOT NULL,
    dropped INTEGER NOT NULL,
    round_trips INTEGER NOT NULL,
    local_outputs TEXT NOT NULL,
    actor TEXT NOT NULL,
    statement_id TEXT NOT NULL,
    owner_id TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    error TEXT,
    rolled_back_at INTEGER,
    forgotten INTEGER NOT NULL
);
CREATE INDEX sink_run_sink ON sink_run (sink_id, run_number);
CREATE INDEX sink_run_in_flight ON sink_run (owner_id) WHERE state IN ('running', 'committing', 'cancelling');

-- a row that a run did not write: one that failed, or one in quarantine by a rule
CREATE TABLE sink_row (
    note_id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    run_id TEXT NOT NULL REFERENCES sink_run (run_id) ON DELETE CASCADE,
    sink_id TEXT NOT NULL,
    row_number INTEGER NOT NULL,
    rule_name TEXT,
    reason TEXT NOT NULL,
    row_values TEXT NOT NULL,
    noted_at INTEGER NOT NULL
);
CREATE INDEX sink_row_run ON sink_row (run_id);
