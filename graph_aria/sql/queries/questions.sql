-- name: save_question
-- New, or in place of the one with its id.
INSERT INTO question (profile, id, one_id, other_id, reason, score, asked_at, answer, answered_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (profile, id) DO UPDATE
SET one_id = excluded.one_id, other_id = excluded.other_id, reason = excluded.reason,
    score = excluded.score, asked_at = excluded.asked_at, answer = excluded.answer,
    answered_at = excluded.answered_at

-- name: read_about
-- Questions about any of these entities.
SELECT id, one_id, other_id, reason, score, asked_at, answer, answered_at FROM question
WHERE profile = :profile AND id IN (
    SELECT q.id FROM json_each(:ids) asked
    CROSS JOIN question q INDEXED BY question_one
        ON q.profile = :profile AND q.one_id = asked.value
    UNION
    SELECT q.id FROM json_each(:ids) asked
    CROSS JOIN question q INDEXED BY question_other
        ON q.profile = :profile AND q.other_id = asked.value)
ORDER BY id

-- name: list_open
-- Those without an answer, newest first, after the cursor.
SELECT id, one_id, other_id, reason, score, asked_at, answer, answered_at FROM question
WHERE profile = :profile AND answer IS NULL
  AND asked_at <= :after_at AND (asked_at < :after_at OR id < :after_id)
ORDER BY asked_at DESC, id DESC LIMIT :limit

-- name: get_question
-- One by its id.
SELECT id, one_id, other_id, reason, score, asked_at, answer, answered_at FROM question
WHERE profile = ? AND id = ?
