-- who writes a table, and how its snapshots tell; the UUID is the one the table had when the sink was registered
CREATE TABLE table_sink (
    sink_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    catalog_name TEXT COLLATE "C" NOT NULL,
    namespace TEXT COLLATE "C" NOT NULL,
    table_name TEXT COLLATE "C" NOT NULL,
    table_uuid TEXT COLLATE "C",
    engine TEXT COLLATE "C",
    application TEXT COLLATE "C",
    description TEXT COLLATE "C" NOT NULL,
    registered_by TEXT COLLATE "C" NOT NULL,
    registered_at BIGINT NOT NULL
);
CREATE INDEX table_sink_table ON table_sink (catalog_name, namespace, table_name);
