-- CROSS JOIN keeps the order of the tables: without statistics SQLite takes one profile for
-- a handful of rows, and would rather read all of it than look up one id after another.

-- name: list_of_sources
-- What these sources say now.
SELECT e.target_id, e.source_id, e.at, e.day, e.strength, e.ended
FROM json_each(:ids) asked
CROSS JOIN evidence e INDEXED BY evidence_source
    ON e.profile = :profile AND e.source_id = asked.value
ORDER BY e.source_id, e.at, e.target_id

-- name: list_rows_before
-- Each target's last day before the one given with it; pairs are [target, day].
SELECT d.target_id, d.day, d.at, d.strength, d.weight_after, d.ended
FROM json_each(:days) pair
CROSS JOIN day_row d ON d.profile = :profile AND d.target_id = pair.value ->> 0
                    AND d.day = (
    SELECT day FROM day_row INDEXED BY day_row_at
    WHERE profile = :profile AND target_id = pair.value ->> 0 AND day < pair.value ->> 1
    ORDER BY at DESC, day DESC LIMIT 1)

-- name: list_rows_from
-- Each target's days from the one given with it on, in order of time.
SELECT d.target_id, d.day, d.at, d.strength, d.weight_after, d.ended
FROM json_each(:days) pair
CROSS JOIN day_row d ON d.profile = :profile AND d.target_id = pair.value ->> 0
                    AND d.day >= pair.value ->> 1
ORDER BY d.target_id, d.at, d.day

-- name: list_evidence_from
-- The evidence of those days. It is found by time: no day begins before the noon that
-- precedes it in UTC (719163 is 1970-01-01, the widest offset is 14 hours).
SELECT e.target_id, e.source_id, e.at, e.day, e.strength, e.ended
FROM json_each(:days) pair
CROSS JOIN evidence e INDEXED BY evidence_at
    ON e.profile = :profile AND e.target_id = pair.value ->> 0
   AND e.at >= ((pair.value ->> 1) - 719164) * 86400000000
WHERE e.day >= pair.value ->> 1
ORDER BY e.target_id, e.at, e.source_id

-- name: list_siblings
-- All relations of these subjects with one of these predicates.
SELECT r.* FROM json_each(:ids) asked CROSS JOIN json_each(:predicates) wanted
CROSS JOIN relation_row r ON r.profile = :profile AND r.subject_id = asked.value
                         AND r.predicate = wanted.value
ORDER BY r.id
