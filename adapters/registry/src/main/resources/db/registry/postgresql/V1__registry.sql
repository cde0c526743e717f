-- Times are milliseconds since 1970 UTC. A namespace is dotted SQL text, levels quoted where needed.

-- a table that is ours, on a connection; names compare by code point, folded_name is the name without its case
CREATE TABLE registration (
    registration_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    connection_name TEXT COLLATE "C" NOT NULL,
    catalog_name TEXT COLLATE "C" NOT NULL,
    namespace TEXT COLLATE "C" NOT NULL,
    table_name TEXT COLLATE "C" NOT NULL,
    folded_name TEXT COLLATE "C" NOT NULL,
    location TEXT COLLATE "C" NOT NULL,
    source_kind TEXT COLLATE "C" NOT NULL CHECK (source_kind IN ('file', 'resource', 'webhook')),
    source_id TEXT COLLATE "C",
    registered_by TEXT COLLATE "C" NOT NULL,
    registered_at BIGINT NOT NULL,
    last_error TEXT COLLATE "C",
    UNIQUE (connection_name, catalog_name, namespace, table_name)
);
CREATE INDEX registration_folded ON registration (connection_name, catalog_name, namespace, folded_name);
CREATE INDEX registration_source ON registration (source_kind, source_id);

-- a stored file; path_key is its directory's path without the last slash
CREATE TABLE source (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source_kind TEXT COLLATE "C" NOT NULL CHECK (source_kind IN ('file', 'resource', 'webhook')),
    source_id TEXT COLLATE "C" NOT NULL,
    object_location TEXT COLLATE "C" NOT NULL,
    directory TEXT COLLATE "C" NOT NULL,
    path_key TEXT COLLATE "C" NOT NULL,
    registered_by TEXT COLLATE "C" NOT NULL,
    registered_at BIGINT NOT NULL,
    UNIQUE (source_kind, source_id)
);
CREATE INDEX source_path ON source (path_key);
