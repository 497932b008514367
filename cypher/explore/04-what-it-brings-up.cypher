// What something does, and what does it, drawn
// What a thing eases, causes, worsens, supports, blocks or brings up, and the other way round,
// faded relations too, as long as nobody said that they ended.
WITH '' AS profile,      // your name, where several people share the database
     'anxiety' AS thing  // what to look at
MATCH (p:Profile) WHERE p.name STARTS WITH profile
WITH p, thing ORDER BY p.name LIMIT 1
MATCH (e:Entity) WHERE e.profile_id = p.id AND e.key = toLower(thing)
MATCH path = (e)-[r:MITIGATES|CAUSES|WORSENS|SUPPORTS|BLOCKS|EVOKES]-(:Entity)
WHERE r.ended_at IS NULL
RETURN path ORDER BY r.heat DESC LIMIT 60
