-- Times are milliseconds since 1970 UTC. A namespace is dotted SQL text, levels quoted where needed.

-- what scans found, one row from when a finding is first seen until it is resolved; one that comes back is a new row
CREATE TABLE finding (
    finding_id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    connection_name TEXT NOT NULL,
    catalog_name TEXT NOT NULL,
    namespace TEXT NOT NULL,
    kind TEXT NOT NULL,
    table_name TEXT,
    registration_id TEXT,
    severity TEXT NOT NULL,
    expected TEXT,
    actual TEXT,
    source_kind TEXT,
    source_id TEXT,
    provable BOOLEAN NOT NULL,
    detail TEXT NOT NULL,
    first_seen INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    resolved_at INTEGER,
    times_seen INTEGER NOT NULL,
    first_scan_id INTEGER NOT NULL,
    last_scan_id INTEGER NOT NULL,
    resolved_scan_id INTEGER,
    CHECK (last_seen >= first_seen),
    CHECK (resolved_at >= last_seen)
);
-- a finding's identity, of which one is open at a time; also the order in which a scan is merged
CREATE UNIQUE INDEX finding_open
    ON finding (connection_name, namespace, kind, coalesce(table_name, ''), coalesce(registration_id, ''))
    WHERE resolved_at IS NULL;
-- open ones are not in it, so that no planner takes it to read them and then sorts
CREATE INDEX finding_resolved ON finding (connection_name, namespace, resolved_at) WHERE resolved_at IS NOT NULL;

-- whose turn it is to store a scan: locked first, so that of two scans of a connection one is wholly after the other
CREATE TABLE scan_turn (
    connection_name TEXT NOT NULL,
    namespace TEXT NOT NULL,
    turns INTEGER NOT NULL,
    PRIMARY KEY (connection_name, namespace)
);
