// How two things are connected, drawn
// The shortest ways from one to the other over active relations, without walking through you:
// everything is tied to you. Take the line with fades_at away to walk over what has faded too.
WITH '' AS profile,           // your name, where several people share the database
     'pride' AS one,          // from
     'excitement' AS another  // to
MATCH (p:Profile) WHERE p.name STARTS WITH profile
WITH p, one, another ORDER BY p.name LIMIT 1
MATCH (a:Entity) WHERE a.profile_id = p.id AND a.key = toLower(one)
MATCH (b:Entity) WHERE b.profile_id = p.id AND b.key = toLower(another) AND a <> b
MATCH path = ALL SHORTEST
    (a) ((x:Entity)-[r]-(y:Entity) WHERE NOT y.is_user AND r.ended_at IS NULL
         AND r.fades_at > datetime()
        ){1,5} (b)
RETURN path LIMIT 20
