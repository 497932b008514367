// What two people have in common, drawn
// Everything that both are tied to, you aside: what they do, like, bring up, or came up with.
WITH '' AS profile,      // your name, where several people share the database
     'Priya' AS one,
     'Sam' AS another
MATCH (p:Profile) WHERE p.name STARTS WITH profile
WITH p, one, another ORDER BY p.name LIMIT 1
MATCH (a:Entity) WHERE a.profile_id = p.id AND a.key = toLower(one)
MATCH (b:Entity) WHERE b.profile_id = p.id AND b.key = toLower(another)
MATCH path = (a)-[r]-(x:Entity)-[s]-(b)
WHERE NOT x.is_user AND x.merged_into IS NULL AND r.ended_at IS NULL AND s.ended_at IS NULL
RETURN path ORDER BY r.heat + s.heat DESC LIMIT 30
