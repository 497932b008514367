// What came back
// What had faded and was mentioned again, and is alive now: how long it was away, and the words
// that brought it back.
WITH '' AS profile  // your name, where several people share the database
MATCH (p:Profile) WHERE p.name STARTS WITH profile
WITH p ORDER BY p.name LIMIT 1
MATCH (e:Entity) WHERE e.profile_id = p.id AND e.fades_at > datetime() AND e.merged_into IS NULL
CALL (p, e) {
    MATCH (d:DayRow) WHERE d.profile_id = p.id AND d.target_id = e.id AND d.at IS NOT NULL
    WITH p, d ORDER BY d.at
    WITH p, collect(d) AS days
    UNWIND range(1, size(days) - 1) AS i
    WITH p, days[i - 1] AS before, days[i] AS again
    WITH p, before, again,
        duration.inSeconds(before.at, again.at).seconds / 86400.0 AS away
    WHERE before.weight_after >= p.threshold
      AND before.weight_after * exp(-p.rate_per_day * away) < p.threshold
    RETURN before.day AS left_off, again.day AS came_back, toInteger(round(away)) AS days_away
    ORDER BY again.at DESC LIMIT 1 }
CALL (p, e, came_back) {
    MATCH (v:Evidence) WHERE v.profile_id = p.id AND v.target_id = e.id AND v.at IS NOT NULL
      AND v.day = came_back
    MATCH (n:Entry {profile_id: p.id, id: v.source_id})
    RETURN collect(n.text)[0] AS text }
RETURN e.name AS what, e.weight AS weight, left_off, came_back, days_away, text
ORDER BY came_back DESC LIMIT 60
