// Fragments: what other queries name as `<<fragment>>`. A row is a list; its order is the one
// that graph_aria/adapters/neo4j/rows.py unpacks. Native times are read as whole microseconds,
// which takes a fiftieth of the time and is exact; days as text, 2026-11-30. (epochSeconds would be
// cut towards 1970, and so one second off before it.)

// name: profile
// A profile p.
[p.id, p.name, p.zone, p.user_id, p.rate_per_day, p.threshold, p.token_budget, p.version,
 toString(p.chapters_from), toString(p.chapters_to),
 p.created_at.epochMillis * 1000 + p.created_at.microsecond % 1000,
 p.wanted_rate, p.wanted_threshold, coalesce(p.remembers, true), coalesce(p.level, 'friend'),
 coalesce(p.allows_romance, false), coalesce(p.level_grows, false), coalesce(p.lives, true),
 coalesce(p.reads_moods, false), coalesce(p.mood_days, 90)]

// name: token
// A token t.
[t.id, t.profile_id, t.name, t.read_only,
 t.created_at.epochMillis * 1000 + t.created_at.microsecond % 1000,
 t.last_used_at.epochMillis * 1000 + t.last_used_at.microsecond % 1000,
 t.revoked_at.epochMillis * 1000 + t.revoked_at.microsecond % 1000]

// name: entry
// An entry n.
[n.id, n.form, n.text, n.occurred_at.epochMillis * 1000 + n.occurred_at.microsecond % 1000, n.zone,
 n.recorded_at.epochMillis * 1000 + n.recorded_at.microsecond % 1000, n.mood, n.origin,
 n.external_id, n.state, n.reason, n.revision, n.language, n.reader_id,
 n.cost_calls, n.cost_sent, n.cost_received, n.cost_estimated, n.refused, n.conversation_id,
 coalesce(n.reading_allowed, false)]

// name: mention
// A mention m.
[m.entry_id, m.id, m.starts, m.ends, m.name, m.kind, m.rule, m.strength, m.entity_id, m.role,
 m.cadence, m.named, m.intensity, m.negated, m.of_user, m.matters, m.state]

// name: assertion
// An assertion a.
[a.entry_id, a.id, a.subject_id, a.predicate, a.object_id, a.starts, a.ends, a.rule, a.strength,
 a.polarity, a.tense, a.ended, a.state]

// name: spoken_dates
// The dates that an entry n speaks of.
[i IN range(0, size(coalesce(n.date_starts, [])) - 1) |
 [n.date_starts[i], n.date_ends[i], toString(n.date_first_on[i]), toString(n.date_last_on[i]),
  n.date_rules[i]]]

// name: mood_reading
// A mood x that was read in an entry.
[x.entry_id, toString(x.day), x.mood, x.at.epochMillis * 1000 + x.at.microsecond % 1000]

// name: ruling
// A ruling u.
[u.id, u.verb, u.target_id, u.at.epochMillis * 1000 + u.at.microsecond % 1000, toString(u.day),
 u.other_id, u.value, u.subject_id, u.predicate, u.object_id, u.mention_ids]

// name: question
// A question q.
[q.id, q.one_id, q.other_id, q.reason, q.score,
 q.asked_at.epochMillis * 1000 + q.asked_at.microsecond % 1000, q.answer,
 q.answered_at.epochMillis * 1000 + q.answered_at.microsecond % 1000]

// name: entity
// An entity e.
[e.id, e.kind, e.name, e.key, e.distinction, e.role, e.cadence, e.is_user,
 coalesce(e.pinned, false),
 e.archived_at.epochMillis * 1000 + e.archived_at.microsecond % 1000, e.merged_into,
 e.ref_weight, e.ref_at.epochMillis * 1000 + e.ref_at.microsecond % 1000, e.heat,
 e.fades_at.epochMillis * 1000 + e.fades_at.microsecond % 1000,
 toString(e.first_on), toString(e.last_on), e.n_days,
 e.ended_at.epochMillis * 1000 + e.ended_at.microsecond % 1000]

// name: form
// A form f; role and cadence are '' where there is none: NULLs would not be unique.
[f.entity_id, f.name, f.kind, f.role, f.cadence, f.key, f.n]

// name: forms
// The ways in which an entity e is spoken of, most frequent first. (An index is used only if all
// that it holds is asked for.)
COLLECT {
    MATCH (f:Form)
    WHERE f.profile_id = $profile AND f.entity_id = e.id AND f.name IS NOT NULL
      AND f.kind IS NOT NULL AND f.role IS NOT NULL AND f.cadence IS NOT NULL
    RETURN <<form>> ORDER BY f.n DESC, f.name, f.kind, f.role, f.cadence }

// name: relation
// A relation r from a to b.
[r.id, startNode(r).id, type(r), endNode(r).id,
 r.archived_at.epochMillis * 1000 + r.archived_at.microsecond % 1000,
 r.ref_weight, r.ref_at.epochMillis * 1000 + r.ref_at.microsecond % 1000, r.heat,
 r.fades_at.epochMillis * 1000 + r.fades_at.microsecond % 1000,
 toString(r.first_on), toString(r.last_on), r.n_days,
 r.ended_at.epochMillis * 1000 + r.ended_at.microsecond % 1000]

// name: evidence
// A piece of evidence v.
[v.target_id, v.source_id, v.at.epochMillis * 1000 + v.at.microsecond % 1000, toString(v.day),
 v.strength, v.ended]

// name: day_row
// A day d.
[d.target_id, toString(d.day), d.at.epochMillis * 1000 + d.at.microsecond % 1000, d.strength,
 d.weight_after, d.ended]

// name: chapter
// A chapter c with what it is about.
[c.id, toString(c.started_on), toString(c.ended_on), c.then_ids, c.then_shares,
 toString(c.then_on), c.feature_ids, c.feature_weights, c.feature_trends, c.feature_ranks,
 c.mood, c.n_entries]

// name: job
// A job j.
[j.id, j.kind, j.subject_id, j.state, j.attempts,
 j.due_at.epochMillis * 1000 + j.due_at.microsecond % 1000,
 j.created_at.epochMillis * 1000 + j.created_at.microsecond % 1000, j.reason,
 j.finished_at.epochMillis * 1000 + j.finished_at.microsecond % 1000, j.summary]

// name: first_due
// The job of a profile p to do next, whether somebody holds it or not.
UNWIND $kinds AS kind
CALL (p, kind) {
    UNWIND ['queued', 'leased'] AS state
    CALL (p, kind, state) {
        MATCH (j:Job)
        USING INDEX j:Job(profile_id, state, kind, due_at, id)
        WHERE j.profile_id = p.id AND j.state = state AND j.kind = kind.name
          AND j.due_at <= $now AND j.id IS NOT NULL
        RETURN j ORDER BY j.profile_id, j.state, j.kind, j.due_at, j.id LIMIT 1 }
    RETURN j
    UNION ALL
    MATCH (j:Job)
    WHERE j.profile_id = p.id AND j.created_at > $now AND j.id IS NOT NULL
      AND j.state IN ['queued', 'leased'] AND j.kind = kind.name
    RETURN j }
RETURN kind.name AS name, kind.urgency AS urgency, j.due_at AS due_at, j.id AS job_id
ORDER BY urgency, due_at, job_id LIMIT 1

// name: move_mark
// The store's mark, moved on or left. What is set depends on what is there, so that the store's
// node is held before it is compared: of two that move it at once none moves it back.
MATCH (s:Store {name: 'store'})
WHERE s.mark IS NULL OR s.mark < $at OR s.mark > $believed
SET s.mark = CASE WHEN s.mark IS NULL OR s.mark < $at OR s.mark > $believed THEN $at
                  ELSE s.mark END

// name: hold_profile
// Hold a profile p until the transaction ends. It is matched again once it is held: whoever waited
// for it while it was deleted would go on with a node that is no more, and not be told.
MATCH (waited:Profile {id: $profile})
SET waited.held_at = datetime()
WITH waited
MATCH (p:Profile {id: $profile})

// name: conversation
// A conversation c.
[c.id, c.started_at.epochMillis * 1000 + c.started_at.microsecond % 1000, c.remembers, c.scope,
 c.external_id, c.read_to, c.last_at.epochMillis * 1000 + c.last_at.microsecond % 1000]

// name: last_said
// Note when something was last said in a conversation c, as its turns are now.
WITH c
CALL (c) {
    MATCH (t:Entry) USING INDEX t:Entry(profile_id, conversation_id, occurred_at)
    WHERE t.profile_id = c.profile_id AND t.conversation_id = c.id AND t.occurred_at IS NOT NULL
    WITH t ORDER BY t.profile_id DESC, t.conversation_id DESC, t.occurred_at DESC LIMIT 1
    RETURN max(t.occurred_at) AS last_said }
SET c.last_at = coalesce(last_said, c.started_at)

// name: may_be_found
// Whether passages are made of an entry n: none of what waits to be read, nor of a turn in a
// conversation that is not remembered.
n.state IN ['read', 'unread', 'failed'] AND (n.conversation_id IS NULL OR EXISTS {
    MATCH (c:Conversation {profile_id: $profile, id: n.conversation_id}) WHERE c.remembers })

// name: unplace_entry
// The passages of the entry that a row begins with go, and are made anew.
MATCH (n:Entry {profile_id: $profile, id: row[0]})
WHERE n.indexed_by <> ''
SET n.indexed_by = ''
WITH n
MATCH (x:Passage) WHERE x.profile_id = $profile AND x.entry_id = n.id
DELETE x

// name: found_passage
// A passage x that was found, with its score.
[x.entry_id, x.starts, x.ends, toString(x.day), x.conversation_id, score]

// name: passage_filter
// Whether a passage x lies where passages are looked for.
x.day >= $since AND x.day <= $until AND x.scope IN $scopes

// name: reply
// A reply r.
[r.turn_id, r.text, r.at.epochMillis * 1000 + r.at.microsecond % 1000, r.state, r.drawn]

// name: raised
// Something a that came up by itself.
[a.memory_id, a.occasion, toString(a.due_on)]

// name: memory
// A memory m.
[m.id, m.text, m.kind, m.category, m.importance, m.emotional_significance, m.confidence, m.because,
 m.learned, m.created_at.epochMillis * 1000 + m.created_at.microsecond % 1000,
 m.confirmed_at.epochMillis * 1000 + m.confirmed_at.microsecond % 1000,
 toString(m.valid_from), toString(m.valid_until),
 m.expires_at.epochMillis * 1000 + m.expires_at.microsecond % 1000,
 m.important_month, m.important_day, m.important_year, m.slot, m.value, m.state, m.superseded_by,
 coalesce(m.pinned, false), m.scope, m.access_count,
 m.accessed_at.epochMillis * 1000 + m.accessed_at.microsecond % 1000, m.embedder_id]

// name: memory_filter
// Whether a memory m is asked for, whatever its state.
($category IS NULL OR m.category = $category) AND ($kind IS NULL OR m.kind = $kind)
  AND ($scope IS NULL OR m.scope = $scope)
  AND (m.value IS NULL OR NOT m.value IN $but_values)

// name: memory_source
// A source l of a memory, which is a relationship.
[l.memory_id, l.entry_id, l.starts, l.ends,
 l.said_at.epochMillis * 1000 + l.said_at.microsecond % 1000,
 l.expires_at.epochMillis * 1000 + l.expires_at.microsecond % 1000,
 l.text, l.kind, l.category, l.rule, l.importance, l.emotional_significance, l.confidence,
 l.because, l.learned, toString(l.valid_from), toString(l.valid_until), toString(l.expires_on),
 l.important_month, l.important_day, l.important_year, l.slot, l.value, l.corrects]

// name: memory_link
// A link k between memories.
[k.newer_id, k.older_id, k.kind, k.reason]

// name: memory_ruling
// A ruling u about a memory.
[u.id, u.verb, u.memory_id, u.at.epochMillis * 1000 + u.at.microsecond % 1000, u.other_id]

// name: memory_revision
// A change v of a memory.
[v.id, v.memory_id, v.field, v.before, v.after, v.why,
 v.at.epochMillis * 1000 + v.at.microsecond % 1000, v.by, v.other_id]

// name: memory_vector
// A vector x of a memory.
[x.memory_id, x.embedder_id, x.numbers, x.claim]

// name: draw_standing
// A memory m that another one took the place of, or that went into it, is joined to that.
CALL (m) {
    MATCH (by:Memory {profile_id: m.profile_id, id: m.superseded_by})
    WHERE m.state = 'superseded'
    MERGE (by)-[:SUPERSEDES]->(m) }
CALL (m) {
    MATCH (into:Memory {profile_id: m.profile_id, id: m.superseded_by})
    WHERE m.state = 'merged'
    MERGE (m)-[:MERGED_INTO]->(into) }

// name: draw_about
// A memory m is joined to what the words that it was learned from mention, or to what that was
// merged into.
MATCH (m)-[l:LEARNED_FROM]->()
MATCH (x:Mention)
WHERE x.profile_id = m.profile_id AND x.entry_id = l.entry_id AND x.state = 'live'
  AND x.starts < l.ends AND x.ends > l.starts
MATCH (:Entity {profile_id: m.profile_id, id: x.entity_id})-[:MERGED_INTO*0..]->(e:Entity)
WHERE e.merged_into IS NULL
MERGE (m)-[:ABOUT]->(e)
