// What ended, and when
// What you said is over, or a newer statement put an end to, latest first, with the words.
WITH '' AS profile  // your name, where several people share the database
MATCH (p:Profile) WHERE p.name STARTS WITH profile
WITH p ORDER BY p.name LIMIT 1
MATCH (a:Entity) WHERE a.profile_id = p.id AND a.id IS NOT NULL
MATCH (a)-[r:!RELATED_TO]->(b:Entity) WHERE r.ended_at IS NOT NULL
OPTIONAL MATCH (v:Evidence) WHERE v.profile_id = p.id AND v.target_id = r.id AND v.ended
  AND v.source_id IS NOT NULL
OPTIONAL MATCH (n:Entry {profile_id: p.id, id: v.source_id})
RETURN a.name AS who, type(r) AS did, b.name AS what, r.first_on AS first_said,
    r.ended_at AS ended_at, collect(n.text)[0] AS text
ORDER BY ended_at DESC LIMIT 100
