// Pieces of entries, found by their words and by their meaning.

// name: list_unindexed
// Entries without passages of an embedder that were read or are not read, newest first; no turn
// of a conversation that is not remembered.
CALL () {
    MATCH (n:Entry)
    WHERE n.profile_id = $profile AND n.indexed_by = '' AND n.occurred_at IS NOT NULL
      AND n.id IS NOT NULL AND <<may_be_found>>
    RETURN n
    ORDER BY n.profile_id DESC, n.indexed_by DESC, n.occurred_at DESC, n.id DESC LIMIT $limit
  UNION ALL
    MATCH (n:Entry)
    WHERE n.profile_id = $profile AND n.indexed_by > '' AND n.indexed_by < $embedder
      AND n.occurred_at IS NOT NULL AND n.id IS NOT NULL AND <<may_be_found>>
    RETURN n ORDER BY n.occurred_at DESC, n.id DESC LIMIT $limit
  UNION ALL
    MATCH (n:Entry)
    WHERE n.profile_id = $profile AND n.indexed_by > $embedder
      AND n.occurred_at IS NOT NULL AND n.id IS NOT NULL AND <<may_be_found>>
    RETURN n ORDER BY n.occurred_at DESC, n.id DESC LIMIT $limit }
RETURN n.id ORDER BY n.occurred_at DESC, n.id DESC LIMIT $limit

// name: save_passages
// Hold the profile and store the passages of entries, in place of those that there are; of how
// many. Entries that are gone or have another revision, and turns that are not remembered, are
// passed over.
<<hold_profile>>
WITH p
UNWIND $entries AS row
MATCH (n:Entry {profile_id: $profile, id: row.id}) WHERE n.revision = row.revision
OPTIONAL MATCH (c:Conversation {profile_id: $profile, id: n.conversation_id})
WITH n, c, row WHERE n.conversation_id IS NULL OR c.remembers
SET n.indexed_by = row.embedder_id
WITH n, c, row
CALL (n) {
    MATCH (x:Passage) WHERE x.profile_id = $profile AND x.entry_id = n.id DELETE x }
CALL (n, c, row) {
    UNWIND row.passages AS one
    CREATE (x:Passage)
    SET x = one, x.profile_id = $profile, x.entry_id = n.id, x.embedder_id = row.embedder_id,
        x.day = n.day, x.conversation_id = n.conversation_id, x.scope = coalesce(c.scope, '') }
RETURN count(n)

// name: search_passages
// Of what the index finds first how many there are, the rank of the last one, and those that are
// looked for.
CALL db.index.fulltext.queryNodes('passage_text', $words, $options) YIELD node AS x, score
WITH x, score, score > 0 AND x.profile_id = $profile AND <<passage_filter>> AS is_one
RETURN count(*), min(score), collect(CASE WHEN is_one THEN <<found_passage>> END)

// name: count_passages
// How many there are of an embedder in a stretch of days, up to a number.
MATCH (x:Passage)
WHERE x.profile_id = $profile AND x.embedder_id = $embedder AND x.day >= $since
  AND x.day <= $until
WITH x LIMIT $most
RETURN count(x)

// name: find_near
// Of the nearest vectors in the store how many there are, the cosine of the last one, and those
// that are looked for. Scored again: whatever the index computes with, this is the cosine.
CALL db.index.vector.queryNodes('passage_nearness', $n_asked, $numbers) YIELD node AS x
WITH x, round(2 * vector.similarity.cosine(x.numbers, $numbers) - 1, 6) AS score,
     x.profile_id = $profile AND x.embedder_id = $embedder AND <<passage_filter>> AS is_one
RETURN count(*), min(score), collect(CASE WHEN is_one THEN <<found_passage>> END)

// name: find_near_exactly
// The same of all of an embedder in a stretch of days, one after another.
MATCH (x:Passage)
WHERE x.profile_id = $profile AND x.embedder_id = $embedder AND <<passage_filter>>
WITH x, round(2 * vector.similarity.cosine(x.numbers, $numbers) - 1, 6) AS score
WHERE score >= $least
WITH x, score ORDER BY score DESC, x.entry_id, x.starts LIMIT $limit
RETURN <<found_passage>>

// name: read_beside
// Turns with those before each in its conversation, latest first, and those after it.
UNWIND $ids AS id
MATCH (n:Entry {profile_id: $profile, id: id})
WHERE n.form = 'Turn' AND n.conversation_id IS NOT NULL
RETURN n.id,
    COLLECT {
        MATCH (o:Entry)
        WHERE o.profile_id = $profile AND o.conversation_id = n.conversation_id AND o.id < n.id
        RETURN o.id ORDER BY o.profile_id DESC, o.conversation_id DESC, o.id DESC LIMIT $n },
    COLLECT {
        MATCH (o:Entry)
        WHERE o.profile_id = $profile AND o.conversation_id = n.conversation_id AND o.id > n.id
        RETURN o.id ORDER BY o.profile_id, o.conversation_id, o.id LIMIT $n }
