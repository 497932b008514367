-- name: queue_job
-- A new job, unless its slot was ever used or one like it waits already.
INSERT INTO job (profile, id, kind, urgency, subject_id, slot, state, due_at, created_at)
SELECT :profile, :id, :kind, :urgency, :subject_id, :slot, 'queued', :due_at, :created_at
WHERE CASE WHEN :slot IS NULL
    THEN NOT EXISTS (SELECT 1 FROM job WHERE profile = :profile AND subject_id IS :subject_id
                     AND kind = :kind AND state = 'queued' AND slot IS NULL)
    ELSE NOT EXISTS (SELECT 1 FROM job WHERE profile = :profile AND kind = :kind AND slot = :slot)
END
RETURNING id, kind, subject_id, state, attempts, due_at, created_at, reason, finished_at, summary

-- name: read_fence
-- The fence of the profile's last lease.
SELECT fence FROM profile WHERE key = ?

-- name: find_due
-- The profile and kind of the job to do next: of a profile that nobody holds. A job from
-- the future was made under a clock that ran ahead, and so is due.
SELECT p.key, p.id, j.kind
FROM profile p JOIN job j ON j.seq = (
    SELECT seq FROM job
    WHERE profile = p.key AND state IN ('queued', 'leased')
      AND (due_at <= :now OR created_at > :now)
    ORDER BY urgency, due_at, id LIMIT 1)
WHERE p.leased_until IS NULL OR p.leased_until <= :now
ORDER BY j.urgency, j.due_at, j.id LIMIT 1

-- name: take_lease
-- Hold the profile; older leases are worth nothing from now on.
UPDATE profile SET fence = fence + 1, leased_until = :until WHERE key = :profile RETURNING fence

-- name: requeue_leased
-- What a lost lease held.
UPDATE job INDEXED BY job_leased SET state = 'queued', fence = NULL
WHERE profile = :profile AND state = 'leased'

-- name: lease_jobs
-- The due jobs of one kind, oldest first, with the attempts before this one.
UPDATE job SET state = 'leased', attempts = attempts + 1, fence = :fence
WHERE seq IN (
    SELECT seq FROM job
    WHERE profile = :profile AND kind = :kind AND state IN ('queued', 'leased')
      AND (due_at <= :now OR created_at > :now)
    ORDER BY due_at, id LIMIT :limit)
RETURNING id, kind, subject_id, state, attempts - 1, due_at, created_at, reason, finished_at, summary

-- name: mark_done
-- The jobs of a lease; what is done already gets its summary.
UPDATE job SET state = 'done', reason = NULL, finished_at = ifnull(finished_at, :at),
               summary = ifnull(:summary, summary)
WHERE profile = :profile AND fence = :fence AND state IN ('leased', 'done')
  AND id IN (SELECT value FROM json_each(:ids))

-- name: forget_jobs
-- What was done long ago.
DELETE FROM job INDEXED BY job_finished
WHERE profile = :profile AND state = 'done' AND finished_at < :before

-- name: fail_job
-- Back into the queue, or among the dead.
UPDATE job SET state = CASE WHEN :retry_at IS NULL THEN 'dead' ELSE 'queued' END, fence = NULL,
               reason = :reason, due_at = ifnull(:retry_at, due_at),
               finished_at = CASE WHEN :retry_at IS NULL THEN :now END
WHERE profile = :profile AND id = :id AND state = 'leased'

-- name: free_profile
-- Give the profile free, if this lease still holds it.
UPDATE profile SET leased_until = NULL WHERE id = :id AND fence = :fence RETURNING key

-- name: give_back
-- What was not finished waits again, as if it had not been tried.
UPDATE job INDEXED BY job_leased SET state = 'queued', attempts = attempts - 1, fence = NULL
WHERE profile = :profile AND state = 'leased' AND fence = :fence

-- name: list_jobs
-- Newest first, after the cursor.
SELECT id, kind, subject_id, state, attempts, due_at, created_at, reason, finished_at, summary
FROM job
WHERE profile = :profile AND (:state IS NULL OR state = :state)
  AND created_at <= ifnull(:before_at, 9223372036854775807)
  AND (:before_at IS NULL OR (created_at, id) < (:before_at, :before_id))
ORDER BY created_at DESC, id DESC LIMIT :limit

-- name: retry_jobs
-- Dead jobs wait again, all or one.
UPDATE job INDEXED BY job_dead SET state = 'queued', attempts = 0, reason = NULL, finished_at = NULL, due_at = :at
WHERE profile = :profile AND state = 'dead' AND (:id IS NULL OR id = :id)
RETURNING id

-- name: count_jobs
-- Jobs of all profiles that are not done.
SELECT state, count(*) FROM job WHERE state <> 'done' GROUP BY state

-- name: delete_jobs_of
-- Jobs about an entry that is gone.
DELETE FROM job WHERE profile = :profile AND subject_id = :entry_id
