-- name: list_evidence
-- Evidence of one target, newest first, after the cursor.
SELECT target_id, source_id, at, day, strength, ended FROM evidence
WHERE profile = :profile AND target_id = :target_id
  AND at <= ifnull(:before_at, 9223372036854775807)
  AND (:before_at IS NULL OR (at, source_id) < (:before_at, :before_id))
ORDER BY at DESC, source_id DESC LIMIT :limit

-- name: list_rulings_by_ids
-- The rulings among these ids.
SELECT id, verb, target_id, at, day, other_id, value, subject_id, predicate, object_id, mention_ids
FROM ruling WHERE profile = :profile AND id IN (SELECT value FROM json_each(:ids))

-- name: get_relation
-- The relation, if the target is one.
SELECT * FROM relation_row WHERE profile = ? AND id = ?

-- name: list_mention_spans
-- Where these entries speak of an entity, or of one that was merged into it.
WITH RECURSIVE same (id) AS (
    SELECT :target_id
    UNION
    SELECT e.id FROM same CROSS JOIN entity e ON e.profile = :profile AND e.merged_into = same.id
)
SELECT entry_id, starts, ends FROM mention
WHERE profile = :profile AND entry_id IN (SELECT value FROM json_each(:ids))
  AND state = 'live' AND strength > 0 AND entity_id IN (SELECT id FROM same)

-- name: list_assertion_spans
-- Where these entries state a relation; its ends may have been merged since.
WITH RECURSIVE subjects (id) AS (
    SELECT :subject_id
    UNION
    SELECT e.id FROM subjects CROSS JOIN entity e ON e.profile = :profile
     AND e.merged_into = subjects.id
), objects (id) AS (
    SELECT :object_id
    UNION
    SELECT e.id FROM objects CROSS JOIN entity e ON e.profile = :profile
     AND e.merged_into = objects.id
), said AS (
    SELECT a.entry_id, a.starts, a.ends,
           CASE WHEN a.subject_id IS NULL THEN :user_id ELSE s.entity_id END AS subject_id,
           CASE WHEN a.object_id IS NULL THEN :user_id ELSE o.entity_id END AS object_id
    FROM assertion a
    LEFT JOIN mention s ON s.profile = a.profile AND s.entry_id = a.entry_id
                       AND s.id = a.subject_id
    LEFT JOIN mention o ON o.profile = a.profile AND o.entry_id = a.entry_id AND o.id = a.object_id
    WHERE a.profile = :profile AND a.entry_id IN (SELECT value FROM json_each(:ids))
      AND a.predicate = :predicate AND a.state = 'live' AND a.polarity = 'asserted'
      AND ifnull(s.state, 'live') = 'live' AND ifnull(o.state, 'live') = 'live'
)
SELECT entry_id, starts, ends FROM said
WHERE (subject_id IN (SELECT id FROM subjects) AND object_id IN (SELECT id FROM objects))
   OR (:symmetric AND subject_id IN (SELECT id FROM objects)
       AND object_id IN (SELECT id FROM subjects))

-- name: list_last_rows
-- Each target's last whole day at an instant.
SELECT d.target_id, d.day, d.at, d.strength, d.weight_after, d.ended
FROM json_each(:ids) asked
CROSS JOIN day_row d ON d.profile = :profile AND d.target_id = asked.value AND d.day = (
    SELECT day FROM day_row
    WHERE profile = :profile AND target_id = asked.value AND at <= :at
    ORDER BY at DESC, day DESC LIMIT 1)

-- name: list_unfinished
-- Evidence up to an instant of days that end after it; a local day lasts 25 hours at most,
-- and two zones of one day lie at most 26 hours apart.
SELECT e.target_id, e.source_id, e.at, e.day, e.strength, e.ended
FROM json_each(:ids) asked
CROSS JOIN evidence e INDEXED BY evidence_at
    ON e.profile = :profile AND e.target_id = asked.value
   AND e.at <= :at AND e.at > :at - 259200000000
CROSS JOIN day_row d ON d.profile = :profile AND d.target_id = e.target_id AND d.day = e.day
WHERE d.at > :at
ORDER BY e.target_id, e.at, e.source_id

-- name: list_theme_days
-- Days of themes in a stretch of days, and of each of these themes its last day before.
WITH inside AS (
    SELECT d.target_id, d.day, d.at, d.strength, d.weight_after, d.ended
    FROM day_row d CROSS JOIN entity e ON e.profile = d.profile AND e.id = d.target_id
    WHERE d.profile = :profile AND d.day BETWEEN :since AND :until
      AND e.merged_into IS NULL AND e.is_user = 0
      AND e.kind IN (SELECT value FROM json_each(:kinds))
)
SELECT * FROM inside
UNION ALL
SELECT b.target_id, b.day, b.at, b.strength, b.weight_after, b.ended
FROM (SELECT DISTINCT target_id FROM inside) theme
CROSS JOIN day_row b ON b.profile = :profile AND b.target_id = theme.target_id
WHERE b.day = (
    SELECT day FROM day_row
    WHERE profile = :profile AND target_id = theme.target_id AND day < :since
    ORDER BY at DESC, day DESC LIMIT 1)
ORDER BY at, target_id

-- name: list_relation_days
-- Days of relations in a stretch of days, in order of relation and time.
SELECT d.target_id, d.day, d.at, d.strength, d.weight_after, d.ended, r.*
FROM day_row d CROSS JOIN relation_row r ON r.profile = d.profile AND r.id = d.target_id
WHERE d.profile = :profile AND d.day BETWEEN :since AND :until AND r.subject_id <> r.object_id
ORDER BY d.target_id, d.at, d.day

-- name: list_entity_days
-- Days of entities in a stretch of days, in order of entity and time.
SELECT d.target_id, d.day, d.at, d.strength, d.weight_after, d.ended, e.*
FROM day_row d CROSS JOIN entity_row e ON e.profile = d.profile AND e.id = d.target_id
WHERE d.profile = :profile AND d.day BETWEEN :since AND :until
  AND e.merged_into IS NULL AND e.is_user = 0
ORDER BY d.target_id, d.at, d.day
