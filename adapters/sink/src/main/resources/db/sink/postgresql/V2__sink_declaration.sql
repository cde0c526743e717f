-- a sink that SQL declared; settings are JSON, as the configuration file has them below the sink's id, and may hold a password
CREATE TABLE sink_declaration (
    sink_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    settings TEXT NOT NULL,
    declared_by TEXT COLLATE "C" NOT NULL,
    declared_at BIGINT NOT NULL
);
