// Where I have lived
// Every place that you said you live in, from when to when. There is one current home: moving
// ends the one before.
WITH '' AS profile  // your name, where several people share the database
MATCH (p:Profile) WHERE p.name STARTS WITH profile
WITH p ORDER BY p.name LIMIT 1
MATCH (me:Entity {profile_id: p.id, id: p.user_id})-[r:LIVES_IN]->(place:Entity)
CALL (p, r) {
    MATCH (d:DayRow) WHERE d.profile_id = p.id AND d.target_id = r.id AND d.at IS NOT NULL
    WITH d ORDER BY d.at
    RETURN collect(d.day + CASE WHEN d.ended THEN ' left' ELSE ' lived there' END) AS told }
RETURN place.name AS place, r.first_on AS since, date(r.ended_at) AS until, told
ORDER BY since
