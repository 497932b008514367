// The chapters of my life in order, drawn
// Each chapter follows the one before it, and shows the five things that weighed most in it. The
// open one has no list yet: what is alive now is its list.
WITH '' AS profile  // your name, where several people share the database
MATCH (p:Profile) WHERE p.name STARTS WITH profile
WITH p ORDER BY p.name LIMIT 1
MATCH (c:Chapter) WHERE c.profile_id = p.id AND c.started_on IS NOT NULL
OPTIONAL MATCH next = (c)-[:FOLLOWS]->(:Chapter)
OPTIONAL MATCH about = (c)-[f:FEATURES]->(:Entity) WHERE f.rank < 5
RETURN c, next, about ORDER BY c.started_on
