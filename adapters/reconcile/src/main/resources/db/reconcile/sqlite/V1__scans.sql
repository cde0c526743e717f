-- Times are milliseconds since 1970 UTC. A namespace is dotted SQL text, levels quoted where needed.

-- a comparison asked for by name; a statement makes at most one, which is how its outcome is found out
CREATE TABLE scan (
    scan_id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    connection_name TEXT NOT NULL,
    catalog_name TEXT NOT NULL,
    namespace TEXT NOT NULL,
    statement_id TEXT NOT NULL UNIQUE,
    requested_by TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    tables_listed INTEGER NOT NULL,
    registrations_read INTEGER NOT NULL,
    truncated BOOLEAN NOT NULL,
    orphans INTEGER NOT NULL,
    missing INTEGER NOT NULL,
    drifted INTEGER NOT NULL,
    metadata_missing INTEGER NOT NULL,
    others INTEGER NOT NULL,
    provable INTEGER NOT NULL,
    failed_lookups INTEGER NOT NULL,
    error TEXT
);
CREATE INDEX scan_connection ON scan (connection_name, started_at);
