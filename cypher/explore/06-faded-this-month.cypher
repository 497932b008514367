// What faded this month
// What was alive and fell below the threshold in the last 30 days, latest first, with the entry
// that spoke of it last. Mention it again, or revive it, and it is back.
WITH '' AS profile  // your name, where several people share the database
MATCH (p:Profile) WHERE p.name STARTS WITH profile
WITH p ORDER BY p.name LIMIT 1
MATCH (e:Entity) WHERE e.profile_id = p.id AND e.fades_at <= datetime()
  AND e.fades_at > datetime() - duration('P30D') AND e.ref_weight > p.threshold
  AND e.pinned IS NULL AND e.merged_into IS NULL
CALL (p, e) {
    MATCH (v:Evidence) WHERE v.profile_id = p.id AND v.target_id = e.id AND v.at IS NOT NULL
    MATCH (n:Entry {profile_id: p.id, id: v.source_id})
    RETURN n.text AS text ORDER BY v.at DESC LIMIT 1 }
RETURN e.name AS what, e.kind AS kind, date(e.fades_at) AS faded_on, e.last_on AS last_said,
    e.n_days AS days, text
ORDER BY e.fades_at DESC LIMIT 100
