// What changed, drawn
// What holds now, and what it took the place of. Click one to read it, double-click it to see the
// entry that it was learned from.
WITH '' AS profile  // your name, where several people share the database
MATCH (p:Profile) WHERE p.name STARTS WITH profile
WITH p ORDER BY p.name LIMIT 1
MATCH (before:Memory)
WHERE before.profile_id = p.id AND before.state = 'superseded' AND before.confirmed_at IS NOT NULL
MATCH path = (now:Memory)-[:SUPERSEDES]->(before)
RETURN path ORDER BY now.confirmed_at DESC LIMIT 60
