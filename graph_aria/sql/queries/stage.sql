-- name: read_stage
-- The dial that is in the making.
SELECT stage_rate, stage_threshold FROM profile WHERE key = ? AND stage_rate IS NOT NULL

-- name: begin_stage
-- Note the dial.
UPDATE profile SET stage_rate = :rate, stage_threshold = :threshold WHERE key = :profile

-- name: end_stage
-- None is in the making.
UPDATE profile SET stage_rate = NULL, stage_threshold = NULL WHERE key = ?

-- name: mark_all
-- Every target with evidence is to be replayed.
INSERT INTO unstaged (profile, target_id)
SELECT DISTINCT profile, target_id FROM evidence WHERE profile = :profile

-- name: hand_out
-- The next targets whose evidence goes out.
UPDATE unstaged SET handed = 1
WHERE profile = :profile AND target_id IN (
    SELECT target_id FROM unstaged WHERE profile = :profile ORDER BY target_id LIMIT :limit)

-- name: list_handed
-- All evidence of these targets.
SELECT e.target_id, e.source_id, e.at, e.day, e.strength, e.ended
FROM (SELECT target_id FROM unstaged WHERE profile = :profile ORDER BY target_id LIMIT :limit) u
CROSS JOIN evidence e ON e.profile = :profile AND e.target_id = u.target_id
ORDER BY e.target_id, e.at, e.source_id

-- name: take_back
-- The target is replayed, unless it was changed since it was handed out.
DELETE FROM unstaged WHERE profile = ? AND target_id = ? AND handed = 1 RETURNING target_id

-- name: stage_standing
-- Where the target will stand.
INSERT OR REPLACE INTO staged_standing VALUES (?, ?, ?, ?, ?)

-- name: stage_day
-- A day as it will be.
INSERT OR REPLACE INTO staged_day VALUES (?, ?, ?, ?, ?, ?, ?)

-- name: drop_staged_standing
-- The target was changed.
DELETE FROM staged_standing WHERE profile = ? AND target_id = ?

-- name: drop_staged_days
-- The target was changed.
DELETE FROM staged_day WHERE profile = ? AND target_id = ?

-- name: drop_unstaged
-- The target may be gone.
DELETE FROM unstaged WHERE profile = ? AND target_id = ?

-- name: mark_unstaged
-- If it is not gone, it is to be replayed again.
INSERT INTO unstaged (profile, target_id)
SELECT profile, target_id FROM evidence WHERE profile = ? AND target_id = ? LIMIT 1

-- name: find_unstaged
-- Whether anything is left to replay.
SELECT 1 FROM unstaged WHERE profile = ? LIMIT 1

-- name: drop_days
-- The present days of what was replayed.
DELETE FROM day_row
WHERE profile = :profile
  AND target_id IN (SELECT target_id FROM staged_standing WHERE profile = :profile)

-- name: take_days
-- The new ones in their place.
INSERT INTO day_row SELECT * FROM staged_day WHERE profile = :profile

-- name: take_entities
-- Where entities stand now. The stamp of the pass stays where nothing fades otherwise.
UPDATE entity
SET weight = s.weight, heat = s.heat, fades_at = s.fades_at,
    archived_at = CASE WHEN archived_at = s.fades_at THEN archived_at END
FROM staged_standing s
WHERE s.profile = :profile AND entity.profile = s.profile AND entity.id = s.target_id

-- name: take_relations
-- Where relations stand now.
UPDATE relation
SET weight = s.weight, heat = s.heat, fades_at = s.fades_at,
    archived_at = CASE WHEN archived_at = s.fades_at THEN archived_at END
FROM staged_standing s
WHERE s.profile = :profile AND relation.profile = s.profile AND relation.id = s.target_id

-- name: set_dial
-- The dial, and chapters from the first day on to be derived again. Another dial that was
-- asked for meanwhile is wanted still.
UPDATE profile
SET rate_per_day = :rate, threshold = :threshold, version = version + 1,
    wanted_rate = iif(wanted_rate = :rate AND wanted_threshold = :threshold, NULL, wanted_rate),
    wanted_threshold = iif(wanted_rate = :rate AND wanted_threshold = :threshold, NULL,
                           wanted_threshold),
    chapters_from = (SELECT min(day) FROM day_row WHERE profile = :profile)
WHERE key = :profile

-- name: clear_standings
-- The stage is empty.
DELETE FROM staged_standing WHERE profile = ?

-- name: clear_days
-- The stage is empty.
DELETE FROM staged_day WHERE profile = ?

-- name: clear_unstaged
-- The stage is empty.
DELETE FROM unstaged WHERE profile = ?
