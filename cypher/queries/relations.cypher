// `<<type>>` is one type, or all of them: see for_type.

// name: list_by_ids
// The relations among these ids: a look into the index of each type.
MATCH ()-[r:<<types>>]->() WHERE r.profile_id = $profile AND r.id IN $ids
RETURN <<relation>> ORDER BY r.id

// name: list_of
// The hottest relations of these entities, from either end, ties by id, after the cursor; none
// of an entity with itself. Of one with more than $most only how many it has.
MATCH (e:Entity) WHERE e.profile_id = $profile AND e.id IN $ids
WITH e, COUNT { (e)-[:<<type>>]-() } AS degree
CALL (e, degree) {
    MATCH (e)-[r:<<type>>]-(other)
    WHERE degree <= $most AND other <> e AND r.heat <= $after_heat
      AND CASE WHEN r.heat = $after_heat THEN r.id > $after_id ELSE true END
      AND ($active IS NULL OR (r.fades_at > $now AND r.ended_at IS NULL) = $active)
    WITH r ORDER BY r.heat DESC, r.id LIMIT $limit
    RETURN collect(<<relation>>) AS found }
RETURN e.id, degree, found

// name: list_active
// The hottest active ones, by the index of what has yet to fade. Of one entity, if one is given.
MATCH (a)-[r:<<type>>]->(b)
WHERE r.profile_id = $profile AND r.fades_at > $now AND r.ended_at IS NULL AND a <> b
  AND r.heat <= $after_heat AND CASE WHEN r.heat = $after_heat THEN r.id > $after_id ELSE true END
  AND ($entity_id IS NULL OR a.id = $entity_id OR b.id = $entity_id)
WITH r ORDER BY r.heat DESC, r.id LIMIT $limit
RETURN <<relation>>

// name: list_of_type
// The hottest of one type, by the order of its index, which is read no further than needed.
MATCH (a)-[r:<<type>>]->(b)
WHERE r.profile_id = $profile AND r.heat <= $after_heat
  AND CASE WHEN r.heat = $after_heat THEN r.id > $after_id ELSE true END AND a <> b
  AND ($active IS NULL OR (r.fades_at > $now AND r.ended_at IS NULL) = $active)
RETURN <<relation>> ORDER BY r.profile_id DESC, r.heat DESC, r.id LIMIT $limit

// name: count_window
// How many there are between two heats.
MATCH ()-[r:<<type>>]->()
WHERE r.profile_id = $profile AND r.heat >= $from_heat AND r.heat < $to_heat
RETURN count(r)

// name: list_window
// The hottest of those, after the cursor. Of one entity, if one is given.
MATCH (a)-[r:<<type>>]->(b)
WHERE r.profile_id = $profile AND r.heat >= $from_heat AND r.heat < $to_heat AND a <> b
  AND CASE WHEN r.heat = $after_heat THEN r.id > $after_id ELSE true END
  AND ($active IS NULL OR (r.fades_at > $now AND r.ended_at IS NULL) = $active)
  AND ($entity_id IS NULL OR a.id = $entity_id OR b.id = $entity_id)
WITH r ORDER BY r.heat DESC, r.id LIMIT $limit
RETURN <<relation>>

// name: list_shown
// The heaviest entities among these ids that are shown; the user, who has no heat, comes last.
MATCH (e:Entity) WHERE e.profile_id = $profile AND e.id IN $ids AND e.merged_into IS NULL
  AND ($kind IS NULL OR e.kind = $kind)
  AND (NOT $active OR e.is_user OR coalesce(e.pinned, false) OR e.fades_at > $now)
WITH e ORDER BY coalesce(e.heat, $coldest) DESC, e.id LIMIT $limit
RETURN <<entity>>
