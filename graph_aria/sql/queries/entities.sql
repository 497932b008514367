-- name: list_by_ids
-- The entities among these ids, as stored.
SELECT * FROM entity_row
WHERE profile = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY id

-- name: list_survivors
-- The entities among these ids and all that they were merged into, step by step.
WITH RECURSIVE line (id) AS (
    SELECT value FROM json_each(:ids)
    UNION
    SELECT e.merged_into FROM line CROSS JOIN entity e ON e.profile = :profile AND e.id = line.id
    WHERE e.merged_into IS NOT NULL
)
SELECT * FROM entity_row WHERE profile = :profile AND id IN (SELECT id FROM line) ORDER BY id

-- name: find_by_keys
-- Ids of entities that have one of these keys, by name or by any form.
SELECT e.id FROM json_each(:keys) asked
CROSS JOIN entity e INDEXED BY entity_key ON e.profile = :profile AND e.key = asked.value
UNION
SELECT f.entity_id FROM json_each(:keys) asked
CROSS JOIN form f INDEXED BY form_key ON f.profile = :profile AND f.key = asked.value

-- name: find_by_word
-- Ids of entities of which a name or a form has this word, up to a limit of each.
SELECT id FROM (
    SELECT e.id FROM entity_fts CROSS JOIN entity e ON e.seq = entity_fts.rowid
    WHERE entity_fts MATCH :word AND e.profile = :profile LIMIT :limit)
UNION
SELECT entity_id FROM (
    SELECT f.entity_id FROM form_fts CROSS JOIN form f ON f.seq = form_fts.rowid
    WHERE form_fts MATCH :word AND f.profile = :profile LIMIT :limit)

-- name: find_by_role
-- Ids of entities that are spoken of in this role, up to a limit.
SELECT DISTINCT f.entity_id FROM form f INDEXED BY form_role
WHERE f.profile = :profile AND f.role = :role AND f.role <> '' LIMIT :limit

-- name: list_forms
-- The ways in which these entities are spoken of, most frequent first.
SELECT entity_id, name, kind, role, cadence, key, n FROM form
WHERE profile = ? AND entity_id IN (SELECT value FROM json_each(?))
ORDER BY entity_id, n DESC, name, kind, role, cadence

-- name: list_entities
-- Hottest first, ties by id, after the cursor.
SELECT * FROM entity_row
WHERE profile = :profile AND merged_into IS NULL AND is_user = 0
  AND heat <= :after_heat AND (heat < :after_heat OR id > :after_id)
  AND (:kind IS NULL OR kind = :kind) AND (:pinned IS NULL OR pinned = :pinned)
  AND (:active IS NULL OR (pinned OR fades_at > :now) = :active)
ORDER BY heat DESC, id LIMIT :limit

-- name: list_of_kind
-- The same of one kind.
SELECT * FROM entity_row
WHERE profile = :profile AND merged_into IS NULL AND is_user = 0 AND kind = :kind
  AND heat <= :after_heat AND (heat < :after_heat OR id > :after_id)
  AND (:pinned IS NULL OR pinned = :pinned)
  AND (:active IS NULL OR (pinned OR fades_at > :now) = :active)
ORDER BY heat DESC, id LIMIT :limit

-- name: list_pinned
-- The same of the pinned ones, which are active always.
SELECT * FROM entity_row
WHERE profile = :profile AND merged_into IS NULL AND is_user = 0 AND pinned = 1
  AND heat <= :after_heat AND (heat < :after_heat OR id > :after_id)
  AND (:kind IS NULL OR kind = :kind) AND (:active IS NULL OR :active = 1)
ORDER BY heat DESC, id LIMIT :limit

-- name: list_active
-- The same of the active ones; the floor keeps the read from going on through the faded.
SELECT * FROM (
    SELECT * FROM (
        SELECT * FROM entity_row
        WHERE profile = :profile AND merged_into IS NULL AND is_user = 0
          AND heat >= :floor AND heat <= :after_heat AND (heat < :after_heat OR id > :after_id)
          AND fades_at > :now
          AND (:kind IS NULL OR kind = :kind) AND (:pinned IS NULL OR pinned = :pinned)
        ORDER BY heat DESC, id LIMIT :limit)
    UNION
    SELECT * FROM (
        SELECT * FROM entity_row
        WHERE profile = :profile AND merged_into IS NULL AND is_user = 0 AND pinned = 1
          AND heat <= :after_heat AND (heat < :after_heat OR id > :after_id)
          AND (:kind IS NULL OR kind = :kind) AND (:pinned IS NULL OR :pinned = 1)
        ORDER BY heat DESC, id LIMIT :limit)
)
ORDER BY heat DESC, id LIMIT :limit

-- name: search_entities
-- The same of those of which a name or another form holds all the words.
SELECT e.* FROM (
    SELECT rowid AS seq FROM entity_fts WHERE entity_fts MATCH :words
    UNION
    SELECT e.seq FROM form_fts CROSS JOIN form f ON f.seq = form_fts.rowid
    CROSS JOIN entity e ON e.profile = f.profile AND e.id = f.entity_id
    WHERE form_fts MATCH :words) named
CROSS JOIN entity_row e ON e.seq = named.seq
WHERE profile = :profile AND merged_into IS NULL AND is_user = 0
  AND heat <= :after_heat AND (heat < :after_heat OR id > :after_id)
  AND (:kind IS NULL OR kind = :kind) AND (:pinned IS NULL OR pinned = :pinned)
  AND (:active IS NULL OR (pinned OR fades_at > :now) = :active)
ORDER BY heat DESC, id LIMIT :limit

-- name: list_faded
-- What was active once and faded in a stretch of time, latest first.
SELECT * FROM entity_row
WHERE profile = ? AND merged_into IS NULL AND is_user = 0 AND pinned = 0
  AND fades_at BETWEEN ? AND ? AND fades_at > ref_at
ORDER BY fades_at DESC, id LIMIT ?
