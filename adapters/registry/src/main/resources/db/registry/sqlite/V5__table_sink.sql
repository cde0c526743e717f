-- who writes a table, and how its snapshots tell; the UUID is the one the table had when the sink was registered
CREATE TABLE table_sink (
    sink_id TEXT NOT NULL PRIMARY KEY,
    catalog_name TEXT NOT NULL,
    namespace TEXT NOT NULL,
    table_name TEXT NOT NULL,
    table_uuid TEXT,
    engine TEXT,
    application TEXT,
    description TEXT NOT NULL,
    registered_by TEXT NOT NULL,
    registered_at INTEGER NOT NULL
);
CREATE INDEX table_sink_table ON table_sink (catalog_name, namespace, table_name);
