-- name: list_chapters
-- Newest first, ties by id descending, after the cursor.
SELECT id, started_on, ended_on, then_shares, then_on, mood, n_entries FROM chapter
WHERE profile = :profile AND started_on <= ifnull(:before_on, 9223372036854775807)
  AND (:before_on IS NULL OR (started_on, id) < (:before_on, :before_id))
ORDER BY started_on DESC, id DESC LIMIT :limit

-- name: get_chapter
-- One chapter by id.
SELECT id, started_on, ended_on, then_shares, then_on, mood, n_entries FROM chapter
WHERE profile = ? AND id = ?

-- name: list_features
-- What these chapters are about, in their order.
SELECT chapter_id, entity_id, weight, trend, rank FROM feature
WHERE profile = ? AND chapter_id IN (SELECT value FROM json_each(?))
ORDER BY chapter_id, position
