-- Idempotency keys get their time, so that old ones can be forgotten. In meta there may be,
-- from now on, 'scrub_wanted': which deletion of a profile the file was not scrubbed after.

ALTER TABLE idempotency ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
UPDATE idempotency SET created_at = ifnull(
    (SELECT recorded_at FROM entry e
     WHERE e.profile = idempotency.profile AND e.id = idempotency.entry_id), 0);
CREATE INDEX idempotency_created ON idempotency (profile, created_at);
CREATE INDEX job_finished ON job (profile, finished_at) WHERE state = 'done';
