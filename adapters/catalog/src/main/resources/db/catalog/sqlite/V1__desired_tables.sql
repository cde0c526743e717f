-- Times are milliseconds since 1970 UTC. A namespace is dotted SQL text, levels quoted where needed.

-- a table as somebody wants it: JSON text; names compare by code point
CREATE TABLE desired_table (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    catalog_name TEXT NOT NULL,
    namespace TEXT NOT NULL,
    table_name TEXT NOT NULL,
    desired TEXT NOT NULL,
    declared_by TEXT NOT NULL,
    declared_at INTEGER NOT NULL,
    UNIQUE (catalog_name, namespace, table_name)
);
