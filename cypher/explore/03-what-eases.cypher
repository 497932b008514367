// What eases something, and how we know
// What lessens a feeling or a condition, with every entry that says so and its words.
WITH '' AS profile,      // your name, where several people share the database
     'anxiety' AS thing  // what is to be eased
MATCH (p:Profile) WHERE p.name STARTS WITH profile
WITH p, thing ORDER BY p.name LIMIT 1
MATCH (x:Entity)-[r:MITIGATES]->(e:Entity) USING INDEX e:Entity(profile_id, key)
WHERE e.profile_id = p.id AND e.key = toLower(thing)
MATCH (v:Evidence) WHERE v.profile_id = p.id AND v.target_id = r.id AND v.at IS NOT NULL
OPTIONAL MATCH (n:Entry {profile_id: p.id, id: v.source_id})
CALL (p, r, n) {
    MATCH (s:Assertion) WHERE s.profile_id = p.id AND s.entry_id = n.id
      AND s.predicate = type(r) AND s.state = 'live'
    RETURN collect(DISTINCT substring(n.text, s.starts, s.ends - s.starts)) AS words }
RETURN x.name AS what, r.weight AS weight, e.name AS eases,
    r.ended_at IS NULL AND r.fades_at > datetime() AS active,
    v.day AS said_on, CASE WHEN n IS NULL THEN ['you ruled so'] ELSE words END AS words
ORDER BY r.heat DESC, v.at DESC LIMIT 200
