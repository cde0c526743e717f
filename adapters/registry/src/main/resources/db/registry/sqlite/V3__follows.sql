-- whether a registration moves with its source; those that do are few and looked for by connection
ALTER TABLE registration ADD COLUMN follows INTEGER NOT NULL DEFAULT 0;
CREATE INDEX registration_follows ON registration (connection_name, table_name) WHERE follows;
