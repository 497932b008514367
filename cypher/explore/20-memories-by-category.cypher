// What ARIA remembers, by part of life
// What is current, newest first, with pinned memories before the others. Tentative is what you did
// not say yourself.
WITH '' AS profile  // your name, where several people share the database
MATCH (p:Profile) WHERE p.name STARTS WITH profile
WITH p ORDER BY p.name LIMIT 1
MATCH (m:Memory)
WHERE m.profile_id = p.id AND m.state = 'current' AND m.confirmed_at IS NOT NULL
RETURN m.category AS part_of_life, m.text AS memory, m.because AS because,
    m.pinned IS NOT NULL AS pinned, m.learned <> 'said' AS tentative,
    date(m.confirmed_at) AS last_said, m.access_count AS used
ORDER BY part_of_life, pinned DESC, m.confirmed_at DESC LIMIT 300
