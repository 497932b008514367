// One delta is one transaction: `begin`, `save`, and `save_relations` once for each type that is
// there. What few deltas bring (deleted entries, chapters, stamps, a rebuild) has statements of
// its own, which run only for those.

// name: begin
// Lock the profile, raise its version, and take away what the delta drops. Gives what the rest
// of the delta must know; if the version or a revision is not the one it was computed from, all
// of this is rolled back.
<<hold_profile>>
SET p.version = p.version + 1
WITH p
CALL () {
    UNWIND $drop_mentions AS id
    MATCH (m:Mention {profile_id: $profile, id: id}) DELETE m }
CALL () {
    UNWIND $drop_assertions AS id
    MATCH (a:Assertion {profile_id: $profile, id: id}) DELETE a }
CALL () {
    UNWIND $drop_rulings AS id
    MATCH (u:Ruling {profile_id: $profile, id: id}) DELETE u }
CALL () {
    UNWIND $drop_forms AS row
    MATCH (f:Form {profile_id: $profile, entity_id: row[0], name: row[1], kind: row[2],
                   role: row[3], cadence: row[4]})
    DELETE f }
CALL () {
    UNWIND $drop_evidence AS row
    MATCH (v:Evidence {profile_id: $profile, target_id: row[1], source_id: row[0]}) DELETE v }
CALL () {
    UNWIND $drop_evidence AS row
    MATCH (e:Entity {profile_id: $profile, id: row[1]})
    MATCH (n:Entry {profile_id: $profile, id: row[0]})-[m:MENTIONS]->(e) DELETE m }
CALL () {
    UNWIND $drop_days AS row
    MATCH (d:DayRow {profile_id: $profile, target_id: row[0], day: row[1]}) DELETE d }
CALL () {
    UNWIND $drop_relations AS id
    MATCH ()-[r:<<types>>]->() WHERE r.profile_id = $profile AND r.id = id DELETE r }
CALL () {
    UNWIND $drop_entities AS id
    MATCH (f:Form) WHERE f.profile_id = $profile AND f.entity_id = id AND f.name IS NOT NULL
      AND f.kind IS NOT NULL AND f.role IS NOT NULL AND f.cadence IS NOT NULL
    DELETE f }
CALL () {
    UNWIND $drop_entities + $drop_relations AS id
    MATCH (v:Evidence) WHERE v.profile_id = $profile AND v.target_id = id
      AND v.source_id IS NOT NULL
    DELETE v }
CALL () {
    UNWIND $drop_entities + $drop_relations AS id
    MATCH (d:DayRow) WHERE d.profile_id = $profile AND d.target_id = id AND d.day IS NOT NULL
    DELETE d }
CALL () {
    UNWIND $drop_entities AS id
    MATCH (q:Question) WHERE q.profile_id = $profile AND q.one_id = id DELETE q }
CALL () {
    UNWIND $drop_entities AS id
    MATCH (q:Question) WHERE q.profile_id = $profile AND q.other_id = id DELETE q }
CALL () {
    UNWIND $drop_entities AS id
    MATCH (e:Entity {profile_id: $profile, id: id}) DETACH DELETE e }
CALL () {
    UNWIND $entities AS row
    MATCH (e:Entity {profile_id: $profile, id: row.id})
    WHERE e.unique_key <> coalesce(row.unique_key, '')
    REMOVE e.unique_key }
RETURN <<profile>>, p.fence, p.stage_rate IS NOT NULL,
    COLLECT { UNWIND $outcomes AS row
              MATCH (n:Entry {profile_id: $profile, id: row.id}) WHERE n.revision = row.revision
              RETURN EXISTS { (n)<-[:LEARNED_FROM]-() } },
    COLLECT { UNWIND $entry_ids AS id
              MATCH (n:Entry {profile_id: $profile, id: id})
              RETURN EXISTS { (n)<-[:LEARNED_FROM]-() } },
    COLLECT { UNWIND $entities AS row
              MATCH (e:Entity {profile_id: $profile, unique_key: row.unique_key})
              WHERE e.id <> row.id
              RETURN row.unique_key }

// name: save
// New, or in the place of what is stored under the same key. The store's node, which everybody's
// writes move on, is held from the last statement of a transaction only: in all others $at is null.
MATCH (p:Profile {id: $profile})
SET p.chapters_from = $chapters_from, p.chapters_to = $chapters_to
WITH p
CALL () {
    UNWIND $mentions AS row
    MERGE (m:Mention {profile_id: $profile, id: row.id}) SET m = row }
CALL () {
    UNWIND $assertions AS row
    MERGE (a:Assertion {profile_id: $profile, id: row.id}) SET a = row }
CALL () {
    UNWIND $rulings AS row
    MERGE (u:Ruling {profile_id: $profile, id: row.id}) SET u = row }
CALL () {
    UNWIND $entities AS row
    MERGE (e:Entity {profile_id: $profile, id: row.id})
    FOREACH (_ IN CASE WHEN e.kind <> row.kind THEN [1] ELSE [] END | REMOVE e:<<kinds>>)
    SET e = row
    <<kind_labels>> }
CALL () {
    UNWIND $forms AS row
    MERGE (f:Form {profile_id: $profile, entity_id: row.entity_id, name: row.name,
                   kind: row.kind, role: row.role, cadence: row.cadence})
    SET f = row }
CALL () {
    UNWIND $evidence AS row
    MERGE (v:Evidence {profile_id: $profile, target_id: row.target_id,
                       source_id: row.source_id})
    SET v = row }
CALL () {
    UNWIND $evidence AS row
    MATCH (e:Entity {profile_id: $profile, id: row.target_id})
    MATCH (n:Entry {profile_id: $profile, id: row.source_id})
    MERGE (n)-[m:MENTIONS]->(e)
    SET m.strength = row.strength, m.at = row.at }
CALL () {
    UNWIND $days AS row
    MERGE (d:DayRow {profile_id: $profile, target_id: row.target_id, day: row.day})
    SET d = row }
CALL () {
    UNWIND $outcomes AS row
    MATCH (n:Entry {profile_id: $profile, id: row.id})
    SET n.state = row.state, n.reason = row.reason, n.language = row.language,
        n.reader_id = row.reader_id, n.refused = row.refused, n += row.dates, n += row.cost,
        n.indexed_by = CASE WHEN n.indexed_by <> '' THEN '' ELSE n.indexed_by END
    WITH n
    CALL (n) { MATCH (x:Passage) WHERE x.profile_id = $profile AND x.entry_id = n.id DELETE x }
    MATCH (c:Conversation {profile_id: $profile, id: n.conversation_id})
    WHERE c.read_to IS NULL OR c.read_to < n.id
    SET c.read_to = CASE WHEN c.read_to > n.id THEN c.read_to ELSE n.id END }
CALL (p) {
    UNWIND $outcomes AS row
    WITH row WHERE NOT row.leaves_mood AND (row.mood IS NULL OR NOT coalesce(p.reads_moods, false))
    MATCH (x:MoodReading {profile_id: $profile, entry_id: row.id}) DELETE x }
CALL (p) {
    UNWIND $outcomes AS row
    WITH row WHERE row.mood IS NOT NULL AND coalesce(p.reads_moods, false)
    MERGE (x:MoodReading {profile_id: $profile, entry_id: row.id}) SET x = row.mood }
CALL () {
    UNWIND $done AS id
    MATCH (j:Job {profile_id: $profile, id: id})
    WHERE j.fence = $fence AND j.state IN ['leased', 'done']
    SET j.state = 'done', j.reason = null, j.finished_at = coalesce(j.finished_at, $done_at) }
CALL () {
    <<move_mark>> }
RETURN p.version

// name: save_relations
// Relations of one type. The id finds the one that is there: between two hubs, looking through
// what joins them would take as long as they are large.
UNWIND $relations AS row
MATCH (a:Entity {profile_id: $profile, id: row.subject_id})
MATCH (b:Entity {profile_id: $profile, id: row.object_id})
MERGE (a)-[r:<<type>> {profile_id: $profile, id: row.properties.id}]->(b)
SET r = row.properties
WITH count(r) AS n
CALL () {
    <<move_mark>> }
RETURN n

// name: draw_merges
// What was merged points at what it was merged into. Gives those of which that is new.
UNWIND $entities AS row
MATCH (e:Entity {profile_id: $profile, id: row.id})
OPTIONAL MATCH (e)-[old:MERGED_INTO]->(former:Entity)
WITH e, row, old, former.id AS before
DELETE old
WITH DISTINCT e, row, before
CALL (e, row) {
    MATCH (s:Entity {profile_id: $profile, id: row.merged_into})
    CREATE (e)-[:MERGED_INTO]->(s) }
WITH e, row, before WHERE coalesce(before, '') <> coalesce(row.merged_into, '')
RETURN e.id

// name: archive_entities
// The scheduled pass has seen that they faded.
UNWIND $stamps AS row
MATCH (e:Entity {profile_id: $profile, id: row.id})
SET e.archived_at = row.at, e.due_at = null

// name: archive_relations
// The same for relations.
UNWIND $stamps AS row
MATCH ()-[r:<<types>>]->() WHERE r.profile_id = $profile AND r.id = row.id
SET r.archived_at = row.at, r.due_at = null

// name: drop_chapters
// Gone, with what they point at.
UNWIND $ids AS id
MATCH (c:Chapter {profile_id: $profile, id: id}) DETACH DELETE c

// name: save_chapters
// Chapters, and what each is about.
UNWIND $chapters AS row
MERGE (c:Chapter {profile_id: $profile, id: row.id})
SET c = row
WITH c, row
OPTIONAL MATCH (c)-[old:FEATURES]->()
DELETE old
WITH DISTINCT c, row
UNWIND range(0, size(row.feature_ids) - 1) AS place
MATCH (e:Entity {profile_id: $profile, id: row.feature_ids[place]})
CREATE (c)-[:FEATURES {weight: row.feature_weights[place], trend: row.feature_trends[place],
                       rank: row.feature_ranks[place]}]->(e)

// name: order_chapters
// Each chapter follows the one before it.
MATCH (c:Chapter) WHERE c.profile_id = $profile AND c.started_on IS NOT NULL
OPTIONAL MATCH (c)-[old:FOLLOWS]->()
DELETE old
WITH DISTINCT c ORDER BY c.started_on, c.id
WITH collect(c) AS chapters
UNWIND range(1, size(chapters) - 1) AS place
WITH chapters[place] AS later, chapters[place - 1] AS earlier
CREATE (later)-[:FOLLOWS]->(earlier)

// name: clear_forms
// Before a rebuild.
MATCH (f:Form) WHERE f.profile_id = $profile AND f.key IS NOT NULL DELETE f

// name: clear_relations
// Before a rebuild.
MATCH ()-[r:<<types>>]->() WHERE r.profile_id = $profile AND r.id IS NOT NULL DELETE r

// name: clear_evidence
// Before a rebuild.
MATCH (v:Evidence) WHERE v.profile_id = $profile AND v.source_id IS NOT NULL DELETE v

// name: clear_days
// Before a rebuild.
MATCH (d:DayRow) WHERE d.profile_id = $profile AND d.day IS NOT NULL DELETE d

// name: clear_mentions
// Before a rebuild: what was drawn from entries to entities.
MATCH (e:Entity) WHERE e.profile_id = $profile AND e.id IS NOT NULL
MATCH (e)<-[m:MENTIONS]-() DELETE m

// name: drop_others
// After a rebuild: every entity that it did not save, but for the user.
MATCH (e:Entity) WHERE e.profile_id = $profile AND e.id IS NOT NULL AND NOT e.id IN $saved
DETACH DELETE e

// name: drop_stray_questions
// After a rebuild: questions about an entity that it did not save.
MATCH (q:Question) WHERE q.profile_id = $profile AND q.id IS NOT NULL
  AND NOT (q.one_id IN $saved AND q.other_id IN $saved)
DELETE q
