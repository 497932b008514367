// What a `browser_url` puts into the editor of Neo4j Browser (graph_aria/api/browser.py): each
// parameter is replaced by a literal there, so that the query draws at once. Only ids are handed
// in, no words of anybody. Neither & nor #, which Browser would take for its own.

// name: active
// All that is active: you, the heaviest entities, the heaviest relations and what they join.
MATCH (me:Entity {profile_id: $profile, id: $id})
CALL () {
    MATCH (e:Entity) WHERE e.profile_id = $profile AND e.fades_at > datetime()
      AND e.merged_into IS NULL
    WITH e ORDER BY e.heat DESC LIMIT 150
    RETURN collect(e) AS entities }
CALL () {
    MATCH (e:Entity) WHERE e.profile_id = $profile AND e.pinned = true AND e.heat IS NOT NULL
    WITH e LIMIT 150
    RETURN collect(e) AS pinned }
CALL () {
    MATCH path = (a)-[r:<<types>>]->(b)
    WHERE r.profile_id = $profile AND r.fades_at > datetime() AND r.ended_at IS NULL AND a <> b
    WITH path, r ORDER BY r.heat DESC LIMIT 150
    RETURN collect(path) AS relations }
RETURN me, entities, pinned, relations

// name: around
// One entity, and the heaviest of its active relations.
MATCH (e:Entity {profile_id: $profile, id: $id})
OPTIONAL MATCH path = (e)-[r]-(other:Entity)
WHERE r.fades_at > datetime() AND r.ended_at IS NULL AND other <> e
RETURN e, path ORDER BY r.heat DESC LIMIT 100

// name: why_entity
// One entity, and the newest entries that speak of it.
MATCH (e:Entity {profile_id: $profile, id: $id})
OPTIONAL MATCH path = (n:Entry)-[m:MENTIONS]->(e)
RETURN e, path ORDER BY m.at DESC LIMIT 50

// name: relation
// One relation with both its ends.
MATCH path = (a)-[r:<<type>> {profile_id: $profile, id: $id}]->(b)
RETURN path

// name: why_relation
// One relation, and the newest entries that show it.
MATCH path = (a)-[r:<<type>> {profile_id: $profile, id: $id}]->(b)
OPTIONAL MATCH (v:Evidence)
WHERE v.profile_id = $profile AND v.target_id = $id AND v.at IS NOT NULL
OPTIONAL MATCH (n:Entry {profile_id: $profile, id: v.source_id})
WITH path, a, b, v, n ORDER BY v.at DESC LIMIT 50
OPTIONAL MATCH said = (n)-[:MENTIONS]->(e) WHERE e = a OR e = b
RETURN path, n, said

// name: chapter
// A closed chapter, and what it was about.
MATCH (c:Chapter {profile_id: $profile, id: $id})
OPTIONAL MATCH path = (c)-[f:FEATURES]->(:Entity)
RETURN c, path ORDER BY f.rank LIMIT 40
