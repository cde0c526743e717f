-- those to be posted come in their order; those that were refused one by one, each at its time
DROP INDEX notice_pending;
CREATE INDEX notice_open ON notice (connection_name, state, notice_no) WHERE ended_at IS NULL;
CREATE INDEX notice_refused ON notice (connection_name, next_attempt_at) WHERE state = 'REFUSED' AND ended_at IS NULL;
