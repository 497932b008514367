-- name: save_entry
-- A new entry.
INSERT INTO entry (profile, id, form, text, occurred_at, zone, recorded_at, day, mood, origin,
                   external_id, state, reason, revision, language, reader_id, refused,
                   conversation_id, n_calls, n_sent, n_received, estimated, reading_allowed)
VALUES (:profile, :id, :form, :text, :occurred_at, :zone, :recorded_at, :day, :mood, :origin,
        :external_id, :state, :reason, :revision, :language, :reader_id, :refused,
        :conversation_id, :n_calls, :n_sent, :n_received, :estimated, :reading_allowed)

-- name: edit_entry
-- What its author may change; the reading job does the rest.
UPDATE entry SET text = :text, mood = :mood, occurred_at = :occurred_at, zone = :zone, day = :day,
                 state = 'pending', reason = NULL, refused = NULL, revision = revision + 1
WHERE profile = :profile AND id = :id

-- name: allow_reading
-- Its author wants it read whatever it speaks of; a row unless that was noted before.
UPDATE entry SET reading_allowed = 1 WHERE profile = ? AND id = ? AND reading_allowed = 0
RETURNING 1

-- name: stale_chapters
-- What a day's chapter counts has changed, if its chapter is derived yet.
UPDATE profile SET chapters_from = min(ifnull(chapters_from, :day), :day)
WHERE key = :profile AND :day <= chapters_to

-- name: get_entry
-- One entry by id.
SELECT * FROM entry_row WHERE profile = ? AND id = ?

-- name: get_external_id
-- Where an entry comes from.
SELECT origin, external_id FROM entry WHERE profile = ? AND id = ?

-- name: find_external
-- The entry with an id of its origin's.
SELECT * FROM entry_row WHERE profile = ? AND origin = ? AND external_id = ?

-- name: list_entries
-- Newest first, ties by id descending, after the cursor; notes only if they are asked for.
SELECT * FROM entry_row
WHERE profile = :profile
  AND iif(:form IS NULL, form <> 'Note', form = :form) AND (:state IS NULL OR state = :state)
  AND occurred_at >= ifnull(:since, -9223372036854775807)
  AND occurred_at < ifnull(:until, 9223372036854775807)
  AND occurred_at <= ifnull(:before_at, 9223372036854775807)
  AND (:before_at IS NULL OR (occurred_at, id) < (:before_at, :before_id))
ORDER BY occurred_at DESC, id DESC LIMIT :limit

-- name: search_entries
-- The same, of those that hold all the words.
SELECT * FROM entry_row
WHERE seq IN (SELECT rowid FROM entry_fts WHERE entry_fts MATCH :words)
  AND profile = :profile
  AND iif(:form IS NULL, form <> 'Note', form = :form) AND (:state IS NULL OR state = :state)
  AND occurred_at >= ifnull(:since, -9223372036854775807)
  AND occurred_at < ifnull(:until, 9223372036854775807)
  AND (:before_at IS NULL OR (occurred_at, id) < (:before_at, :before_id))
ORDER BY occurred_at DESC, id DESC LIMIT :limit

-- name: list_by_ids
-- The entries among these ids, in order of id.
SELECT * FROM entry_row
WHERE profile = :profile AND id IN (SELECT value FROM json_each(:ids)) ORDER BY id

-- name: list_entry_ids
-- Ids in ascending order, for jobs that go through all of them.
SELECT id FROM entry WHERE profile = ? AND id > ? ORDER BY id LIMIT ?

-- name: list_mentions
-- What was read in these entries, in order of position.
SELECT entry_id, id, starts, ends, name, kind, rule, strength, entity_id, role, cadence, named,
       intensity, negated, of_user, matters, state
FROM mention
WHERE profile = :profile AND entry_id IN (SELECT value FROM json_each(:ids))
ORDER BY entry_id, starts, ends, id

-- name: list_assertions
-- What these entries state, in order of position.
SELECT entry_id, id, subject_id, predicate, object_id, starts, ends, rule, strength, polarity,
       tense, ended, state
FROM assertion
WHERE profile = :profile AND entry_id IN (SELECT value FROM json_each(:ids))
ORDER BY entry_id, starts, ends, id

-- name: list_spoken_dates
-- The dates that these entries speak of, in order of position.
SELECT entry_id, starts, ends, first_on, last_on, rule
FROM spoken_date
WHERE profile = :profile AND entry_id IN (SELECT value FROM json_each(:ids))
ORDER BY entry_id, position

-- name: list_dates_as_read
-- The same of those that were read in the words that they have, as `Entry.is_read_as_it_was`
-- tells.
SELECT d.entry_id, d.starts, d.ends, d.first_on, d.last_on, d.rule
FROM spoken_date d CROSS JOIN entry e ON e.profile = :profile AND e.id = d.entry_id
WHERE d.profile = :profile AND d.entry_id IN (SELECT value FROM json_each(:ids))
  AND e.state <> 'pending' AND (e.state <> 'failed' OR e.reader_id IS NOT NULL)
ORDER BY d.entry_id, d.position

-- name: delete_entry
-- What was read in it goes by cascade.
DELETE FROM entry WHERE profile = :profile AND id = :entry_id

-- name: delete_evidence_of
-- Evidence of a source that is gone.
DELETE FROM evidence INDEXED BY evidence_source
WHERE profile = :profile AND source_id = :entry_id

-- name: save_tombstone
-- So that importing again does not bring it back.
INSERT INTO tombstone (profile, hash) VALUES (:profile, :hash) ON CONFLICT DO NOTHING

-- name: find_tombstone
-- Whether an entry of this origin and id was deleted.
SELECT 1 FROM tombstone WHERE profile = ? AND hash = ?

-- name: delete_tombstone
-- Its owner wants the entry back.
DELETE FROM tombstone WHERE profile = ? AND hash = ?

-- name: save_idempotency
-- Which entry a key stands for; a later one if the former was deleted and is restored.
INSERT INTO idempotency (profile, key_hash, request_hash, entry_id, created_at)
VALUES (:profile, :key_hash, :request_hash, :entry_id, :at)
ON CONFLICT (profile, key_hash) DO UPDATE
SET request_hash = excluded.request_hash, entry_id = excluded.entry_id,
    created_at = excluded.created_at

-- name: forget_keys
-- Keys that nobody sends any more.
DELETE FROM idempotency INDEXED BY idempotency_created
WHERE profile = :profile AND created_at < :before

-- name: find_idempotency
-- What is known of a key.
SELECT request_hash, entry_id FROM idempotency WHERE profile = ? AND key_hash = ?

-- name: forget_request
-- The entry goes, and with it the hash of its text; the key stays used.
UPDATE idempotency INDEXED BY idempotency_entry SET request_hash = NULL
WHERE profile = :profile AND entry_id = :entry_id

-- name: list_rulings
-- Rulings of all or some verbs, oldest first.
SELECT id, verb, target_id, at, day, other_id, value, subject_id, predicate, object_id, mention_ids
FROM ruling
WHERE profile = :profile
  AND (:verbs IS NULL OR verb IN (SELECT value FROM json_each(:verbs)))
ORDER BY at, id

-- name: list_rulings_about
-- Rulings that name one of these ids as target, other, subject or object, oldest first.
SELECT id, verb, target_id, at, day, other_id, value, subject_id, predicate, object_id, mention_ids
FROM ruling
WHERE profile = :profile
  AND (:verbs IS NULL OR verb IN (SELECT value FROM json_each(:verbs)))
  AND id IN (
    SELECT id FROM ruling
    WHERE profile = :profile AND target_id IN (SELECT value FROM json_each(:ids))
    UNION ALL
    SELECT id FROM ruling
    WHERE profile = :profile AND other_id IN (SELECT value FROM json_each(:ids))
    UNION ALL
    SELECT id FROM ruling
    WHERE profile = :profile AND subject_id IN (SELECT value FROM json_each(:ids))
    UNION ALL
    SELECT id FROM ruling
    WHERE profile = :profile AND object_id IN (SELECT value FROM json_each(:ids)))
ORDER BY at, id

-- name: list_source_ids
-- Entries with a mention of one of these, whatever its state.
SELECT DISTINCT m.entry_id FROM json_each(:ids) asked
CROSS JOIN mention m INDEXED BY mention_entity
    ON m.profile = :profile AND m.entity_id = asked.value
ORDER BY m.entry_id

-- name: list_on_days
-- Of each of some days the first entries that are of some forms.
SELECT e.* FROM (
    SELECT o.seq, o.day, row_number() OVER (
        PARTITION BY o.day ORDER BY min(o.occurred_at, o.recorded_at), o.id) AS place
    FROM json_each(:days) asked CROSS JOIN entry o INDEXED BY entry_day
        ON o.profile = :profile AND o.day = asked.value
    WHERE o.form IN (SELECT value FROM json_each(:forms))) ranked
CROSS JOIN entry_row e ON e.seq = ranked.seq
WHERE ranked.place <= :limit
ORDER BY ranked.day, ranked.place

-- name: count_entry_days
-- How many entries each day has, without notes.
SELECT day, count(*) FROM entry
WHERE profile = ? AND day BETWEEN ? AND ? AND form <> 'Note' GROUP BY day ORDER BY day

-- name: read_moods
-- Mean mood of each day that has one, without notes.
SELECT day, avg(mood), count(*) FROM entry
WHERE profile = ? AND day BETWEEN ? AND ? AND mood IS NOT NULL AND form <> 'Note'
GROUP BY day ORDER BY day
