-- the UUID the table had when it was registered; NULL where none was recorded
ALTER TABLE registration ADD COLUMN table_uuid TEXT;
