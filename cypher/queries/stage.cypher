// name: read_stage
// Hold the profile; the dial that is in the making.
<<hold_profile>>
RETURN p.stage_rate, p.stage_threshold

// name: begin_stage
// Note the dial.
MATCH (p:Profile {id: $profile}) SET p.stage_rate = $rate, p.stage_threshold = $threshold

// name: end_stage
// None is in the making.
MATCH (p:Profile {id: $profile}) SET p.stage_rate = null, p.stage_threshold = null

// name: mark_all
// Every target with evidence is to be replayed.
MATCH (v:Evidence) WHERE v.profile_id = $profile AND v.source_id IS NOT NULL
WITH DISTINCT v.target_id AS target_id
CREATE (:Unstaged {profile_id: $profile, target_id: target_id, handed: false})

// name: hand_out
// The next targets, whose evidence goes out.
MATCH (u:Unstaged) WHERE u.profile_id = $profile AND u.target_id IS NOT NULL
WITH u ORDER BY u.profile_id, u.target_id LIMIT $limit
SET u.handed = true
RETURN u.target_id

// name: list_handed
// All evidence of these targets.
UNWIND $targets AS target_id
MATCH (v:Evidence) WHERE v.profile_id = $profile AND v.target_id = target_id AND v.at IS NOT NULL
RETURN <<evidence>> ORDER BY v.target_id, v.at, v.source_id

// name: take_back
// Of these targets the ones that were not changed since they were handed out.
UNWIND $targets AS target_id
MATCH (u:Unstaged {profile_id: $profile, target_id: target_id}) WHERE u.handed
WITH u, u.target_id AS id
DELETE u
RETURN id

// name: stage_standings
// Where targets will stand.
UNWIND $standings AS row
MERGE (s:StagedStanding {profile_id: $profile, target_id: row.target_id}) SET s = row

// name: stage_days
// Days as they will be.
UNWIND $days AS row
MERGE (s:StagedDay {profile_id: $profile, target_id: row.target_id, day: row.day})
SET s = row

// name: unstage
// Targets that were changed, or are gone.
UNWIND $targets AS target_id
CALL (target_id) {
    MATCH (s:StagedDay) WHERE s.profile_id = $profile AND s.target_id = target_id
      AND s.day IS NOT NULL
    DELETE s }
CALL (target_id) {
    MATCH (s:StagedStanding {profile_id: $profile, target_id: target_id}) DELETE s }
CALL (target_id) {
    MATCH (u:Unstaged {profile_id: $profile, target_id: target_id}) DELETE u }

// name: mark_unstaged
// Those of them that are still there are to be replayed again.
UNWIND $targets AS target_id
MATCH (v:Evidence) WHERE v.profile_id = $profile AND v.target_id = target_id
  AND v.source_id IS NOT NULL
WITH DISTINCT target_id
CREATE (:Unstaged {profile_id: $profile, target_id: target_id, handed: false})

// name: find_unstaged
// Whether anything is left to replay.
MATCH (u:Unstaged) WHERE u.profile_id = $profile AND u.target_id IS NOT NULL
RETURN 1 LIMIT 1

// name: take_days
// The staged days in the place of the present ones. The days themselves do not depend on the
// dial: only the weight after each does.
MATCH (s:StagedDay) WHERE s.profile_id = $profile AND s.target_id IS NOT NULL
  AND s.day IS NOT NULL
MATCH (d:DayRow {profile_id: $profile, target_id: s.target_id, day: s.day})
SET d.weight_after = s.weight_after
DELETE s

// name: take_entities
// Where entities stand now. The stamp of the pass stays where nothing fades otherwise.
MATCH (s:StagedStanding) WHERE s.profile_id = $profile AND s.target_id IS NOT NULL
MATCH (e:Entity {profile_id: $profile, id: s.target_id})
SET e.archived_at = CASE WHEN e.archived_at = s.fades_at THEN e.archived_at END,
    e.ref_weight = s.weight, e.heat = s.heat, e.fades_at = s.fades_at, e.weight = s.shown
SET e.due_at = CASE WHEN e.archived_at IS NULL AND e.fades_at > e.ref_at AND e.pinned IS NULL
                     AND e.merged_into IS NULL AND NOT e.is_user
                    THEN e.fades_at END

// name: take_relations
// Where relations stand now. What is staged is collected first: the planner would else join it
// with a walk through the whole store.
MATCH (s:StagedStanding) WHERE s.profile_id = $profile AND s.target_id IS NOT NULL
WITH collect(s) AS staged
UNWIND staged AS s
MATCH ()-[r:<<types>>]->() WHERE r.profile_id = $profile AND r.id = s.target_id
SET r.archived_at = CASE WHEN r.archived_at = s.fades_at THEN r.archived_at END,
    r.ref_weight = s.weight, r.heat = s.heat, r.fades_at = s.fades_at, r.weight = s.shown
SET r.due_at = CASE WHEN r.archived_at IS NULL AND r.fades_at > r.ref_at AND r.ended_at IS NULL
                    THEN r.fades_at END

// name: set_dial
// The dial, and chapters from the first day on to be derived again. Another dial that was asked
// for meanwhile is wanted still.
MATCH (p:Profile {id: $profile})
OPTIONAL MATCH (d:DayRow) WHERE d.profile_id = $profile AND d.day IS NOT NULL
WITH p, min(d.day) AS first_on, p.wanted_rate = $rate AND p.wanted_threshold = $threshold AS met
SET p.rate_per_day = $rate, p.threshold = $threshold, p.version = p.version + 1,
    p.wanted_rate = CASE WHEN met THEN null ELSE p.wanted_rate END,
    p.wanted_threshold = CASE WHEN met THEN null ELSE p.wanted_threshold END,
    p.chapters_from = first_on

// name: clear_standings
// The stage is empty.
MATCH (s:StagedStanding) WHERE s.profile_id = $profile AND s.target_id IS NOT NULL DELETE s

// name: clear_days
// The stage is empty.
MATCH (s:StagedDay) WHERE s.profile_id = $profile AND s.target_id IS NOT NULL
  AND s.day IS NOT NULL
DELETE s

// name: clear_unstaged
// The stage is empty.
MATCH (u:Unstaged) WHERE u.profile_id = $profile AND u.target_id IS NOT NULL DELETE u
