-- what a registration's place is found by: the path of its location without slashes at its end, as Location reads it; by
-- hash, since a location may be longer than an ordered index takes
ALTER TABLE registration ADD COLUMN place_key TEXT COLLATE "C" GENERATED ALWAYS AS (
    rtrim(regexp_replace(location, '^[a-zA-Z][a-zA-Z0-9+.-]*:(//[^/]*)?', ''), '/')
) STORED;
CREATE INDEX registration_place ON registration USING hash (place_key);
