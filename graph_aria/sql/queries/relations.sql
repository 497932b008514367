-- name: get_relation
-- One relation by id.
SELECT * FROM relation_row WHERE profile = ? AND id = ?

-- name: list_by_ids
-- The relations among these ids.
SELECT * FROM relation_row
WHERE profile = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY id

-- name: list_relations
-- Hottest first, ties by id, after the cursor; none of an entity with itself.
SELECT * FROM relation_row
WHERE profile = :profile AND subject_id <> object_id
  AND heat >= :floor AND heat <= :after_heat AND (heat < :after_heat OR id > :after_id)
  AND (:predicate IS NULL OR predicate = :predicate)
  AND (:active IS NULL OR (fades_at > :now AND ended_at IS NULL) = :active)
ORDER BY heat DESC, id LIMIT :limit

-- name: list_relations_of
-- The same of one entity, from either end.
SELECT * FROM (
    SELECT * FROM (
        SELECT * FROM relation_row
        WHERE profile = :profile AND subject_id = :entity_id AND object_id <> :entity_id
          AND heat >= :floor AND heat <= :after_heat AND (heat < :after_heat OR id > :after_id)
          AND (:predicate IS NULL OR predicate = :predicate)
          AND (:active IS NULL OR (fades_at > :now AND ended_at IS NULL) = :active)
        ORDER BY heat DESC, id LIMIT :limit)
    UNION ALL
    SELECT * FROM (
        SELECT * FROM relation_row
        WHERE profile = :profile AND object_id = :entity_id AND subject_id <> :entity_id
          AND heat >= :floor AND heat <= :after_heat AND (heat < :after_heat OR id > :after_id)
          AND (:predicate IS NULL OR predicate = :predicate)
          AND (:active IS NULL OR (fades_at > :now AND ended_at IS NULL) = :active)
        ORDER BY heat DESC, id LIMIT :limit)
)
ORDER BY heat DESC, id LIMIT :limit

-- name: list_touching
-- The hottest relations of one entity, from either end, for one step of a walk.
SELECT * FROM (
    SELECT * FROM (
        SELECT * FROM relation_row
        WHERE profile = :profile AND subject_id = :entity_id AND object_id <> :entity_id
          AND heat >= :floor AND (NOT :active OR (fades_at > :now AND ended_at IS NULL))
        ORDER BY heat DESC, id LIMIT :limit)
    UNION ALL
    SELECT * FROM (
        SELECT * FROM relation_row
        WHERE profile = :profile AND object_id = :entity_id AND subject_id <> :entity_id
          AND heat >= :floor AND (NOT :active OR (fades_at > :now AND ended_at IS NULL))
        ORDER BY heat DESC, id LIMIT :limit)
)
ORDER BY heat DESC, id LIMIT :limit
