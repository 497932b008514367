// Mood with and without something
// Your mean mood on the days that speak of it and on all others, of those on which you gave a
// mood. Days that go together need not cause one another.
WITH '' AS profile,   // your name, where several people share the database
     'Yoga' AS thing  // what to look at
MATCH (p:Profile) WHERE p.name STARTS WITH profile
WITH p, thing ORDER BY p.name LIMIT 1
MATCH (e:Entity) WHERE e.profile_id = p.id AND e.key = toLower(thing)
CALL (p, e) {
    MATCH (d:DayRow) WHERE d.profile_id = p.id AND d.target_id = e.id AND d.day IS NOT NULL
    RETURN collect(d.day) AS with_it }
MATCH (n:Entry) WHERE n.profile_id = p.id AND n.day IS NOT NULL AND n.mood IS NOT NULL
WITH e, with_it, n.day AS day, avg(n.mood) AS mood
WITH e, day IN with_it AS is_with, count(*) AS days, round(avg(mood), 1) AS mood
RETURN e.name AS thing, CASE WHEN is_with THEN 'with it' ELSE 'without' END AS days_are, mood, days
ORDER BY is_with DESC
