// What is known about the user, and how it stands.

// name: find_by_slots
// Memories that fill one of these slots.
UNWIND $keys AS key
MATCH (m:Memory) WHERE m.profile_id = $profile AND m.slot_key = key
RETURN m.id

// name: find_by_words
// Memories that say the same, but for how it is written.
UNWIND $keys AS key
MATCH (m:Memory) WHERE m.profile_id = $profile AND m.text_key = key
RETURN m.id

// name: find_by_entries
// Memories that were learned from these entries.
UNWIND $ids AS id
MATCH (:Entry {profile_id: $profile, id: id})<-[:LEARNED_FROM]-(m:Memory)
RETURN DISTINCT m.id

// name: find_about
// Memories that were learned from words which mention one of these entities, whatever became of
// the mention.
UNWIND $ids AS id
MATCH (x:Mention) WHERE x.profile_id = $profile AND x.entity_id = id
MATCH (:Entry {profile_id: $profile, id: x.entry_id})<-[l:LEARNED_FROM]-(m:Memory)
WHERE x.starts < l.ends AND x.ends > l.starts
RETURN DISTINCT m.id

// name: find_near
// Of the nearest vectors in the store how many there are, the cosine of the last one, and those of
// the profile and embedder, in a scope and in one of some states, NULL for any. Scored again:
// whatever the index computes with, this is the cosine.
CALL db.index.vector.queryNodes('memory_nearness', $n_asked, $numbers) YIELD node AS x
WITH x, 2 * vector.similarity.cosine(x.numbers, $numbers) - 1 AS cosine,
     x.profile_id = $profile AND x.embedder_id = $embedder AS is_mine
OPTIONAL MATCH (m:Memory {profile_id: $profile, id: CASE WHEN is_mine THEN x.memory_id END})
WITH x, cosine, is_mine AND ($scope IS NULL OR m.scope = $scope)
                        AND ($states IS NULL OR m.state IN $states) AS is_one
RETURN count(*), min(cosine), collect(CASE WHEN is_one THEN [x.memory_id, cosine] END)

// name: find_near_exactly
// The same of all vectors of the profile and embedder, one after another.
MATCH (x:MemoryVector) WHERE x.profile_id = $profile AND x.embedder_id = $embedder
WITH x.memory_id AS id, 2 * vector.similarity.cosine(x.numbers, $numbers) - 1 AS cosine
WHERE cosine >= $least
OPTIONAL MATCH (m:Memory {profile_id: $profile, id: id})
WITH id, cosine, m
WHERE ($scope IS NULL OR m.scope = $scope) AND ($states IS NULL OR m.state IN $states)
RETURN id, cosine ORDER BY cosine DESC, id LIMIT $limit

// name: read_memories
// Memories with their sources and vectors, all links and rulings that name them, and the ids of
// what fills the same slots.
MATCH (p:Profile {id: $profile})
RETURN
    COLLECT {
        UNWIND $ids AS id MATCH (m:Memory {profile_id: $profile, id: id}) RETURN <<memory>> },
    COLLECT {
        UNWIND $ids AS id
        MATCH (:Memory {profile_id: $profile, id: id})-[l:LEARNED_FROM]->()
        RETURN <<memory_source>> },
    COLLECT {
        UNWIND $ids AS id
        MATCH (k:MemoryLink)
        WHERE k.profile_id = $profile AND k.newer_id = id AND k.older_id IS NOT NULL
        RETURN <<memory_link>> },
    COLLECT {
        UNWIND $ids AS id
        MATCH (k:MemoryLink) WHERE k.profile_id = $profile AND k.older_id = id
        RETURN <<memory_link>> },
    COLLECT {
        UNWIND $ids AS id
        MATCH (u:MemoryRuling) WHERE u.profile_id = $profile AND u.memory_id = id
        RETURN <<memory_ruling>> },
    COLLECT {
        UNWIND $ids AS id
        MATCH (u:MemoryRuling) WHERE u.profile_id = $profile AND u.other_id = id
        RETURN <<memory_ruling>> },
    COLLECT {
        UNWIND $ids AS id
        MATCH (x:MemoryVector {profile_id: $profile, memory_id: id})
        RETURN <<memory_vector>> },
    COLLECT {
        UNWIND $ids AS id
        MATCH (m:Memory {profile_id: $profile, id: id}) WHERE m.slot_key IS NOT NULL
        WITH DISTINCT m.slot_key AS key, m.scope AS scope
        MATCH (o:Memory)
        WHERE o.profile_id = $profile AND o.slot_key = key AND o.scope = scope
        RETURN o.id }

// name: read_learned
// Memories with their sources alone, in order of id.
MATCH (p:Profile {id: $profile})
RETURN
    COLLECT {
        UNWIND $ids AS id MATCH (m:Memory {profile_id: $profile, id: id}) RETURN <<memory>> },
    COLLECT {
        UNWIND $ids AS id
        MATCH (:Memory {profile_id: $profile, id: id})-[l:LEARNED_FROM]->()
        RETURN <<memory_source>> }

// name: read_vetoes
// Vetoes of these entries, in order of entry and span.
UNWIND $ids AS id
MATCH (v:Veto) WHERE v.profile_id = $profile AND v.entry_id = id AND v.starts IS NOT NULL
  AND v.ends IS NOT NULL
RETURN [v.entry_id, v.starts, v.ends] ORDER BY v.entry_id, v.starts, v.ends

// name: get_memory
// One memory by id.
MATCH (m:Memory {profile_id: $profile, id: $id}) RETURN <<memory>>

// name: search_memories
// Memories with any of the words, those with more of them and rarer ones first.
CALL db.index.fulltext.queryNodes('memory_text', $words) YIELD node AS m, score
WHERE m.profile_id = $profile AND score > 0
RETURN m.id, score ORDER BY score DESC, m.id LIMIT $limit

// name: list_revisions
// The history of a memory, oldest first.
MATCH (v:MemoryRevision) WHERE v.profile_id = $profile AND v.memory_id = $id
RETURN <<memory_revision>> ORDER BY v.id

// name: use_memories
// Count that they were used. Each is held before its count is read.
UNWIND $ids AS id
MATCH (m:Memory {profile_id: $profile, id: id})
SET m.access_count = m.access_count
WITH m
SET m.access_count = m.access_count + 1,
    m.accessed_at = CASE WHEN m.accessed_at >= $at THEN m.accessed_at ELSE $at END

// name: list_memory_ids
// Ids in ascending order, for jobs that go through those made since one.
MATCH (m:Memory) WHERE m.profile_id = $profile AND m.id > $after
RETURN m.id ORDER BY m.profile_id, m.id LIMIT $limit

// name: list_unembedded
// Memories without a vector of an embedder, ascending by id.
CALL () {
    MATCH (m:Memory)
    WHERE m.profile_id = $profile AND m.embedder_id < $embedder AND m.id IS NOT NULL
    RETURN m ORDER BY m.id LIMIT $limit
  UNION ALL
    MATCH (m:Memory)
    WHERE m.profile_id = $profile AND m.embedder_id > $embedder AND m.id IS NOT NULL
    RETURN m ORDER BY m.id LIMIT $limit }
RETURN <<memory>> ORDER BY m.id LIMIT $limit

// name: list_expired
// What expired by now and is not put away yet, earliest first.
MATCH (m:Memory) WHERE m.profile_id = $profile AND m.due_at <= $now
RETURN m.id ORDER BY m.due_at, m.id LIMIT $limit

// name: count_memories
// How many memories are in each state.
UNWIND $states AS state
RETURN state, COUNT {
    MATCH (m:Memory)
    WHERE m.profile_id = $profile AND m.state = state AND m.confirmed_at IS NOT NULL }

// name: read_spent
// What asking models took on a day, of all profiles.
MATCH (s:Spent) WHERE s.day = $day
RETURN sum(s.n_calls), sum(s.n_sent), sum(s.n_received),
       any(one IN collect(s.estimated) WHERE one)

// name: hold_profile
// Hold the profile, and tell whether it is there.
<<hold_profile>>
RETURN p.id

// name: list_groundless
// Memories that were learned from nothing that is left.
MATCH (m:Memory) WHERE m.profile_id = $profile AND m.id IS NOT NULL
  AND NOT EXISTS { (m)-[:LEARNED_FROM]->() }
RETURN m.id

// name: remove_strays
// What belongs to no memory or no entry any more; how many of them.
CALL () {
    MATCH (k:MemoryLink)
    WHERE k.profile_id = $profile AND k.newer_id IS NOT NULL AND k.older_id IS NOT NULL
      AND NOT (EXISTS { MATCH (:Memory {profile_id: $profile, id: k.newer_id}) }
               AND EXISTS { MATCH (:Memory {profile_id: $profile, id: k.older_id}) })
    DELETE k
    RETURN count(*) AS n_links }
CALL () {
    MATCH (u:MemoryRuling)
    WHERE u.profile_id = $profile AND u.id IS NOT NULL
      AND NOT (EXISTS { MATCH (:Memory {profile_id: $profile, id: u.memory_id}) }
               AND (u.other_id IS NULL
                    OR EXISTS { MATCH (:Memory {profile_id: $profile, id: u.other_id}) }))
    DELETE u
    RETURN count(*) AS n_rulings }
CALL () {
    MATCH (v:MemoryRevision)
    WHERE v.profile_id = $profile AND v.id IS NOT NULL
      AND NOT EXISTS { MATCH (:Memory {profile_id: $profile, id: v.memory_id}) }
    DELETE v
    RETURN count(*) AS n_revisions }
CALL () {
    MATCH (x:MemoryVector)
    WHERE x.profile_id = $profile AND x.memory_id IS NOT NULL
      AND NOT EXISTS { MATCH (:Memory {profile_id: $profile, id: x.memory_id}) }
    DELETE x
    RETURN count(*) AS n_vectors }
CALL () {
    MATCH (v:Veto)
    WHERE v.profile_id = $profile AND v.entry_id IS NOT NULL AND v.starts IS NOT NULL
      AND v.ends IS NOT NULL
      AND NOT EXISTS { MATCH (:Entry {profile_id: $profile, id: v.entry_id}) }
    DELETE v
    RETURN count(*) AS n_vetoes }
CALL () {
    MATCH (r:Reply)
    WHERE r.profile_id = $profile AND r.turn_id IS NOT NULL
      AND NOT EXISTS { MATCH (:Entry {profile_id: $profile, id: r.turn_id}) }
    DETACH DELETE r
    RETURN count(*) AS n_replies }
CALL () {
    MATCH (x:Passage)
    WHERE x.profile_id = $profile AND x.entry_id IS NOT NULL
      AND NOT EXISTS { MATCH (:Entry {profile_id: $profile, id: x.entry_id}) }
    DELETE x
    RETURN count(*) AS n_passages }
CALL () {
    MATCH (x:MoodReading)
    WHERE x.profile_id = $profile AND x.entry_id IS NOT NULL
      AND NOT EXISTS { MATCH (:Entry {profile_id: $profile, id: x.entry_id}) }
    DELETE x
    RETURN count(*) AS n_moods }
CALL () {
    MATCH (a:Raised)
    WHERE a.profile_id = $profile AND a.memory_id IS NOT NULL
      AND NOT EXISTS { MATCH (:Memory {profile_id: $profile, id: a.memory_id}) }
    DELETE a
    RETURN count(*) AS n_raised }
RETURN n_links + n_rulings + n_revisions + n_vectors + n_vetoes + n_replies + n_passages + n_moods
    + n_raised
