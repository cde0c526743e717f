-- Times are milliseconds since 1970 UTC. A namespace is dotted SQL text, levels quoted where needed.

-- a table that is ours, on a connection; names compare by code point, folded_name is the name without its case
CREATE TABLE registration (
    registration_id TEXT NOT NULL PRIMARY KEY,
    connection_name TEXT NOT NULL,
    catalog_name TEXT NOT NULL,
    namespace TEXT NOT NULL,
    table_name TEXT NOT NULL,
    folded_name TEXT NOT NULL,
    location TEXT NOT NULL,
    source_kind TEXT NOT NULL CHECK (source_kind IN ('file', 'resource', 'webhook')),
    source_id TEXT,
    registered_by TEXT NOT NULL,
    registered_at INTEGER NOT NULL,
    last_error TEXT,
    UNIQUE (connection_name, catalog_name, namespace, table_name)
);
CREATE INDEX registration_folded ON registration (connection_name, catalog_name, namespace, folded_name);
CREATE INDEX registration_source ON registration (source_kind, source_id);

-- a stored file; path_key is its directory's path without the last slash
CREATE TABLE source (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    source_kind TEXT NOT NULL CHECK (source_kind IN ('file', 'resource', 'webhook')),
    source_id TEXT NOT NULL,
    object_location TEXT NOT NULL,
    directory TEXT NOT NULL,
    path_key TEXT NOT NULL,
    registered_by TEXT NOT NULL,
    registered_at INTEGER NOT NULL,
    UNIQUE (source_kind, source_id)
);
CREATE INDEX source_path ON source (path_key);
