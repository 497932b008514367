// The entries that speak of one thing, drawn
// The newest thirty, each by its day. Click one to read it, double-click it to see what else it
// speaks of.
WITH '' AS profile,   // your name, where several people share the database
     'Yoga' AS thing  // what they speak of
MATCH (p:Profile) WHERE p.name STARTS WITH profile
WITH p, thing ORDER BY p.name LIMIT 1
MATCH (e:Entity) WHERE e.profile_id = p.id AND e.key = toLower(thing)
MATCH path = (n:Entry)-[m:MENTIONS]->(e)
RETURN path ORDER BY m.at DESC LIMIT 30
