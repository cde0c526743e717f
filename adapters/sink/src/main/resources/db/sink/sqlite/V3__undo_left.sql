-- whether what would undo a run is to be dropped and still there: its destination did not answer
ALTER TABLE sink_run ADD COLUMN undo_left INTEGER NOT NULL DEFAULT 0;
CREATE INDEX sink_run_undo_left ON sink_run (sink_id) WHERE undo_left = 1;
