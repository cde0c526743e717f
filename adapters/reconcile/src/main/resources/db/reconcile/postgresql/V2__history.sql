-- Times are milliseconds since 1970 UTC. A namespace is dotted SQL text, levels quoted where needed.

-- what scans found, one row from when a finding is first seen until it is resolved; one that comes back is a new row
CREATE TABLE finding (
    finding_id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    connection_name TEXT COLLATE "C" NOT NULL,
    catalog_name TEXT COLLATE "C" NOT NULL,
    namespace TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    table_name TEXT COLLATE "C",
    registration_id TEXT COLLATE "C",
    severity TEXT COLLATE "C" NOT NULL,
    expected TEXT COLLATE "C",
    actual TEXT COLLATE "C",
    source_kind TEXT COLLATE "C",
    source_id TEXT COLLATE "C",
    provable BOOLEAN NOT NULL,
    detail TEXT COLLATE "C" NOT NULL,
    first_seen BIGINT NOT NULL,
    last_seen BIGINT NOT NULL,
    resolved_at BIGINT,
    times_seen BIGINT NOT NULL,
    first_scan_id BIGINT NOT NULL,
    last_scan_id BIGINT NOT NULL,
    resolved_scan_id BIGINT,
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
    connection_name TEXT COLLATE "C" NOT NULL,
    namespace TEXT COLLATE "C" NOT NULL,
    turns BIGINT NOT NULL,
    PRIMARY KEY (connection_name, namespace)
);
