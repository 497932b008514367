-- name: list_of_sources
-- What these sources say now.
SELECT target_id, source_id, at, day, strength, ended FROM evidence
WHERE profile = ? AND source_id IN (SELECT value FROM json_each(?))
ORDER BY source_id, at, target_id

-- name: list_rows_before
-- Each target's last day before the one given with it; pairs are [target, day].
SELECT d.target_id, d.day, d.at, d.strength, d.weight_after, d.ended
FROM json_each(:days) pair
JOIN day_row d ON d.profile = :profile AND d.target_id = pair.value ->> 0
WHERE d.day = (
    SELECT day FROM day_row
    WHERE profile = :profile AND target_id = pair.value ->> 0 AND day < pair.value ->> 1
    ORDER BY at DESC, day DESC LIMIT 1)

-- name: list_rows_from
-- Each target's days from the one given with it on, in order of time.
SELECT d.target_id, d.day, d.at, d.strength, d.weight_after, d.ended
FROM json_each(:days) pair
JOIN day_row d ON d.profile = :profile AND d.target_id = pair.value ->> 0
              AND d.day >= pair.value ->> 1
ORDER BY d.target_id, d.at, d.day

-- name: list_evidence_from
-- The evidence of those days. It is found by time: no day begins before the noon that
-- precedes it in UTC (719163 is 1970-01-01, the widest offset is 14 hours).
SELECT e.target_id, e.source_id, e.at, e.day, e.strength, e.ended
FROM json_each(:days) pair
JOIN evidence e ON e.profile = :profile AND e.target_id = pair.value ->> 0
               AND e.at >= ((pair.value ->> 1) - 719164) * 86400000000
WHERE e.day >= pair.value ->> 1
ORDER BY e.target_id, e.at, e.source_id

-- name: list_siblings
-- All relations of these subjects with one of these predicates.
SELECT * FROM relation_row
WHERE profile = :profile AND subject_id IN (SELECT value FROM json_each(:ids))
  AND predicate IN (SELECT value FROM json_each(:predicates))
ORDER BY id
