-- Times are milliseconds since 1970 UTC. A namespace is dotted SQL text, levels quoted where needed.

-- a table as somebody wants it: JSON text; names compare by code point
CREATE TABLE desired_table (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    catalog_name TEXT COLLATE "C" NOT NULL,
    namespace TEXT COLLATE "C" NOT NULL,
    table_name TEXT COLLATE "C" NOT NULL,
    desired TEXT COLLATE "C" NOT NULL,
    declared_by TEXT COLLATE "C" NOT NULL,
    declared_at BIGINT NOT NULL,
    UNIQUE (catalog_name, namespace, table_name)
);
