// name: read_active
// All that is active, in one go: the user, how many entities and the heaviest of them, how many
// relations and the heaviest of them, and what else those join. Each part is found by an index
// of what has yet to fade, so it costs what is active, and nothing is expanded from an entity,
// whose relations may be a million.
MATCH (p:Profile {id: $profile})
CALL () {
    CALL () {
        MATCH (e:Entity) WHERE e.profile_id = $profile AND e.fades_at > $now
          AND e.pinned IS NULL AND e.merged_into IS NULL AND e.is_user = false
        RETURN e, e.heat AS heat, false AS pinned
      UNION ALL
        MATCH (e:Entity) WHERE e.profile_id = $profile AND e.pinned = true AND e.heat IS NOT NULL
          AND e.merged_into IS NULL AND e.is_user = false
        RETURN e, e.heat AS heat, true AS pinned }
    WITH e ORDER BY pinned DESC, heat DESC, e.id
    WITH collect(e) AS found
    RETURN size(found) AS n_entities, found[..$max_entities] AS entities }
CALL () {
    MATCH (a)-[r:<<types>>]->(b)
    WHERE r.profile_id = $profile AND r.fades_at > $now AND r.ended_at IS NULL AND a <> b
    WITH r ORDER BY r.heat DESC, r.id
    WITH collect(r) AS found
    RETURN size(found) AS n_relations, found[..$max_relations] AS relations }
CALL (entities, relations) {
    UNWIND entities + [r IN relations | startNode(r)] + [r IN relations | endNode(r)] AS e
    WITH DISTINCT e WHERE e.is_user = false
    RETURN collect(<<entity>>) AS shown }
RETURN COLLECT { MATCH (e:Entity {profile_id: $profile, id: p.user_id}) RETURN <<entity>> },
    shown, n_entities, [r IN relations | <<relation>>], n_relations

// name: list_due
// What was active, has faded and is not stamped yet, earliest first.
CALL () {
    MATCH (e:Entity) WHERE e.profile_id = $profile AND e.due_at <= $now
    RETURN e.id AS id, e.due_at AS due_at
    ORDER BY e.profile_id, e.due_at, e.id LIMIT $limit
  UNION ALL
    MATCH ()-[r:<<types>>]->() WHERE r.profile_id = $profile AND r.due_at <= $now
    WITH r ORDER BY r.due_at, r.id LIMIT $limit
    RETURN r.id AS id, r.due_at AS due_at }
RETURN id, due_at.epochMillis * 1000 + due_at.microsecond % 1000
ORDER BY due_at, id LIMIT $limit
