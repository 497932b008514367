// What I pinned
// What stays in your chapter whatever its weight. Where nothing is pinned, you see what is
// heaviest now: `aria entity pin NAME` pins it.
WITH '' AS profile  // your name, where several people share the database
MATCH (p:Profile) WHERE p.name STARTS WITH profile
WITH p ORDER BY p.name LIMIT 1
CALL (p) {
    MATCH (e:Entity) WHERE e.profile_id = p.id AND e.pinned = true AND e.heat IS NOT NULL
    RETURN e
  UNION
    MATCH (e:Entity) WHERE e.profile_id = p.id AND e.fades_at > datetime()
      AND e.merged_into IS NULL
    RETURN e ORDER BY e.heat DESC LIMIT 5 }
RETURN e.name AS what, e.kind AS kind, e.pinned IS NOT NULL AS pinned, e.weight AS weight,
    e.last_on AS last_said
ORDER BY pinned DESC, e.heat DESC
