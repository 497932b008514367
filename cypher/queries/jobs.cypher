// A profile is held by a write to its node before anything is looked at that depends on it: of two
// that want the same, one then sees what the other one did. Where the planner is told which index
// to use, it would else go through all jobs of a profile. A CASE keeps it from making two searches
// of an OR.

// name: queue_job
// A new job, unless its slot was ever used or one like it waits already.
<<hold_profile>>
WITH $job AS row
CALL (row) {
    WITH row AS new
    WHERE CASE
        WHEN new.slot IS NOT NULL THEN NOT EXISTS {
            MATCH (w:Job)
            WHERE w.profile_id = $profile AND w.kind = new.kind AND w.slot = new.slot }
        WHEN new.subject_id IS NOT NULL THEN NOT EXISTS {
            MATCH (w:Job)
            WHERE w.profile_id = $profile AND w.subject_id = new.subject_id
              AND w.kind = new.kind AND w.state = 'queued' AND w.slot IS NULL }
        ELSE NOT EXISTS {
            MATCH (w:Job)
            USING INDEX w:Job(profile_id, state, kind, due_at, id)
            WHERE w.profile_id = $profile AND w.state = 'queued' AND w.kind = new.kind
              AND w.due_at IS NOT NULL AND w.id IS NOT NULL
              AND w.subject_id IS NULL AND w.slot IS NULL } END
    CREATE (j:Job) SET j = new
    RETURN collect(<<job>>) AS made }
RETURN made

// name: lock_profile
// Hold a profile until the transaction ends, and give the fence of its last lease.
<<hold_profile>>
WITH p
RETURN coalesce(p.fence, 0)

// name: find_due
// The profile of the job to do next, of those that nobody holds, and whether that is certain: only
// the first jobs of each kind are looked at, and all of them may be those of profiles that are
// held. A job from the future was made under a clock that ran ahead, and so is due.
UNWIND $kinds AS kind
CALL (kind) {
    UNWIND ['queued', 'leased'] AS state
    CALL (kind, state) {
        MATCH (j:Job)
        USING INDEX j:Job(state, kind, due_at, id, profile_id)
        WHERE j.state = state AND j.kind = kind.name AND j.due_at <= $now
          AND j.id IS NOT NULL AND j.profile_id IS NOT NULL
        WITH j ORDER BY j.state, j.kind, j.due_at, j.id LIMIT $window
        OPTIONAL MATCH (p:Profile {id: j.profile_id})
        WHERE p.leased_until IS NULL OR p.leased_until <= $now
        WITH j, p ORDER BY j.due_at, j.id
        RETURN collect(CASE WHEN p IS NOT NULL THEN j END)[0] AS j, count(*) = $window AS is_full }
    RETURN j, j IS NULL AND is_full AS is_unsure
    UNION ALL
    MATCH (j:Job)
    WHERE j.created_at > $now AND j.state IN ['queued', 'leased'] AND j.kind = kind.name
    MATCH (p:Profile {id: j.profile_id}) WHERE p.leased_until IS NULL OR p.leased_until <= $now
    RETURN j, false AS is_unsure }
WITH kind, j, is_unsure ORDER BY kind.urgency, j.due_at, j.id
WITH collect(j.profile_id)[0] AS profile_id, max(CASE WHEN is_unsure THEN 1 ELSE 0 END) AS unsure
RETURN profile_id, unsure = 0

// name: find_due_of_all
// The same by looking at all profiles.
MATCH (p:Profile)
WHERE p.id IS NOT NULL AND (p.leased_until IS NULL OR p.leased_until <= $now)
CALL (p) {
    <<first_due>> }
RETURN p.id ORDER BY urgency, due_at, job_id LIMIT 1

// name: take_lease
// Hold a profile that nobody holds and that has a job to do; older leases are worth nothing from
// now on. Gives the new fence, and the kind of the job to do next.
<<hold_profile>>
WITH p WHERE (p.leased_until IS NULL OR p.leased_until <= $now)
  AND NOT EXISTS { MATCH (s:Store {name: 'store'}) WHERE s.copying IS NOT NULL }
CALL (p) {
    <<first_due>> }
SET p.fence = coalesce(p.fence, 0) + 1, p.leased_until = $until, p.leased_by = $holder
RETURN p.fence, name

// name: requeue_leased
// What a lost lease held.
MATCH (j:Job)
USING INDEX j:Job(profile_id, state, kind, due_at, id)
WHERE j.profile_id = $profile AND j.state = 'leased' AND j.kind IS NOT NULL
  AND j.due_at IS NOT NULL AND j.id IS NOT NULL
SET j.state = 'queued', j.fence = null

// name: lease_jobs
// The due jobs of one kind, oldest first.
CALL () {
    MATCH (j:Job)
    USING INDEX j:Job(profile_id, state, kind, due_at, id)
    WHERE j.profile_id = $profile AND j.state = 'queued' AND j.kind = $kind
      AND j.due_at <= $now AND j.id IS NOT NULL
    RETURN j ORDER BY j.profile_id, j.state, j.kind, j.due_at, j.id LIMIT $limit
    UNION
    MATCH (j:Job)
    WHERE j.profile_id = $profile AND j.created_at > $now AND j.id IS NOT NULL
      AND j.state = 'queued' AND j.kind = $kind
    RETURN j }
WITH j ORDER BY j.due_at, j.id LIMIT $limit
SET j.state = 'leased', j.attempts = j.attempts + 1, j.fence = $fence
RETURN <<job>>

// name: mark_done
// The jobs of a lease; what is done already gets its summary.
UNWIND $ids AS id
MATCH (j:Job {profile_id: $profile, id: id})
WHERE j.fence = $fence AND j.state IN ['leased', 'done']
SET j.state = 'done', j.reason = null, j.finished_at = coalesce(j.finished_at, $at),
    j.summary = coalesce($summary, j.summary)

// name: forget_jobs
// What was done long ago.
MATCH (j:Job)
WHERE j.profile_id = $profile AND j.finished_at < $before AND j.state = 'done'
DELETE j

// name: forget_keys
// Keys that nobody sends any more.
MATCH (k:RequestKey) WHERE k.profile_id = $profile AND k.created_at < $before DELETE k

// name: fail_job
// Back into the queue, or among the dead.
MATCH (j:Job {profile_id: $profile, id: $id}) WHERE j.state = 'leased'
SET j.state = CASE WHEN $retry_at IS NULL THEN 'dead' ELSE 'queued' END, j.fence = null,
    j.reason = $reason, j.due_at = coalesce($retry_at, j.due_at),
    j.finished_at = CASE WHEN $retry_at IS NULL THEN $now END

// name: release
// Give the profile free, if this lease still holds it. What was not finished waits again, as if
// it had not been tried.
<<hold_profile>>
WITH p WHERE p.fence = $fence
SET p.leased_until = null
WITH p
MATCH (j:Job)
USING INDEX j:Job(profile_id, state, kind, due_at, id)
WHERE j.profile_id = p.id AND j.state = 'leased' AND j.kind IS NOT NULL
  AND j.due_at IS NOT NULL AND j.id IS NOT NULL AND j.fence = $fence
SET j.state = 'queued', j.attempts = j.attempts - 1, j.fence = null

// name: find_unsure
// The fence of a lease that was asked for by this name and up to this instant, if it was given.
MATCH (p:Profile {id: $profile})
WHERE p.leased_until = $until AND coalesce(p.leased_by, '') = coalesce($holder, '')
RETURN p.fence

// name: free_held
// What the process of this name held when it ended.
MATCH (p:Profile) WHERE p.id IS NOT NULL AND p.leased_by = $holder
SET p.leased_until = null, p.leased_by = null

// name: list_jobs
// Newest first, after the cursor.
MATCH (p:Profile {id: $profile})
RETURN COLLECT {
    MATCH (j:Job)
    WHERE j.profile_id = $profile AND j.created_at <= $before AND j.id IS NOT NULL
      AND CASE WHEN j.created_at = $before THEN j.id < $before_id ELSE true END
      AND ($state IS NULL OR j.state = $state)
    RETURN <<job>> ORDER BY j.profile_id DESC, j.created_at DESC, j.id DESC LIMIT $limit }

// name: retry_jobs
// Dead jobs wait again, all or one; how many.
<<hold_profile>>
WITH p
CALL (p) {
    MATCH (j:Job)
    USING INDEX j:Job(profile_id, state, kind, due_at, id)
    WHERE j.profile_id = p.id AND j.state = 'dead' AND j.kind IS NOT NULL
      AND j.due_at IS NOT NULL AND j.id IS NOT NULL AND ($id IS NULL OR j.id = $id)
    SET j.state = 'queued', j.attempts = 0, j.reason = null, j.finished_at = null, j.due_at = $at
    RETURN count(j) AS found }
RETURN found

// name: count_jobs
// Jobs of all profiles that are not done.
UNWIND ['queued', 'leased', 'dead'] AS state
MATCH (j:Job)
USING INDEX j:Job(state, kind, due_at, id, profile_id)
WHERE j.state = state AND j.kind IS NOT NULL AND j.due_at IS NOT NULL AND j.id IS NOT NULL
  AND j.profile_id IS NOT NULL
RETURN state, count(*)
