-- Times are milliseconds since 1970 UTC. A namespace is dotted SQL text, levels quoted where needed.

-- a comparison asked for by name; a statement makes at most one, which is how its outcome is found out
CREATE TABLE scan (
    scan_id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    connection_name TEXT COLLATE "C" NOT NULL,
    catalog_name TEXT COLLATE "C" NOT NULL,
    namespace TEXT COLLATE "C" NOT NULL,
    statement_id TEXT COLLATE "C" NOT NULL UNIQUE,
    requested_by TEXT COLLATE "C" NOT NULL,
    started_at BIGINT NOT NULL,
    ended_at BIGINT NOT NULL,
    tables_listed BIGINT NOT NULL,
    registrations_read BIGINT NOT NULL,
    truncated BOOLEAN NOT NULL,
    orphans BIGINT NOT NULL,
    missing BIGINT NOT NULL,
    drifted BIGINT NOT NULL,
    metadata_missing BIGINT NOT NULL,
    others BIGINT NOT NULL,
    provable BIGINT NOT NULL,
    failed_lookups BIGINT NOT NULL,
    error TEXT COLLATE "C"
);
CREATE INDEX scan_connection ON scan (connection_name, started_at);
