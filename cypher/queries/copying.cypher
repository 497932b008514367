// Handing all rows over to another store, and taking them in. Pages are ranges of the indexes that
// make the rows' keys unique. What is only there to look at (edges that repeat what rows say) is
// drawn when all rows are there. Where two indexes would do, the one that also gives the order is
// named: with another one each page would sort all that is left.

// name: read_copy
// How far a copy into this store has come.
MATCH (s:Store {name: 'store'}) WHERE s.copying IS NOT NULL RETURN s.copying

// name: note_copy
// How far it has come now; nothing when it is whole.
MATCH (s:Store {name: 'store'}) SET s.copying = $mark

// name: count_profiles
// How many profiles there are.
MATCH (p:Profile) RETURN count(p)

// name: export_store
// What the store knows of itself.
MATCH (s:Store {name: 'store'})
RETURN s.hash_key, s.mark.epochMillis * 1000 + s.mark.microsecond % 1000

// name: absorb_store
// The same of another store.
MATCH (s:Store {name: 'store'}) SET s.hash_key = $hash_key, s.mark = $mark

// name: export_profiles
// All profiles in order of id, after one of them.
MATCH (p:Profile) WHERE p.id > $after RETURN <<profile>> ORDER BY p.id LIMIT $limit

// name: absorb_profiles
// Profiles of another store, new or in place of those here.
UNWIND $rows AS row
MERGE (p:Profile {id: row.id})
ON CREATE SET p.fence = 0
SET p += row

// name: count_parts
// How many rows of each kind a profile has, in the order of the kinds.
MATCH (p:Profile {id: $profile})
RETURN
    COUNT { MATCH (x:Token) WHERE x.profile_id = $profile AND x.id IS NOT NULL },
    COUNT { MATCH (x:Conversation) WHERE x.profile_id = $profile AND x.id IS NOT NULL },
    COUNT { MATCH (x:Entry) WHERE x.profile_id = $profile AND x.id IS NOT NULL },
    COUNT { MATCH (x:Reply) WHERE x.profile_id = $profile AND x.turn_id IS NOT NULL },
    COUNT { MATCH (x:Entry) WHERE x.profile_id = $profile AND x.id IS NOT NULL
                   AND x.indexed_by <> '' },
    COUNT { MATCH (x:Entry) WHERE x.profile_id = $profile AND x.id IS NOT NULL
                   AND size(x.date_rules) > 0 },
    COUNT { MATCH (x:MoodReading) WHERE x.profile_id = $profile AND x.entry_id IS NOT NULL },
    COUNT { MATCH (x:Mention) WHERE x.profile_id = $profile AND x.id IS NOT NULL },
    COUNT { MATCH (x:Assertion) WHERE x.profile_id = $profile AND x.id IS NOT NULL },
    COUNT { MATCH (x:Ruling) WHERE x.profile_id = $profile AND x.id IS NOT NULL },
    COUNT { MATCH (x:Tombstone) WHERE x.profile_id = $profile AND x.hash IS NOT NULL },
    COUNT { MATCH (x:RequestKey) WHERE x.profile_id = $profile AND x.key_hash IS NOT NULL },
    COUNT { MATCH (x:Entity) WHERE x.profile_id = $profile AND x.id IS NOT NULL },
    COUNT { MATCH (x:Form) WHERE x.profile_id = $profile AND x.key IS NOT NULL },
    COUNT { MATCH (x:Question) WHERE x.profile_id = $profile AND x.id IS NOT NULL },
    COUNT { MATCH ()-[x:<<types>>]->() WHERE x.profile_id = $profile AND x.id IS NOT NULL },
    COUNT { MATCH (x:Evidence) WHERE x.profile_id = $profile AND x.source_id IS NOT NULL },
    COUNT { MATCH (x:DayRow) WHERE x.profile_id = $profile AND x.day IS NOT NULL },
    COUNT { MATCH (x:Chapter) WHERE x.profile_id = $profile AND x.id IS NOT NULL },
    COUNT { MATCH (x:Memory) WHERE x.profile_id = $profile AND x.id IS NOT NULL },
    COUNT { MATCH ()-[x:LEARNED_FROM]->() WHERE x.profile_id = $profile
              AND x.memory_id IS NOT NULL AND x.entry_id IS NOT NULL AND x.starts IS NOT NULL
              AND x.ends IS NOT NULL },
    COUNT { MATCH (x:MemoryLink) WHERE x.profile_id = $profile AND x.newer_id IS NOT NULL
              AND x.older_id IS NOT NULL },
    COUNT { MATCH (x:MemoryRuling) WHERE x.profile_id = $profile AND x.id IS NOT NULL },
    COUNT { MATCH (x:MemoryRevision) WHERE x.profile_id = $profile AND x.id IS NOT NULL },
    COUNT { MATCH (x:MemoryVector) WHERE x.profile_id = $profile AND x.memory_id IS NOT NULL },
    COUNT { MATCH (x:Raised) WHERE x.profile_id = $profile AND x.memory_id IS NOT NULL },
    COUNT { MATCH (x:Veto) WHERE x.profile_id = $profile AND x.entry_id IS NOT NULL
              AND x.starts IS NOT NULL AND x.ends IS NOT NULL },
    COUNT { MATCH (x:Spent) WHERE x.profile_id = $profile AND x.day IS NOT NULL },
    COUNT { MATCH (x:Job) WHERE x.profile_id = $profile AND x.id IS NOT NULL }

// name: export_tokens
// A profile's tokens by id.
MATCH (t:Token) WHERE t.profile_id = $profile AND t.id > $after
RETURN <<token>>, t.secret_hash ORDER BY t.profile_id, t.id LIMIT $limit

// name: export_entries
// Its entries by id.
MATCH (n:Entry) WHERE n.profile_id = $profile AND n.id > $after
RETURN <<entry>> ORDER BY n.profile_id, n.id LIMIT $limit

// name: export_spoken_dates
// The dates that its next few entries speak of.
MATCH (n:Entry) WHERE n.profile_id = $profile AND n.id > $after
  AND size(n.date_rules) > 0
RETURN [n.id], <<spoken_dates>> ORDER BY n.profile_id, n.id LIMIT $limit

// name: export_mood_readings
// The moods that were read in its entries.
MATCH (x:MoodReading) WHERE x.profile_id = $profile AND x.entry_id > $after
RETURN <<mood_reading>> ORDER BY x.profile_id, x.entry_id LIMIT $limit

// name: export_mentions
// What was read in its entries.
MATCH (m:Mention) WHERE m.profile_id = $profile AND m.id > $after
RETURN <<mention>> ORDER BY m.profile_id, m.id LIMIT $limit

// name: export_assertions
// What its entries state.
MATCH (a:Assertion) WHERE a.profile_id = $profile AND a.id > $after
RETURN <<assertion>> ORDER BY a.profile_id, a.id LIMIT $limit

// name: export_rulings
// Its user's rulings.
MATCH (u:Ruling) WHERE u.profile_id = $profile AND u.id > $after
RETURN <<ruling>> ORDER BY u.profile_id, u.id LIMIT $limit

// name: export_tombstones
// What was deleted and is not to come back.
MATCH (t:Tombstone) WHERE t.profile_id = $profile AND t.hash > $after
RETURN [t.hash] ORDER BY t.profile_id, t.hash LIMIT $limit

// name: export_request_keys
// Which requests were answered.
MATCH (k:RequestKey) WHERE k.profile_id = $profile AND k.key_hash > $after
RETURN [k.key_hash, k.request_hash, k.entry_id,
        k.created_at.epochMillis * 1000 + k.created_at.microsecond % 1000]
ORDER BY k.profile_id, k.key_hash LIMIT $limit

// name: export_entities
// Its entities.
MATCH (e:Entity) WHERE e.profile_id = $profile AND e.id > $after
RETURN <<entity>> ORDER BY e.profile_id, e.id LIMIT $limit

// name: export_forms
// In which ways they are spoken of.
MATCH (f:Form) USING INDEX f:Form(profile_id, entity_id, name, kind, role, cadence)
WHERE f.profile_id = $profile AND f.entity_id >= $after AND f.name IS NOT NULL
  AND f.kind IS NOT NULL AND f.role IS NOT NULL AND f.cadence IS NOT NULL
  AND [f.entity_id, f.name, f.kind, f.role, f.cadence] > [$after, $name, $kind, $role, $cadence]
RETURN <<form>>
ORDER BY f.profile_id, f.entity_id, f.name, f.kind, f.role, f.cadence LIMIT $limit

// name: export_questions
// What is asked about its entities, and what was answered.
MATCH (q:Question) WHERE q.profile_id = $profile AND q.id > $after
RETURN <<question>> ORDER BY q.profile_id, q.id LIMIT $limit

// name: export_relations
// Its relations of one type.
MATCH (a)-[r:<<type>>]->(b) WHERE r.profile_id = $profile AND r.id > $after
RETURN <<relation>> ORDER BY r.profile_id, r.id LIMIT $limit

// name: export_evidence
// What its sources say of its targets.
MATCH (v:Evidence) USING INDEX v:Evidence(profile_id, target_id, source_id)
WHERE v.profile_id = $profile AND v.target_id >= $after AND v.source_id IS NOT NULL
  AND CASE WHEN v.target_id = $after THEN v.source_id > $source ELSE true END
RETURN <<evidence>> ORDER BY v.profile_id, v.target_id, v.source_id LIMIT $limit

// name: export_day_rows
// Its targets' days.
MATCH (d:DayRow) USING INDEX d:DayRow(profile_id, target_id, day)
WHERE d.profile_id = $profile AND d.target_id >= $after AND d.day IS NOT NULL
  AND CASE WHEN d.target_id = $after THEN d.day > date($day) ELSE true END
RETURN <<day_row>> ORDER BY d.profile_id, d.target_id, d.day LIMIT $limit

// name: export_chapters
// Its chapters.
MATCH (c:Chapter) WHERE c.profile_id = $profile AND c.id > $after
RETURN <<chapter>> ORDER BY c.profile_id, c.id LIMIT $limit

// name: export_conversations
// Its conversations.
MATCH (c:Conversation) WHERE c.profile_id = $profile AND c.id > $after
RETURN <<conversation>> ORDER BY c.profile_id, c.id LIMIT $limit

// name: export_replies
// What was replied in them.
MATCH (r:Reply) WHERE r.profile_id = $profile AND r.turn_id > $after
RETURN <<reply>> ORDER BY r.profile_id, r.turn_id LIMIT $limit

// name: export_passages
// Of its next few entries that have some, or were found to have none.
MATCH (n:Entry) WHERE n.profile_id = $profile AND n.id > $after AND n.indexed_by <> ''
WITH n ORDER BY n.profile_id, n.id LIMIT $limit
RETURN [n.id, n.revision, n.indexed_by],
    COLLECT {
        MATCH (x:Passage) WHERE x.profile_id = $profile AND x.entry_id = n.id
        RETURN [x.starts, x.ends, x.text, x.numbers] }

// name: export_memories
// What is known about its user.
MATCH (m:Memory) WHERE m.profile_id = $profile AND m.id > $after
RETURN <<memory>> ORDER BY m.profile_id, m.id LIMIT $limit

// name: export_sources
// Where that was learned.
MATCH ()-[l:LEARNED_FROM]->()
WHERE l.profile_id = $profile AND l.memory_id >= $after AND l.entry_id IS NOT NULL
  AND l.starts IS NOT NULL AND l.ends IS NOT NULL
  AND [l.memory_id, l.entry_id, l.starts, l.ends] > [$after, $entry, $starts, $ends]
RETURN <<memory_source>>
ORDER BY l.profile_id, l.memory_id, l.entry_id, l.starts, l.ends LIMIT $limit

// name: export_links
// How memories stand to each other.
MATCH (k:MemoryLink) USING INDEX k:MemoryLink(profile_id, newer_id, older_id)
WHERE k.profile_id = $profile AND k.newer_id >= $after AND k.older_id IS NOT NULL
  AND CASE WHEN k.newer_id = $after THEN k.older_id > $older ELSE true END
RETURN <<memory_link>> ORDER BY k.profile_id, k.newer_id, k.older_id LIMIT $limit

// name: export_memory_rulings
// What was ruled about them.
MATCH (u:MemoryRuling) WHERE u.profile_id = $profile AND u.id > $after
RETURN <<memory_ruling>> ORDER BY u.profile_id, u.id LIMIT $limit

// name: export_revisions
// How they changed.
MATCH (v:MemoryRevision) WHERE v.profile_id = $profile AND v.id > $after
RETURN <<memory_revision>> ORDER BY v.profile_id, v.id LIMIT $limit

// name: export_vectors
// Where their texts lie.
MATCH (x:MemoryVector) WHERE x.profile_id = $profile AND x.memory_id > $after
RETURN <<memory_vector>> ORDER BY x.profile_id, x.memory_id LIMIT $limit

// name: export_raised
// What came up by itself.
MATCH (a:Raised) USING INDEX a:Raised(profile_id, memory_id, occasion, due_on)
WHERE a.profile_id = $profile AND a.memory_id >= $after AND a.occasion IS NOT NULL
  AND a.due_on IS NOT NULL
  AND [a.memory_id, a.occasion, toString(a.due_on)] > [$after, $occasion, $due_on]
RETURN <<raised>>
ORDER BY a.profile_id, a.memory_id, a.occasion, a.due_on LIMIT $limit

// name: export_vetoes
// From which words nothing is to be remembered.
MATCH (v:Veto) USING INDEX v:Veto(profile_id, entry_id, starts, ends)
WHERE v.profile_id = $profile AND v.entry_id >= $after AND v.starts IS NOT NULL
  AND v.ends IS NOT NULL AND [v.entry_id, v.starts, v.ends] > [$after, $starts, $ends]
RETURN [v.entry_id, v.starts, v.ends]
ORDER BY v.profile_id, v.entry_id, v.starts, v.ends LIMIT $limit

// name: export_spent
// What asking models took, by day.
MATCH (s:Spent) WHERE s.profile_id = $profile AND s.day > date($after)
RETURN [toString(s.day), s.n_calls, s.n_sent, s.n_received, s.estimated]
ORDER BY s.profile_id, s.day LIMIT $limit

// name: export_jobs
// Its jobs; one that somebody holds waits where it is copied to.
MATCH (j:Job) WHERE j.profile_id = $profile AND j.id > $after
RETURN <<job>>, j.slot ORDER BY j.profile_id, j.id LIMIT $limit

// name: create_nodes
// New rows with the same labels; fails if one of them is there.
UNWIND $rows AS row
CREATE (x:<<label>>) SET x = row

// name: merge_nodes
// Rows of one kind, new or in place of those with their keys.
UNWIND $rows AS row
MERGE (x:<<label>> {<<key>>}) SET x = row

// name: merge_entries
// Entries, new or in place of those with their ids; they keep the dates that they speak of.
UNWIND $rows AS row
MERGE (n:Entry {profile_id: row.profile_id, id: row.id})
REMOVE n:<<form_names>>
SET n += row
<<form_labels>>

// name: absorb_spoken_dates
// The dates that entries speak of.
UNWIND $rows AS row
MATCH (n:Entry {profile_id: $profile, id: row.id}) SET n += row.dates
RETURN count(n)

// name: merge_entities
// Entities, new or in place of those with their ids.
UNWIND $rows AS row
MERGE (e:Entity {profile_id: row.profile_id, id: row.id})
REMOVE e:<<kinds>>
SET e = row
<<kind_labels>>

// name: find_contested
// Unique keys that another entity has: of two that came to the same one only the first has it.
UNWIND $rows AS row
MATCH (e:Entity {profile_id: row.profile_id, unique_key: row.unique_key}) WHERE e.id <> row.id
RETURN DISTINCT row.unique_key

// name: create_relations
// New relations of one type; how many there are of whose ends both are there.
UNWIND $rows AS row
MATCH (a:Entity {profile_id: $profile, id: row.subject_id})
MATCH (b:Entity {profile_id: $profile, id: row.object_id})
CREATE (a)-[r:<<type>>]->(b) SET r = row.properties
RETURN count(r)

// name: absorb_sources
// Sources of memories, new or in place of those with their keys; how many there are of whose memory
// and entry both are there.
UNWIND $rows AS row
MATCH (m:Memory {profile_id: $profile, id: row.memory_id})
MATCH (n:Entry {profile_id: $profile, id: row.entry_id})
MERGE (m)-[l:LEARNED_FROM {profile_id: $profile, memory_id: row.memory_id,
                           entry_id: row.entry_id, starts: row.starts, ends: row.ends}]->(n)
SET l = row
RETURN count(l)

// name: clear_sources
// All sources of memories.
MATCH ()-[l:LEARNED_FROM]->()
WHERE l.profile_id = $profile AND l.memory_id IS NOT NULL AND l.entry_id IS NOT NULL
  AND l.starts IS NOT NULL AND l.ends IS NOT NULL
CALL (l) { DELETE l } IN TRANSACTIONS OF 2000 ROWS

// name: clear_passages
// After all passages: no entry has any.
MATCH (n:Entry) WHERE n.profile_id = $profile AND n.id IS NOT NULL AND n.indexed_by <> ''
CALL (n) { SET n.indexed_by = '' } IN TRANSACTIONS OF 2000 ROWS

// name: clear_spoken_dates
// The dates that entries speak of.
MATCH (n:Entry) WHERE n.profile_id = $profile AND n.id IS NOT NULL
CALL (n) {
    REMOVE n.date_starts, n.date_ends, n.date_first_on, n.date_last_on, n.date_rules
} IN TRANSACTIONS OF 2000 ROWS

// name: clear_relations
// All relations.
MATCH ()-[r:<<types>>]->() WHERE r.profile_id = $profile AND r.id IS NOT NULL
CALL (r) { DELETE r } IN TRANSACTIONS OF 2000 ROWS

// name: draw_merges
// What was merged points at what it was merged into.
MATCH (e:Entity) WHERE e.profile_id = $profile AND e.merged_into IS NOT NULL
CALL (e) {
    MATCH (s:Entity {profile_id: e.profile_id, id: e.merged_into})
    MERGE (e)-[:MERGED_INTO]->(s)
} IN TRANSACTIONS OF 2000 ROWS

// name: draw_mentions
// Entries point at what they are evidence of.
MATCH (v:Evidence) WHERE v.profile_id = $profile AND v.source_id IS NOT NULL
CALL (v) {
    MATCH (e:Entity {profile_id: v.profile_id, id: v.target_id})
    MATCH (n:Entry {profile_id: v.profile_id, id: v.source_id})
    MERGE (n)-[m:MENTIONS]->(e)
    SET m.strength = v.strength, m.at = v.at
} IN TRANSACTIONS OF 2000 ROWS

// name: draw_features
// Chapters point at what they are about.
MATCH (c:Chapter) WHERE c.profile_id = $profile AND c.id IS NOT NULL
CALL (c) {
    UNWIND range(0, size(c.feature_ids) - 1) AS place
    MATCH (e:Entity {profile_id: c.profile_id, id: c.feature_ids[place]})
    MERGE (c)-[f:FEATURES]->(e)
    SET f.weight = c.feature_weights[place], f.trend = c.feature_trends[place],
        f.rank = c.feature_ranks[place]
} IN TRANSACTIONS OF 2000 ROWS

// name: draw_turns
// Turns point at the conversation that they belong to.
MATCH (n:Entry)
WHERE n.profile_id = $profile AND n.conversation_id IS NOT NULL AND n.id IS NOT NULL
CALL (n) {
    MATCH (c:Conversation {profile_id: n.profile_id, id: n.conversation_id})
    MERGE (n)-[:IN]->(c)
} IN TRANSACTIONS OF 2000 ROWS

// name: draw_replies
// Replies point at the turns that they answer.
MATCH (r:Reply) WHERE r.profile_id = $profile AND r.turn_id IS NOT NULL
CALL (r) {
    MATCH (n:Entry {profile_id: r.profile_id, id: r.turn_id})
    REMOVE n.unanswered
    MERGE (r)-[:ANSWERS]->(n)
} IN TRANSACTIONS OF 2000 ROWS

// name: draw_standing
// Memories point at what they took the place of, and at what they went into.
MATCH (m:Memory) WHERE m.profile_id = $profile AND m.id IS NOT NULL
CALL (m) {
    <<draw_standing>>
} IN TRANSACTIONS OF 2000 ROWS

// name: draw_about
// Memories point at what their words mention.
MATCH (m:Memory) WHERE m.profile_id = $profile AND m.id IS NOT NULL
CALL (m) {
    <<draw_about>>
} IN TRANSACTIONS OF 2000 ROWS
