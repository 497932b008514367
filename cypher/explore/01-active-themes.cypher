// My active themes
// What life is about now, heaviest first: today's weight, how it has moved in 30 days, and
// until when it stays if it is not mentioned again.
WITH '' AS profile  // your name, where several people share the database
MATCH (p:Profile) WHERE p.name STARTS WITH profile
WITH p ORDER BY p.name LIMIT 1
MATCH (e:Entity) WHERE e.profile_id = p.id AND e.fades_at > datetime()
  AND e.merged_into IS NULL
  AND e.kind IN ['Activity', 'Topic', 'Emotion', 'Event', 'Goal', 'Condition']
CALL (p, e) {
    MATCH (d:DayRow) WHERE d.profile_id = p.id AND d.target_id = e.id
      AND d.at <= datetime() - duration('P30D')
    WITH p, d ORDER BY d.at DESC LIMIT 1
    WITH p, d, duration.inSeconds(d.at, datetime() - duration('P30D')).seconds / 86400.0 AS days
    RETURN sum(d.weight_after * exp(-p.rate_per_day * days)) AS before }
RETURN e.name AS theme, e.kind AS kind, e.weight AS weight,
    round(e.weight - before, 2) AS change_in_30_days,
    e.n_days AS days, e.last_on AS last_said, date(e.fades_at) AS fades_on
ORDER BY e.heat DESC LIMIT 40
