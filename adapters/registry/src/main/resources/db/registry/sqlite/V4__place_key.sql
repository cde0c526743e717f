-- what a registration's place is found by: the path of its location without slashes at its end, as Location reads it;
-- computed when the index is written and looked up, so that rows do not grow
ALTER TABLE registration ADD COLUMN place_key TEXT GENERATED ALWAYS AS (
    rtrim(
        CASE
            WHEN instr(location, ':') < 2
                OR location GLOB '[^a-zA-Z]*'
                OR substr(location, 1, instr(location, ':') - 1) GLOB '*[^a-zA-Z0-9+.-]*'
                THEN location
            WHEN substr(location, instr(location, ':') + 1, 2) <> '//'
                THEN substr(location, instr(location, ':') + 1)
            WHEN instr(substr(location, instr(location, ':') + 3), '/') = 0
                THEN ''
            ELSE substr(
                substr(location, instr(location, ':') + 3),
                instr(substr(location, instr(location, ':') + 3), '/'))
        END,
        '/')
) VIRTUAL;
CREATE INDEX registration_place ON registration (place_key);
