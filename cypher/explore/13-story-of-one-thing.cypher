// The story of one thing
// Every entry that speaks of it, oldest first, with your mood and its weight after that day.
WITH '' AS profile,   // your name, where several people share the database
     'Yoga' AS thing  // whose story
MATCH (p:Profile) WHERE p.name STARTS WITH profile
WITH p, thing ORDER BY p.name LIMIT 1
MATCH (e:Entity) WHERE e.profile_id = p.id AND e.key = toLower(thing)
MATCH (v:Evidence) USING INDEX v:Evidence(profile_id, target_id, at)
WHERE v.profile_id = p.id AND v.target_id = e.id AND v.at IS NOT NULL
MATCH (n:Entry {profile_id: p.id, id: v.source_id})
OPTIONAL MATCH (d:DayRow {profile_id: p.id, target_id: e.id, day: v.day})
RETURN v.day AS day, n.form AS form, n.mood AS mood, n.text AS text,
    v.strength AS strength, round(d.weight_after, 2) AS weight_after
ORDER BY v.at LIMIT 500
