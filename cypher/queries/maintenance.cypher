// Statements about the whole store. Unlike all others they may read everything: a proof and a
// check have to.

// name: count_rows
// How much there is; counts that the server keeps.
RETURN COUNT { (:Profile) }, COUNT { (:Entry) }, COUNT { (:Entity) },
       COUNT { ()-[:<<types>>]->() }, COUNT { (:Evidence) }, COUNT { (:Chapter) },
       COUNT { (:Job) }

// name: count_stray_mentions
// What was read in entries that are not there.
MATCH (m:Mention)
WHERE NOT EXISTS { MATCH (:Entry {profile_id: m.profile_id, id: m.entry_id}) }
RETURN count(m)

// name: count_stray_assertions
// The same of statements.
MATCH (a:Assertion)
WHERE NOT EXISTS { MATCH (:Entry {profile_id: a.profile_id, id: a.entry_id}) }
RETURN count(a)

// name: count_stray_memories
// What belongs to no memory or no entry that is there.
RETURN
    COUNT { MATCH (m:Memory) WHERE NOT EXISTS { (m)-[:LEARNED_FROM]->() } }
    + COUNT {
        MATCH (k:MemoryLink)
        WHERE NOT (EXISTS { MATCH (:Memory {profile_id: k.profile_id, id: k.newer_id}) }
                   AND EXISTS { MATCH (:Memory {profile_id: k.profile_id, id: k.older_id}) }) }
    + COUNT {
        MATCH (u:MemoryRuling)
        WHERE NOT (EXISTS { MATCH (:Memory {profile_id: u.profile_id, id: u.memory_id}) }
                   AND (u.other_id IS NULL
                        OR EXISTS { MATCH (:Memory {profile_id: u.profile_id, id: u.other_id}) })) }
    + COUNT {
        MATCH (v:MemoryRevision)
        WHERE NOT EXISTS { MATCH (:Memory {profile_id: v.profile_id, id: v.memory_id}) } }
    + COUNT {
        MATCH (x:MemoryVector)
        WHERE NOT EXISTS { MATCH (:Memory {profile_id: x.profile_id, id: x.memory_id}) } }
    + COUNT {
        MATCH (v:Veto)
        WHERE NOT EXISTS { MATCH (:Entry {profile_id: v.profile_id, id: v.entry_id}) } }
    + COUNT {
        MATCH (r:Reply)
        WHERE NOT EXISTS { MATCH (:Entry {profile_id: r.profile_id, id: r.turn_id}) } }
    + COUNT {
        MATCH (x:Passage)
        WHERE NOT EXISTS { MATCH (:Entry {profile_id: x.profile_id, id: x.entry_id}) } }
    + COUNT {
        MATCH (x:MoodReading)
        WHERE NOT EXISTS { MATCH (:Entry {profile_id: x.profile_id, id: x.entry_id}) } }
    + COUNT {
        MATCH (a:Raised)
        WHERE NOT EXISTS { MATCH (:Memory {profile_id: a.profile_id, id: a.memory_id}) } }

// name: list_texts
// Every text of every node, but for what the program writes, with the label it stands under, and
// whose it is.
MATCH (x)
WITH [label IN labels(x) WHERE NOT label IN $second_labels][0] AS label,
     [key IN keys(x) WHERE NOT key IN $programs AND x[key] IS :: STRING NOT NULL
      | [key, x[key]]] AS texts,
     CASE WHEN x:Profile THEN x.id ELSE x.profile_id END AS whose
WHERE NOT label IN $programs_labels AND size(texts) > 0
RETURN label, texts, whose

// name: list_relation_texts
// The same of every relationship.
MATCH ()-[r]->()
WITH type(r) AS type,
     [key IN keys(r) WHERE NOT key IN $programs AND r[key] IS :: STRING NOT NULL
      | [key, r[key]]] AS texts,
     coalesce(r.profile_id, startNode(r).profile_id) AS whose
WHERE size(texts) > 0
RETURN type, texts, whose

// name: list_said
// What people said, and what was read in it while it is there: of one profile, or of all.
MATCH (n:Entry) WHERE $profile IS NULL OR n.profile_id = $profile RETURN [n.text] AS texts
UNION ALL MATCH (m:Mention) WHERE $profile IS NULL OR m.profile_id = $profile
RETURN [m.name, m.role] AS texts
UNION ALL MATCH (p:Profile) WHERE $profile IS NULL OR p.id = $profile RETURN [p.name] AS texts
UNION ALL MATCH (t:Token) WHERE $profile IS NULL OR t.profile_id = $profile
RETURN [t.name] AS texts
UNION ALL MATCH (u:Ruling) WHERE $profile IS NULL OR u.profile_id = $profile
RETURN [u.value] AS texts
UNION ALL MATCH (m:Memory)-[l:LEARNED_FROM]->() WHERE $profile IS NULL OR m.profile_id = $profile
RETURN [l.text, l.because, l.slot, l.value] AS texts
UNION ALL MATCH (m:Memory) WHERE $profile IS NULL OR m.profile_id = $profile
RETURN [m.scope] AS texts
UNION ALL MATCH (x:MemoryVector) WHERE $profile IS NULL OR x.profile_id = $profile
RETURN [x.claim] AS texts
UNION ALL MATCH (c:Conversation) WHERE $profile IS NULL OR c.profile_id = $profile
RETURN [c.scope] AS texts

// name: find_in_index
// Nodes that a full-text index finds a word in, with the text that it was made from.
CALL db.index.fulltext.queryNodes($index, $words) YIELD node
RETURN coalesce(node.text, node.name) + ' ' + coalesce(node.because, '')

// name: list_deleted
// Profiles that were deleted, and what held them was not scrubbed since.
MATCH (s:Store {name: 'store'}) UNWIND coalesce(s.deleted_profiles, []) AS id RETURN id

// name: delete_profile
// The profile goes at once, with everybody's access to it.
<<hold_profile>>
WITH p
CALL () { MATCH (t:Token) WHERE t.profile_id = $profile AND t.id IS NOT NULL DELETE t }
CALL () {
    MATCH (s:Store {name: 'store'})
    SET s.deleted_profiles = coalesce(s.deleted_profiles, []) + $profile }
DELETE p
RETURN 1

// name: sweep
// What a profile holds under one label, some thousands a transaction.
MATCH (x:<<label>>) WHERE x.profile_id = $profile AND x.<<key>> IS NOT NULL
CALL (x) { DETACH DELETE x } IN TRANSACTIONS OF 2000 ROWS

// name: forget_deleted
// Nothing of these profiles is left.
MATCH (s:Store {name: 'store'})
SET s.deleted_profiles = [id IN coalesce(s.deleted_profiles, []) WHERE NOT id IN $ids]

// name: find_freshened
// Up to when the shown weights are fresh, and the dial that they decay by.
MATCH (p:Profile {id: $profile})
RETURN p.rate_per_day, p.threshold,
       p.freshened_at.epochMillis * 1000 + p.freshened_at.microsecond % 1000

// name: freshen_entities
// Today's weight of what is active or was so lately, at least 1, to two digits. A row is held
// before it is looked at, so that no weight is computed from what it was before somebody changed it.
MATCH (e:Entity) WHERE e.profile_id = $profile AND e.fades_at > $since
CALL (e) {
    SET e.weight = e.weight
    WITH e
    WITH e,
         ($now - e.ref_at.epochMillis * 1000 - e.ref_at.microsecond % 1000) / 86400000000.0 AS age
    WITH e, e.ref_weight * exp(-$rate * CASE WHEN age < 0 THEN 0.0 ELSE age END) AS weight
    SET e.weight = round(CASE WHEN weight < 1 THEN 1.0 ELSE weight END, 2)
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(e)

// name: freshen_relations
// The same of relations.
MATCH ()-[r:<<types>>]->() WHERE r.profile_id = $profile AND r.fades_at > $since
CALL (r) {
    SET r.weight = r.weight
    WITH r
    WITH r,
         ($now - r.ref_at.epochMillis * 1000 - r.ref_at.microsecond % 1000) / 86400000000.0 AS age
    WITH r, r.ref_weight * exp(-$rate * CASE WHEN age < 0 THEN 0.0 ELSE age END) AS weight
    SET r.weight = round(CASE WHEN weight < 1 THEN 1.0 ELSE weight END, 2)
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(r)

// name: was_freshened
// The shown weights are those of this instant.
MATCH (p:Profile {id: $profile}) SET p.freshened_at = $at
