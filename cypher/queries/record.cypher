// A CASE keeps the planner from making two searches of an OR.

// name: begin_capture
// Hold the profile, so that nothing of it is stored or deleted meanwhile, and tell whether the
// entry is here already: by its key, by the id of its origin, as one that was deleted, by its id.
<<hold_profile>>
WITH p
RETURN
    COLLECT {
        MATCH (k:RequestKey {profile_id: p.id, key_hash: $key_hash})
        OPTIONAL MATCH (n:Entry {profile_id: p.id, id: k.entry_id})
        RETURN [k.request_hash, CASE WHEN n IS NULL THEN null ELSE <<entry>> END] },
    COLLECT {
        MATCH (n:Entry {profile_id: p.id, origin: $origin, external_id: $external_id})
        RETURN <<entry>> },
    EXISTS { MATCH (t:Tombstone {profile_id: p.id, hash: $tombstone}) },
    EXISTS { MATCH (n:Entry {profile_id: p.id, id: $id}) },
    EXISTS { MATCH (c:Conversation {profile_id: p.id, id: $conversation}) },
    COLLECT { MATCH (s:Store {name: 'store'}) RETURN [s.hash_key, s.copying IS NOT NULL] }

// name: save_entry
// A new entry with its reading job, if it comes with one, its key and the store's mark. A tombstone that is still here
// goes: its owner wants the entry back. A key stands for a later entry if the former was deleted.
CREATE (n:Entry) SET n = $entry
WITH n, $entry AS row
<<form_labels>>
WITH row
CALL () {
    MATCH (t:Tombstone {profile_id: $profile, hash: $tombstone}) DELETE t }
CALL () {
    UNWIND $jobs AS row
    WITH row
    WHERE NOT EXISTS {
        MATCH (w:Job)
        WHERE w.profile_id = $profile AND w.subject_id = row.subject_id
          AND w.kind = row.kind AND w.state = 'queued' AND w.slot IS NULL }
    CREATE (j:Job) SET j = row }
CALL () {
    MATCH (n:Entry {profile_id: $profile, id: $entry.id})
    MATCH (c:Conversation {profile_id: $profile, id: $entry.conversation_id})
    CREATE (n)-[:IN]->(c)
    <<last_said>> }
CALL () {
    UNWIND $keys AS row
    MERGE (k:RequestKey {profile_id: $profile, key_hash: row.key_hash}) SET k = row }
CALL () {
    <<move_mark>> }

// name: begin_edit
// Hold the profile, and give the entry as it is.
<<hold_profile>>
WITH p
RETURN COLLECT { MATCH (n:Entry {profile_id: p.id, id: $id}) RETURN <<entry>> }

// name: edit_entry
// What its author may change; the reading job does the rest. What a day's chapter counts may have
// changed, if its chapter is derived yet.
MATCH (p:Profile {id: $profile})
MATCH (n:Entry {profile_id: $profile, id: $id})
SET n += $changes, n.state = 'pending', n.reason = null, n.refused = null,
    n.revision = n.revision + 1,
    n.indexed_by = CASE WHEN n.indexed_by <> '' THEN '' ELSE n.indexed_by END,
    p.version = p.version + 1,
    p.chapters_from = CASE WHEN $stale_from <= p.chapters_to
                                AND (p.chapters_from IS NULL OR $stale_from < p.chapters_from)
                           THEN $stale_from ELSE p.chapters_from END
WITH n
CALL (n) {
    MATCH (x:Passage) WHERE x.profile_id = $profile AND x.entry_id = n.id DELETE x }
CALL (n) {
    MATCH (c:Conversation {profile_id: $profile, id: n.conversation_id})
    <<last_said>> }
RETURN <<entry>>

// name: allow_reading
// It may be read whatever it speaks of.
MATCH (n:Entry {profile_id: $profile, id: $id})
SET n.reading_allowed = true
RETURN <<entry>>

// name: get_entry
// One entry by id.
MATCH (p:Profile {id: $profile})
RETURN COLLECT { MATCH (n:Entry {profile_id: p.id, id: $id}) RETURN <<entry>> }

// name: list_entries
// Newest first, ties by id descending, after the cursor. Notes are shown as memories, and here only
// if they are asked for.
MATCH (p:Profile {id: $profile})
RETURN COLLECT {
    MATCH (n:Entry)
    WHERE n.profile_id = $profile AND n.occurred_at >= $since AND n.occurred_at <= $until
      AND n.id IS NOT NULL
      AND CASE WHEN n.occurred_at = $until THEN n.id < $before_id ELSE true END
      AND CASE WHEN $form IS NULL THEN n.form <> 'Note' ELSE n.form = $form END
    RETURN <<entry>>
    ORDER BY n.profile_id DESC, n.occurred_at DESC, n.id DESC LIMIT $limit }

// name: list_entries_in_state
// The same of one state.
MATCH (p:Profile {id: $profile})
RETURN COLLECT {
    MATCH (n:Entry)
    WHERE n.profile_id = $profile AND n.state = $state
      AND n.occurred_at >= $since AND n.occurred_at <= $until AND n.id IS NOT NULL
      AND CASE WHEN n.occurred_at = $until THEN n.id < $before_id ELSE true END
      AND CASE WHEN $form IS NULL THEN n.form <> 'Note' ELSE n.form = $form END
    RETURN <<entry>>
    ORDER BY n.profile_id DESC, n.state DESC, n.occurred_at DESC, n.id DESC LIMIT $limit }

// name: search_entries
// The same of those that hold all the words.
MATCH (p:Profile {id: $profile})
RETURN COLLECT {
    CALL db.index.fulltext.queryNodes('entry_text', $words) YIELD node AS n
    WHERE n.profile_id = $profile AND n.occurred_at >= $since AND n.occurred_at <= $until
      AND CASE WHEN n.occurred_at = $until THEN n.id < $before_id ELSE true END
      AND CASE WHEN $form IS NULL THEN n.form <> 'Note' ELSE n.form = $form END
      AND ($state IS NULL OR n.state = $state)
    WITH n ORDER BY n.occurred_at DESC, n.id DESC LIMIT $limit
    RETURN <<entry>> }

// name: read_records
// Entries with all that was read in them, in order of id and of position.
MATCH (p:Profile {id: $profile})
RETURN COLLECT {
    UNWIND $ids AS id
    MATCH (n:Entry {profile_id: $profile, id: id})
    WITH n ORDER BY n.id
    RETURN [<<entry>>,
        COLLECT {
            MATCH (m:Mention) WHERE m.profile_id = $profile AND m.entry_id = n.id
            RETURN <<mention>> ORDER BY m.starts, m.ends, m.id },
        COLLECT {
            MATCH (a:Assertion) WHERE a.profile_id = $profile AND a.entry_id = n.id
            RETURN <<assertion>> ORDER BY a.starts, a.ends, a.id },
        <<spoken_dates>>] }

// name: read_spoken_dates
// The dates that entries speak of, of those that were read in the words that they have, in order
// of id and of position.
MATCH (p:Profile {id: $profile})
RETURN COLLECT {
    UNWIND $ids AS id
    MATCH (n:Entry {profile_id: $profile, id: id})
    WHERE size(coalesce(n.date_starts, [])) > 0
      AND n.state <> 'pending' AND (n.state <> 'failed' OR n.reader_id IS NOT NULL)
    WITH n ORDER BY n.id
    RETURN [n.id, <<spoken_dates>>] }

// name: list_entry_ids
// Ids in ascending order, for jobs that go through all of them.
MATCH (p:Profile {id: $profile})
RETURN COLLECT {
    MATCH (n:Entry) WHERE n.profile_id = $profile AND n.id > $after
    RETURN n.id ORDER BY n.profile_id, n.id LIMIT $limit }

// name: list_rulings
// Rulings of all or some verbs, oldest first.
MATCH (p:Profile {id: $profile})
RETURN COLLECT {
    MATCH (u:Ruling)
    WHERE u.profile_id = $profile AND u.at IS NOT NULL AND ($verbs IS NULL OR u.verb IN $verbs)
    RETURN <<ruling>> ORDER BY u.at, u.id }

// name: list_rulings_about
// Rulings that name an id as target, other, subject or object, oldest first.
MATCH (p:Profile {id: $profile})
RETURN COLLECT {
    CALL () {
        MATCH (u:Ruling) WHERE u.profile_id = $profile AND u.target_id = $id RETURN u
        UNION
        MATCH (u:Ruling) WHERE u.profile_id = $profile AND u.other_id = $id RETURN u
        UNION
        MATCH (u:Ruling) WHERE u.profile_id = $profile AND u.subject_id = $id RETURN u
        UNION
        MATCH (u:Ruling) WHERE u.profile_id = $profile AND u.object_id = $id RETURN u }
    WITH u WHERE $verbs IS NULL OR u.verb IN $verbs
    RETURN <<ruling>> ORDER BY u.at, u.id }

// name: list_source_ids
// Entries with a mention of one of these, whatever its state.
MATCH (p:Profile {id: $profile})
RETURN COLLECT {
    UNWIND $ids AS id
    MATCH (m:Mention) WHERE m.profile_id = $profile AND m.entity_id = id
    WITH DISTINCT m.entry_id AS entry_id
    RETURN entry_id ORDER BY entry_id }

// name: list_on_days
// Of each of some days the first entries that are of some forms.
MATCH (p:Profile {id: $profile})
RETURN COLLECT {
    UNWIND $days AS day
    CALL (day) {
        MATCH (n:Entry)
        WHERE n.profile_id = $profile AND n.day = day AND n.form IN $forms
        WITH n, CASE WHEN n.recorded_at < n.occurred_at THEN n.recorded_at
                ELSE n.occurred_at END AS at
        ORDER BY at, n.id LIMIT $limit
        RETURN n, at }
    WITH day, n, at ORDER BY day, at, n.id
    RETURN <<entry>> }

// name: count_entry_days
// How many entries each day has, notes aside.
MATCH (p:Profile {id: $profile})
RETURN COLLECT {
    MATCH (n:Entry) WHERE n.profile_id = $profile AND n.day >= $since AND n.day <= $until
      AND n.form <> 'Note'
    WITH n.day AS day, count(*) AS found ORDER BY day
    RETURN [toString(day), found] }

// name: read_moods
// Sum of the moods of each day that has one, and how many they are.
MATCH (p:Profile {id: $profile})
RETURN COLLECT {
    MATCH (n:Entry)
    WHERE n.profile_id = $profile AND n.day >= $since AND n.day <= $until AND n.mood IS NOT NULL
      AND n.form <> 'Note'
    WITH n.day AS day, sum(n.mood) AS total, count(*) AS found ORDER BY day
    RETURN [toString(day), total, found] }

// name: find_origins
// Which of these entries there are, where they come from, and the key of the store's hashes.
MATCH (s:Store {name: 'store'})
UNWIND $ids AS id
MATCH (n:Entry {profile_id: $profile, id: id})
RETURN n.id, n.origin, n.external_id, s.hash_key ORDER BY n.id

// name: bury
// Delete entries with all that was read in them, their evidence, the jobs about them, the replies to
// them, their vetoes, their passages and the moods that were read in them. Hashes stay: of where they came from, and of their keys,
// but no longer of what was asked for. Conversations are as old as the last turn that is left.
CALL () {
    UNWIND $tombstones AS hash MERGE (t:Tombstone {profile_id: $profile, hash: hash}) }
CALL () {
    UNWIND $ids AS id
    MATCH (k:RequestKey) WHERE k.profile_id = $profile AND k.entry_id = id
    REMOVE k.request_hash }
CALL () {
    UNWIND $ids AS id
    MATCH (j:Job) WHERE j.profile_id = $profile AND j.subject_id = id DELETE j }
CALL () {
    UNWIND $ids AS id
    MATCH (v:Evidence) WHERE v.profile_id = $profile AND v.source_id = id DELETE v }
CALL () {
    UNWIND $ids AS id
    MATCH (m:Mention) WHERE m.profile_id = $profile AND m.entry_id = id DETACH DELETE m }
CALL () {
    UNWIND $ids AS id
    MATCH (a:Assertion) WHERE a.profile_id = $profile AND a.entry_id = id DETACH DELETE a }
CALL () {
    UNWIND $ids AS id
    MATCH (r:Reply {profile_id: $profile, turn_id: id}) DETACH DELETE r }
CALL () {
    UNWIND $ids AS id
    MATCH (v:Veto)
    WHERE v.profile_id = $profile AND v.entry_id = id AND v.starts IS NOT NULL
      AND v.ends IS NOT NULL
    DELETE v }
CALL () {
    UNWIND $ids AS id
    MATCH (x:Passage) WHERE x.profile_id = $profile AND x.entry_id = id DELETE x }
CALL () {
    UNWIND $ids AS id
    MATCH (x:MoodReading {profile_id: $profile, entry_id: id}) DELETE x }
CALL () {
    UNWIND $ids AS id
    MATCH (n:Entry {profile_id: $profile, id: id})
    WITH n, n.conversation_id AS talk
    DETACH DELETE n
    WITH collect(DISTINCT talk) AS talks
    UNWIND talks AS talk
    MATCH (c:Conversation {profile_id: $profile, id: talk})
    <<last_said>> }
