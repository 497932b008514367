// name: list_by_ids
// The entities among these ids, as stored.
MATCH (e:Entity) WHERE e.profile_id = $profile AND e.id IN $ids
RETURN <<entity>> ORDER BY e.id

// name: list_named
// The entities among these ids, with the ways in which they are spoken of.
MATCH (e:Entity) WHERE e.profile_id = $profile AND e.id IN $ids
RETURN <<entity>>, <<forms>>

// name: find_by_keys
// The same of those that have one of these keys, by name or by any form.
CALL () {
    MATCH (e:Entity) WHERE e.profile_id = $profile AND e.key IN $keys
    RETURN e
  UNION
    MATCH (f:Form) WHERE f.profile_id = $profile AND f.key IN $keys
    MATCH (e:Entity {profile_id: $profile, id: f.entity_id})
    RETURN e }
RETURN <<entity>>, <<forms>>

// name: find_by_words
// The same of those of which a name or a form has one of these words, up to a limit of each.
CALL () {
    UNWIND $words AS word
    CALL db.index.fulltext.queryNodes('entity_name', word, {limit: $limit}) YIELD node
    WITH node WHERE node.profile_id = $profile
    RETURN node.id AS id
  UNION
    UNWIND $words AS word
    CALL db.index.fulltext.queryNodes('form_name', word, {limit: $limit}) YIELD node
    WITH node WHERE node.profile_id = $profile
    RETURN node.entity_id AS id }
MATCH (e:Entity {profile_id: $profile, id: id})
RETURN <<entity>>, <<forms>>

// name: find_by_roles
// The same of those that are spoken of in one of these roles, up to a limit of each.
UNWIND $roles AS role
CALL (role) {
  MATCH (f:Form) WHERE f.profile_id = $profile AND f.role = role
  WITH DISTINCT f.entity_id AS id LIMIT $limit
  RETURN id }
WITH DISTINCT id
MATCH (e:Entity {profile_id: $profile, id: id})
RETURN <<entity>>, <<forms>>

// name: list_entities
// Hottest first, ties by id, after the cursor. The order begins with what is the same in all of
// them: an index gives an order only if all that it holds is named. (CASE, because OR between
// what an index knows and what it does not would keep the planner from the index.)
MATCH (e:Entity)
WHERE e.profile_id = $profile AND e.heat <= $after_heat
  AND CASE WHEN e.heat = $after_heat THEN e.id > $after_id ELSE true END
  AND e.merged_into IS NULL AND e.is_user = false
  AND ($pinned IS NULL OR coalesce(e.pinned, false) = $pinned)
  AND ($active IS NULL OR (coalesce(e.pinned, false) OR e.fades_at > $now) = $active)
RETURN <<entity>> ORDER BY e.profile_id DESC, e.heat DESC, e.id LIMIT $limit

// name: list_of_kind
// The same of one kind.
MATCH (e:Entity)
WHERE e.profile_id = $profile AND e.kind = $kind AND e.heat <= $after_heat
  AND CASE WHEN e.heat = $after_heat THEN e.id > $after_id ELSE true END
  AND e.merged_into IS NULL AND e.is_user = false
  AND ($pinned IS NULL OR coalesce(e.pinned, false) = $pinned)
  AND ($active IS NULL OR (coalesce(e.pinned, false) OR e.fades_at > $now) = $active)
RETURN <<entity>> ORDER BY e.profile_id DESC, e.kind DESC, e.heat DESC, e.id LIMIT $limit

// name: list_pinned
// The same of the pinned ones, which are active always.
MATCH (e:Entity)
WHERE e.profile_id = $profile AND e.pinned = true AND e.heat <= $after_heat
  AND CASE WHEN e.heat = $after_heat THEN e.id > $after_id ELSE true END
  AND e.merged_into IS NULL AND e.is_user = false
  AND ($kind IS NULL OR e.kind = $kind) AND ($active IS NULL OR $active)
RETURN <<entity>> ORDER BY e.profile_id DESC, e.pinned DESC, e.heat DESC, e.id LIMIT $limit

// name: list_active
// The same of the active ones; the floor keeps the read from going on through the faded.
CALL () {
    MATCH (e:Entity)
    WHERE e.profile_id = $profile AND e.heat >= $floor AND e.heat <= $after_heat
      AND CASE WHEN e.heat = $after_heat THEN e.id > $after_id ELSE true END AND e.fades_at > $now
      AND e.merged_into IS NULL AND e.is_user = false
      AND ($kind IS NULL OR e.kind = $kind)
      AND ($pinned IS NULL OR coalesce(e.pinned, false) = $pinned)
    RETURN e ORDER BY e.profile_id DESC, e.heat DESC, e.id LIMIT $limit
  UNION
    MATCH (e:Entity)
    WHERE e.profile_id = $profile AND e.pinned = true AND e.heat <= $after_heat
      AND CASE WHEN e.heat = $after_heat THEN e.id > $after_id ELSE true END
      AND e.merged_into IS NULL AND e.is_user = false
      AND ($kind IS NULL OR e.kind = $kind) AND ($pinned IS NULL OR $pinned)
    RETURN e ORDER BY e.profile_id DESC, e.pinned DESC, e.heat DESC, e.id LIMIT $limit }
WITH e ORDER BY e.heat DESC, e.id LIMIT $limit
RETURN <<entity>>

// name: search_entities
// The same of those of which a name or another form holds all the words.
CALL () {
    CALL db.index.fulltext.queryNodes('entity_name', $words) YIELD node AS e
    RETURN e
  UNION
    CALL db.index.fulltext.queryNodes('form_name', $words) YIELD node AS f
    MATCH (e:Entity {profile_id: $profile, id: f.entity_id})
    RETURN e }
WITH e
WHERE e.profile_id = $profile AND e.heat <= $after_heat
  AND CASE WHEN e.heat = $after_heat THEN e.id > $after_id ELSE true END
  AND e.merged_into IS NULL AND e.is_user = false
  AND ($kind IS NULL OR e.kind = $kind)
  AND ($pinned IS NULL OR coalesce(e.pinned, false) = $pinned)
  AND ($active IS NULL OR (coalesce(e.pinned, false) OR e.fades_at > $now) = $active)
RETURN <<entity>> ORDER BY e.heat DESC, e.id LIMIT $limit

// name: list_faded
// What was active once and faded in a stretch of time, latest first.
MATCH (e:Entity)
WHERE e.profile_id = $profile AND e.fades_at >= $since AND e.fades_at <= $now
  AND e.ref_at <> e.fades_at AND e.merged_into IS NULL AND e.is_user = false
  AND e.pinned IS NULL
RETURN <<entity>> ORDER BY e.profile_id DESC, e.fades_at DESC, e.id LIMIT $limit
