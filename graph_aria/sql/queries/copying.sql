-- name: export_tokens
-- A profile's tokens by id.
SELECT id, name, read_only, created_at, last_used_at, revoked_at, secret_hash
FROM token WHERE profile = ? AND id > ?
ORDER BY id LIMIT ?

-- name: export_entries
-- Its entries by id.
SELECT *
FROM entry_row WHERE profile = ? AND id > ?
ORDER BY id LIMIT ?

-- name: export_spoken_dates
-- The dates that its next few entries speak of, in order of position.
SELECT entry_id, starts, ends, first_on, last_on, rule
FROM spoken_date
WHERE profile = :profile AND entry_id > :after AND entry_id <= (
    SELECT max(entry_id) FROM (
        SELECT DISTINCT entry_id FROM spoken_date
        WHERE profile = :profile AND entry_id > :after ORDER BY entry_id LIMIT :limit))
ORDER BY entry_id, position

-- name: export_mood_readings
-- The moods that were read in them.
SELECT entry_id, day, mood, at
FROM mood_reading WHERE profile = ? AND entry_id > ?
ORDER BY entry_id LIMIT ?

-- name: export_mentions
-- What was read in its entries.
SELECT entry_id, id, starts, ends, name, kind, rule, strength, entity_id, role, cadence, named,
       intensity, negated, of_user, matters, state
FROM mention WHERE profile = ? AND (entry_id, id) > (?, ?)
ORDER BY entry_id, id LIMIT ?

-- name: export_assertions
-- What its entries state.
SELECT entry_id, id, subject_id, predicate, object_id, starts, ends, rule, strength, polarity,
       tense, ended, state
FROM assertion WHERE profile = ? AND (entry_id, id) > (?, ?)
ORDER BY entry_id, id LIMIT ?

-- name: export_rulings
-- Its user's rulings.
SELECT id, verb, target_id, at, day, other_id, value, subject_id, predicate, object_id,
       mention_ids
FROM ruling WHERE profile = ? AND id > ?
ORDER BY id LIMIT ?

-- name: export_tombstones
-- What was deleted and is not to come back.
SELECT hash
FROM tombstone WHERE profile = ? AND hash > ?
ORDER BY hash LIMIT ?

-- name: export_idempotency_keys
-- Which requests were answered.
SELECT key_hash, request_hash, entry_id, created_at
FROM idempotency WHERE profile = ? AND key_hash > ?
ORDER BY key_hash LIMIT ?

-- name: export_entities
-- Its entities.
SELECT *
FROM entity_row WHERE profile = ? AND id > ?
ORDER BY id LIMIT ?

-- name: export_forms
-- In which ways they are spoken of.
SELECT entity_id, name, kind, role, cadence, key, n
FROM form WHERE profile = ? AND (entity_id, name, kind, role, cadence) > (?, ?, ?, ?, ?)
ORDER BY entity_id, name, kind, role, cadence LIMIT ?

-- name: export_questions
-- What is asked about its entities, and what was answered.
SELECT id, one_id, other_id, reason, score, asked_at, answer, answered_at
FROM question WHERE profile = ? AND id > ?
ORDER BY id LIMIT ?

-- name: export_relations
-- Its relations.
SELECT *
FROM relation_row WHERE profile = ? AND id > ?
ORDER BY id LIMIT ?

-- name: export_evidence
-- What its sources say of its targets.
SELECT target_id, source_id, at, day, strength, ended
FROM evidence WHERE profile = ? AND (target_id, source_id) > (?, ?)
ORDER BY target_id, source_id LIMIT ?

-- name: export_day_rows
-- Its targets' days.
SELECT target_id, day, at, strength, weight_after, ended
FROM day_row WHERE profile = ? AND (target_id, day) > (?, ?)
ORDER BY target_id, day LIMIT ?

-- name: export_chapters
-- Its chapters, without their features.
SELECT id, started_on, ended_on, then_shares, then_on, mood, n_entries
FROM chapter WHERE profile = ? AND id > ?
ORDER BY id LIMIT ?

-- name: export_conversations
-- Its conversations.
SELECT id, started_at, remembers, scope, external_id, read_to, last_at
FROM conversation WHERE profile = ? AND id > ?
ORDER BY id LIMIT ?

-- name: export_replies
-- What was replied in them.
SELECT turn_id, text, at, state, drawn
FROM reply WHERE profile = ? AND turn_id > ?
ORDER BY turn_id LIMIT ?

-- name: export_indexed
-- Its entries whose passages are stored.
SELECT id, revision, indexed_by FROM entry WHERE profile = ? AND id > ? AND indexed_by IS NOT NULL
ORDER BY id LIMIT ?

-- name: export_passages
-- Theirs, in order of position.
SELECT p.entry_id, p.starts, p.ends, p.words, v.numbers
FROM passage p JOIN passage_vector v ON v.seq = p.seq
WHERE p.profile = :profile AND p.entry_id IN (SELECT value FROM json_each(:ids))
ORDER BY p.entry_id, p.starts, p.ends

-- name: export_memories
-- What is known about its user.
SELECT *
FROM memory_row WHERE profile = ? AND id > ?
ORDER BY id LIMIT ?

-- name: export_memory_sources
-- Where that was said.
SELECT *
FROM memory_source_row WHERE profile = ? AND (memory_id, entry_id, starts, ends) > (?, ?, ?, ?)
ORDER BY memory_id, entry_id, starts, ends LIMIT ?

-- name: export_memory_links
-- How memories stand to each other.
SELECT newer_id, older_id, kind, reason
FROM memory_link WHERE profile = ? AND (newer_id, older_id) > (?, ?)
ORDER BY newer_id, older_id LIMIT ?

-- name: export_memory_rulings
-- What was ruled about them.
SELECT id, verb, memory_id, at, other_id
FROM memory_ruling WHERE profile = ? AND id > ?
ORDER BY id LIMIT ?

-- name: export_memory_revisions
-- How they changed.
SELECT id, memory_id, field, before, after, why, at, author, other_id
FROM memory_revision WHERE profile = ? AND id > ?
ORDER BY id LIMIT ?

-- name: export_memory_vectors
-- Where their texts lie.
SELECT memory_id, embedder_id, numbers, claim
FROM memory_vector WHERE profile = ? AND memory_id > ?
ORDER BY memory_id LIMIT ?

-- name: export_raised
-- What came up by itself.
SELECT memory_id, occasion, day
FROM raised WHERE profile = ? AND (memory_id, occasion, day) > (?, ?, ?)
ORDER BY memory_id, occasion, day LIMIT ?

-- name: export_vetoes
-- What is not to be remembered.
SELECT entry_id, starts, ends
FROM veto WHERE profile = ? AND (entry_id, starts, ends) > (?, ?, ?)
ORDER BY entry_id, starts, ends LIMIT ?

-- name: export_spent
-- What asking models took.
SELECT day, n_calls, n_sent, n_received, estimated
FROM spent WHERE profile = ? AND day > ?
ORDER BY day LIMIT ?

-- name: export_jobs
-- Its jobs; one that somebody holds waits where it is copied to.
SELECT id, kind, subject_id, iif(state = 'leased', 'queued', state), attempts, due_at,
       created_at, reason, finished_at, summary, slot
FROM job WHERE profile = ? AND id > ?
ORDER BY id LIMIT ?

-- name: count_parts
-- How many rows of each kind a profile has, in the order of the kinds.
SELECT
    (SELECT count(*) FROM token WHERE profile = :profile),
    (SELECT count(*) FROM conversation WHERE profile = :profile),
    (SELECT count(*) FROM entry WHERE profile = :profile),
    (SELECT count(*) FROM reply WHERE profile = :profile),
    (SELECT count(*) FROM entry WHERE profile = :profile AND indexed_by IS NOT NULL),
    (SELECT count(DISTINCT entry_id) FROM spoken_date WHERE profile = :profile),
    (SELECT count(*) FROM mood_reading WHERE profile = :profile),
    (SELECT count(*) FROM mention WHERE profile = :profile),
    (SELECT count(*) FROM assertion WHERE profile = :profile),
    (SELECT count(*) FROM ruling WHERE profile = :profile),
    (SELECT count(*) FROM tombstone WHERE profile = :profile),
    (SELECT count(*) FROM idempotency WHERE profile = :profile),
    (SELECT count(*) FROM entity WHERE profile = :profile),
    (SELECT count(*) FROM form WHERE profile = :profile),
    (SELECT count(*) FROM question WHERE profile = :profile),
    (SELECT count(*) FROM relation WHERE profile = :profile),
    (SELECT count(*) FROM evidence WHERE profile = :profile),
    (SELECT count(*) FROM day_row WHERE profile = :profile),
    (SELECT count(*) FROM chapter WHERE profile = :profile),
    (SELECT count(*) FROM memory WHERE profile = :profile),
    (SELECT count(*) FROM memory_source WHERE profile = :profile),
    (SELECT count(*) FROM memory_link WHERE profile = :profile),
    (SELECT count(*) FROM memory_ruling WHERE profile = :profile),
    (SELECT count(*) FROM memory_revision WHERE profile = :profile),
    (SELECT count(*) FROM memory_vector WHERE profile = :profile),
    (SELECT count(*) FROM raised WHERE profile = :profile),
    (SELECT count(*) FROM veto WHERE profile = :profile),
    (SELECT count(*) FROM spent WHERE profile = :profile),
    (SELECT count(*) FROM job WHERE profile = :profile)

-- name: clear_tokens
-- Before they are copied again.
DELETE FROM token WHERE profile = ?

-- name: clear_entries
-- Before they are copied again; what was read in them goes by cascade.
DELETE FROM entry WHERE profile = ?

-- name: clear_spoken_dates
-- Before they are copied again.
DELETE FROM spoken_date WHERE profile = ?

-- name: clear_mentions
-- Before they are copied again.
DELETE FROM mention WHERE profile = ?

-- name: clear_assertions
-- Before they are copied again.
DELETE FROM assertion WHERE profile = ?

-- name: clear_rulings
-- Before they are copied again.
DELETE FROM ruling WHERE profile = ?

-- name: clear_tombstones
-- Before they are copied again.
DELETE FROM tombstone WHERE profile = ?

-- name: clear_idempotency_keys
-- Before they are copied again.
DELETE FROM idempotency WHERE profile = ?

-- name: clear_entities
-- Before they are copied again.
DELETE FROM entity WHERE profile = ?

-- name: clear_questions
-- Before they are copied again.
DELETE FROM question WHERE profile = ?

-- name: clear_chapters
-- Before they are copied again; their features go by cascade.
DELETE FROM chapter WHERE profile = ?

-- name: clear_conversations
-- Before they are copied again.
DELETE FROM conversation WHERE profile = ?

-- name: clear_replies
-- Before they are copied again.
DELETE FROM reply WHERE profile = ?

-- name: clear_passages
-- Before they are copied again; they go with the note that they are there.
UPDATE entry SET indexed_by = NULL WHERE profile = ? AND indexed_by IS NOT NULL

-- name: clear_memories
-- Before they are copied again; what is their own goes by cascade.
DELETE FROM memory WHERE profile = ?

-- name: clear_memory_sources
-- Before they are copied again.
DELETE FROM memory_source WHERE profile = ?

-- name: clear_memory_links
-- Before they are copied again.
DELETE FROM memory_link WHERE profile = ?

-- name: clear_memory_rulings
-- Before they are copied again.
DELETE FROM memory_ruling WHERE profile = ?

-- name: clear_memory_revisions
-- Before they are copied again.
DELETE FROM memory_revision WHERE profile = ?

-- name: clear_memory_vectors
-- Before they are copied again.
DELETE FROM memory_vector WHERE profile = ?

-- name: clear_raised
-- Before it is copied again.
DELETE FROM raised WHERE profile = ?

-- name: clear_vetoes
-- Before they are copied again.
DELETE FROM veto WHERE profile = ?

-- name: clear_spent
-- Before they are copied again.
DELETE FROM spent WHERE profile = ?

-- name: clear_jobs
-- Before they are copied again.
DELETE FROM job WHERE profile = ?

-- name: absorb_mood_reading
-- One of another store, new or in place of the one here; whatever the profile's switch says now.
INSERT OR REPLACE INTO mood_reading (profile, entry_id, day, mood, at)
VALUES (:profile, :entry_id, :day, :mood, :at)

-- name: absorb_entry
-- An entry of another store, new or in place of the one here.
INSERT INTO entry (profile, id, form, text, occurred_at, zone, recorded_at, day, mood, origin,
                   external_id, state, reason, revision, language, reader_id, refused,
                   conversation_id, n_calls, n_sent, n_received, estimated, reading_allowed)
VALUES (:profile, :id, :form, :text, :occurred_at, :zone, :recorded_at, :day, :mood, :origin,
        :external_id, :state, :reason, :revision, :language, :reader_id, :refused,
        :conversation_id, :n_calls, :n_sent, :n_received, :estimated, :reading_allowed)
ON CONFLICT (profile, id) DO UPDATE
SET form = excluded.form, text = excluded.text, occurred_at = excluded.occurred_at,
    zone = excluded.zone, recorded_at = excluded.recorded_at, day = excluded.day,
    mood = excluded.mood, origin = excluded.origin, external_id = excluded.external_id,
    state = excluded.state, reason = excluded.reason, revision = excluded.revision,
    language = excluded.language, reader_id = excluded.reader_id, refused = excluded.refused,
    conversation_id = excluded.conversation_id, n_calls = excluded.n_calls,
    n_sent = excluded.n_sent, n_received = excluded.n_received, estimated = excluded.estimated,
    reading_allowed = excluded.reading_allowed

-- name: absorb_idempotency_key
-- What is known of a key.
INSERT OR REPLACE INTO idempotency (profile, key_hash, request_hash, entry_id, created_at)
VALUES (?, ?, ?, ?, ?)

-- name: absorb_memory
-- A memory of another store, new or in place of the one here; its vector comes later.
INSERT INTO memory (profile, id, text, words_key, kind, category, importance,
                    emotional_significance, confidence, reason, learned, created_at,
                    confirmed_at, valid_from, valid_until, expires_at, important_month,
                    important_day, important_year, slot, value, state, superseded_by, pinned,
                    scope, access_count, accessed_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (profile, id) DO UPDATE
SET text = excluded.text, words_key = excluded.words_key, kind = excluded.kind,
    category = excluded.category, importance = excluded.importance,
    emotional_significance = excluded.emotional_significance, confidence = excluded.confidence,
    reason = excluded.reason, learned = excluded.learned, created_at = excluded.created_at,
    confirmed_at = excluded.confirmed_at, valid_from = excluded.valid_from,
    valid_until = excluded.valid_until, expires_at = excluded.expires_at,
    important_month = excluded.important_month, important_day = excluded.important_day,
    important_year = excluded.important_year, slot = excluded.slot, value = excluded.value,
    state = excluded.state, superseded_by = excluded.superseded_by, pinned = excluded.pinned,
    scope = excluded.scope, access_count = excluded.access_count,
    accessed_at = excluded.accessed_at

-- name: absorb_conversation
-- A conversation of another store, new or in place of the one here.
INSERT INTO conversation (profile, id, started_at, remembers, scope, external_id, read_to,
                          last_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (profile, id) DO UPDATE
SET started_at = excluded.started_at, remembers = excluded.remembers, scope = excluded.scope,
    external_id = excluded.external_id, read_to = excluded.read_to,
    last_at = excluded.last_at

-- name: absorb_spent
-- What asking models took on a day, in place of what is here.
INSERT OR REPLACE INTO spent VALUES (?, ?, ?, ?, ?, ?)

-- name: absorb_job
-- A job of another store, new or in place of the one here.
INSERT INTO job (profile, id, kind, urgency, subject_id, slot, state, attempts, due_at, created_at,
                 reason, finished_at, summary)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (profile, id) DO UPDATE
SET kind = excluded.kind, urgency = excluded.urgency, subject_id = excluded.subject_id,
    slot = excluded.slot, state = excluded.state, attempts = excluded.attempts,
    due_at = excluded.due_at, created_at = excluded.created_at, reason = excluded.reason,
    finished_at = excluded.finished_at, summary = excluded.summary
