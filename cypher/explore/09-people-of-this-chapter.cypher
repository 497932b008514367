// The people of this chapter, drawn
// Everybody who is alive in your life now, what they are to you, and what they bring up. Those
// who only came up together with you stand alone.
WITH '' AS profile  // your name, where several people share the database
MATCH (p:Profile) WHERE p.name STARTS WITH profile
WITH p ORDER BY p.name LIMIT 1
MATCH (x:Entity:Person) WHERE x.profile_id = p.id AND x.fades_at > datetime()
  AND x.merged_into IS NULL
WITH x ORDER BY x.heat DESC LIMIT 40
OPTIONAL MATCH path = (x)-[r:!RELATED_TO]-(:Entity) WHERE r.ended_at IS NULL
RETURN x, path
