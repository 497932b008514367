// What a delta does to memories: `drop_memories`, `save_memories` and `draw_about`, each only if
// there is something for it to do. The profile is held by whoever runs them.

// name: drop_memories
// Memories with all that is their own, and what of others goes.
CALL () {
    UNWIND $ids AS id
    MATCH (k:MemoryLink)
    WHERE k.profile_id = $profile AND k.newer_id = id AND k.older_id IS NOT NULL
    DELETE k }
CALL () {
    UNWIND $ids AS id
    MATCH (k:MemoryLink) WHERE k.profile_id = $profile AND k.older_id = id DELETE k }
CALL () {
    UNWIND $ids AS id
    MATCH (u:MemoryRuling) WHERE u.profile_id = $profile AND u.memory_id = id DELETE u }
CALL () {
    UNWIND $ids AS id
    MATCH (u:MemoryRuling) WHERE u.profile_id = $profile AND u.other_id = id DELETE u }
CALL () {
    UNWIND $ids AS id
    MATCH (v:MemoryRevision) WHERE v.profile_id = $profile AND v.memory_id = id DELETE v }
CALL () {
    UNWIND $ids AS id
    MATCH (v:MemoryRevision) WHERE v.profile_id = $profile AND v.other_id = id DELETE v }
CALL () {
    UNWIND $ids AS id
    MATCH (a:Raised) WHERE a.profile_id = $profile AND a.memory_id = id DELETE a }
CALL () {
    UNWIND $ids AS id
    MATCH (m:Memory {profile_id: $profile, id: id}) DETACH DELETE m }
CALL () {
    UNWIND $ids + $vectors AS id
    MATCH (x:MemoryVector {profile_id: $profile, memory_id: id}) DELETE x }
CALL () {
    UNWIND $vectors AS id
    MATCH (m:Memory {profile_id: $profile, id: id}) SET m.embedder_id = '' }
CALL () {
    UNWIND $sources AS row
    MATCH ()-[l:LEARNED_FROM]->()
    WHERE l.profile_id = $profile AND l.memory_id = row[0] AND l.entry_id = row[1]
      AND l.starts = row[2] AND l.ends = row[3]
    DELETE l }
CALL () {
    UNWIND $rulings AS id
    MATCH (u:MemoryRuling {profile_id: $profile, id: id}) DELETE u }
CALL () {
    UNWIND $vetoes AS row
    MATCH (v:Veto {profile_id: $profile, entry_id: row[0], starts: row[1], ends: row[2]})
    DELETE v }
CALL () {
    UNWIND $vetoes AS row
    <<unplace_entry>> }

// name: move_vetoes
// The vetoes of an entry as they hold after an edit.
CALL () {
    MATCH (v:Veto)
    WHERE v.profile_id = $profile AND v.entry_id = $id AND v.starts IS NOT NULL
      AND v.ends IS NOT NULL
    DELETE v }
UNWIND $vetoes AS row
MERGE (v:Veto {profile_id: $profile, entry_id: row.entry_id, starts: row.starts, ends: row.ends})

// name: save_entries
// Entries that are stored as read.
UNWIND $entries AS row
MERGE (n:Entry {profile_id: $profile, id: row.id})
SET n += row
<<form_labels>>
WITH n
MATCH (c:Conversation {profile_id: $profile, id: n.conversation_id})
MERGE (n)-[:IN]->(c)
<<last_said>>

// name: save_memories
// New, or in the place of what is stored under the same key. How a memory was used and what made
// its vector stay as they are. Gives how many sources were stored.
CALL () {
    UNWIND $memories AS row
    MERGE (m:Memory {profile_id: $profile, id: row.id})
    ON CREATE SET m.access_count = 0, m.embedder_id = ''
    SET m += row }
CALL () {
    UNWIND $sources AS row
    MATCH (m:Memory {profile_id: $profile, id: row.memory_id})
    MATCH (n:Entry {profile_id: $profile, id: row.entry_id})
    MERGE (m)-[l:LEARNED_FROM {profile_id: $profile, memory_id: row.memory_id,
                               entry_id: row.entry_id, starts: row.starts, ends: row.ends}]->(n)
    SET l = row
    RETURN count(*) AS n_sources }
CALL () {
    UNWIND $links AS row
    MERGE (k:MemoryLink {profile_id: $profile, newer_id: row.newer_id, older_id: row.older_id})
    SET k = row }
CALL () {
    UNWIND $rulings AS row
    MERGE (u:MemoryRuling {profile_id: $profile, id: row.id}) SET u = row }
CALL () {
    UNWIND $revisions AS row
    MERGE (v:MemoryRevision {profile_id: $profile, id: row.id}) SET v = row }
CALL () {
    UNWIND $vectors AS row
    MATCH (m:Memory {profile_id: $profile, id: row.memory_id})
    SET m.embedder_id = row.embedder_id
    MERGE (x:MemoryVector {profile_id: $profile, memory_id: row.memory_id})
    SET x = row }
CALL () {
    UNWIND $vetoes AS row
    MERGE (v:Veto {profile_id: $profile, entry_id: row.entry_id, starts: row.starts,
                   ends: row.ends}) }
CALL () {
    UNWIND $vetoes AS row
    WITH [row.entry_id] AS row
    <<unplace_entry>> }
CALL () {
    UNWIND $memories AS row
    MATCH (m:Memory {profile_id: $profile, id: row.id})
    CALL (m) { MATCH (m)<-[old:SUPERSEDES]-() DELETE old }
    CALL (m) { MATCH (m)-[old:MERGED_INTO]->() DELETE old }
    <<draw_standing>> }
RETURN n_sources

// name: list_ids
// Ids of all memories of a profile.
MATCH (m:Memory) WHERE m.profile_id = $profile AND m.id IS NOT NULL RETURN m.id

// name: draw_about
// Memories point at what their words mention: those that are named, those that were learned from
// some entries, and those whose words mention some entities that were merged or set apart.
CALL () {
    UNWIND $memory_ids AS id
    MATCH (m:Memory {profile_id: $profile, id: id})
    RETURN m
  UNION
    UNWIND $entry_ids AS id
    MATCH (:Entry {profile_id: $profile, id: id})<-[:LEARNED_FROM]-(m:Memory)
    RETURN m
  UNION
    UNWIND $entity_ids AS id
    MATCH (x:Mention) WHERE x.profile_id = $profile AND x.entity_id = id
    MATCH (:Entry {profile_id: $profile, id: x.entry_id})<-[:LEARNED_FROM]-(m:Memory)
    RETURN m }
CALL (m) { MATCH (m)-[old:ABOUT]->() DELETE old }
CALL (m) {
    <<draw_about>> }

// name: add_spent
// What asking a model took, added to that day's.
MERGE (s:Spent {profile_id: $profile, day: $day})
SET s.n_calls = coalesce(s.n_calls, 0) + $n_calls, s.n_sent = coalesce(s.n_sent, 0) + $n_sent,
    s.n_received = coalesce(s.n_received, 0) + $n_received,
    s.estimated = coalesce(s.estimated, false) OR $estimated
