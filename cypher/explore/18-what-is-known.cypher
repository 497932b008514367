// What is known about somebody, with the words
// Every memory about a person, or about anything else that has a name: how it stands, why it is so,
// and the words that it was learned from.
WITH '' AS profile,      // your name, where several people share the database
     'Yoga' AS somebody  // whom or what it is about
MATCH (p:Profile) WHERE p.name STARTS WITH profile
WITH p, somebody ORDER BY p.name LIMIT 1
MATCH (e:Entity) WHERE e.profile_id = p.id AND e.key = toLower(somebody)
MATCH (m:Memory)-[:ABOUT]->(e)
MATCH (m)-[l:LEARNED_FROM]->(n:Entry)
RETURN m.text AS memory, m.state AS state, m.because AS because, m.category AS part_of_life,
    n.day AS said_on, substring(n.text, l.starts, l.ends - l.starts) AS words
ORDER BY m.confirmed_at DESC, n.day DESC LIMIT 200
