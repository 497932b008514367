-- name: get_user
-- The entity that is the user.
SELECT * FROM entity_row WHERE profile = ? AND id = ?

-- name: list_pinned
-- What the user pinned, hottest first.
SELECT * FROM entity_row
WHERE profile = :profile AND pinned = 1 AND merged_into IS NULL AND is_user = 0
ORDER BY heat DESC, id LIMIT :limit

-- name: count_pinned
-- How many are pinned.
SELECT count(*) FROM entity
WHERE profile = :profile AND pinned = 1 AND merged_into IS NULL AND is_user = 0

-- name: count_entities
-- How many others are active.
SELECT (SELECT count(*) FROM entity
        WHERE profile = :profile AND merged_into IS NULL AND is_user = 0 AND fades_at > :now)
     - (SELECT count(*) FROM entity
        WHERE profile = :profile AND pinned = 1 AND merged_into IS NULL AND is_user = 0
          AND fades_at > :now)

-- name: list_all_entities
-- All others that are active: sorts them, so only for as many as are wanted.
SELECT * FROM entity_row
WHERE profile = :profile AND merged_into IS NULL AND is_user = 0 AND fades_at > :now
  AND pinned = 0
ORDER BY heat DESC, id LIMIT :limit

-- name: list_hottest_entities
-- The hottest others, by the order of the index: stops as soon as there are enough. The
-- sign keeps the index over fades_at out, which would have to be read whole and sorted.
SELECT * FROM entity_row
WHERE profile = :profile AND merged_into IS NULL AND is_user = 0 AND +fades_at > :now
  AND pinned = 0
ORDER BY heat DESC, id LIMIT :limit

-- name: count_relations
-- How many relations are active.
SELECT count(*) FROM relation
WHERE profile = :profile AND ended_at IS NULL AND subject_id <> object_id AND fades_at > :now

-- name: list_all_relations
-- All active relations: sorts them, so only for as many as are wanted.
SELECT * FROM relation_row
WHERE profile = :profile AND ended_at IS NULL AND subject_id <> object_id AND fades_at > :now
ORDER BY heat DESC, id LIMIT :limit

-- name: list_hottest_relations
-- The hottest active relations, by the order of the index.
SELECT * FROM relation_row
WHERE profile = :profile AND ended_at IS NULL AND subject_id <> object_id AND +fades_at > :now
ORDER BY heat DESC, id LIMIT :limit

-- name: list_due
-- What was active, has faded and is not stamped yet, earliest first.
SELECT * FROM (
    SELECT * FROM (
        SELECT id, fades_at FROM entity
        WHERE profile = :profile AND archived_at IS NULL AND fades_at > ref_at AND pinned = 0
          AND merged_into IS NULL AND is_user = 0 AND fades_at <= :now
        ORDER BY fades_at, id LIMIT :limit)
    UNION ALL
    SELECT * FROM (
        SELECT id, fades_at FROM relation
        WHERE profile = :profile AND archived_at IS NULL AND fades_at > ref_at
          AND ended_at IS NULL AND fades_at <= :now
        ORDER BY fades_at, id LIMIT :limit)
)
ORDER BY fades_at, id LIMIT :limit
