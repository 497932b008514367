// What I want and plan, and what helps or blocks it, drawn
// Your wishes and plans, with what stands in their way, what supports them, and who else wants
// the same.
WITH '' AS profile  // your name, where several people share the database
MATCH (p:Profile) WHERE p.name STARTS WITH profile
WITH p ORDER BY p.name LIMIT 1
MATCH wish = (me:Entity {profile_id: p.id, id: p.user_id})-[w:WANTS|PLANS]->(x:Entity)
WHERE w.ended_at IS NULL
OPTIONAL MATCH beside = (x)-[r:BLOCKS|SUPPORTS|EVOKES|WANTS|PLANS|PART_OF]-(other:Entity)
WHERE r.ended_at IS NULL AND other <> me
RETURN wish, beside LIMIT 100
