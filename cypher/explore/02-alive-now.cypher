// All that is alive now, drawn
// You, everything that is active, and what you said joins them, as long as nobody said that it
// ended. What merely came up together (RELATED_TO) is left out.
WITH '' AS profile  // your name, where several people share the database
MATCH (p:Profile) WHERE p.name STARTS WITH profile
WITH p ORDER BY p.name LIMIT 1
MATCH (me:Entity {profile_id: p.id, id: p.user_id})
CALL (p) {
    MATCH (e:Entity) WHERE e.profile_id = p.id AND e.fades_at > datetime()
      AND e.merged_into IS NULL
    RETURN e ORDER BY e.heat DESC LIMIT 80 }
WITH me, collect(e) AS alive
UNWIND [me] + alive AS a
OPTIONAL MATCH path = (a)-[r:!RELATED_TO]->(b:Entity)
WHERE (b = me OR b IN alive) AND r.ended_at IS NULL
RETURN a, path
