-- name: get_memory
-- One memory by id.
SELECT * FROM memory_row WHERE profile = ? AND id = ?

-- name: find_by_slots
-- Memories that fill one of these slots.
SELECT m.id FROM json_each(:asked) asked
CROSS JOIN memory m INDEXED BY memory_slot ON m.profile = :profile AND m.slot = asked.value

-- name: find_by_words
-- Memories with one of these word keys.
SELECT m.id FROM json_each(:asked) asked
CROSS JOIN memory m ON m.profile = :profile AND m.words_key = asked.value

-- name: find_by_entries
-- Memories that were learned from one of these entries.
SELECT DISTINCT s.memory_id FROM json_each(:asked) asked
CROSS JOIN memory_source s INDEXED BY memory_source_entry
    ON s.profile = :profile AND s.entry_id = asked.value

-- name: find_about
-- Memories learned from words that mention one of these entities, by mentions of any state.
SELECT DISTINCT s.memory_id FROM json_each(:asked) asked
CROSS JOIN mention m INDEXED BY mention_entity
    ON m.profile = :profile AND m.entity_id = asked.value
CROSS JOIN memory_source s INDEXED BY memory_source_entry
    ON s.profile = :profile AND s.entry_id = m.entry_id
    AND s.starts < m.ends AND m.starts < s.ends

-- name: list_together
-- These memories and all that hang together with them: by links, by rulings that name two, or
-- by what fills the same slot of the same scope. Slots are steps of their own between memories,
-- so that a slot is looked up once, not once for each that fills it.
WITH RECURSIVE line (id, slot, scope) AS (
    SELECT m.id, NULL, NULL FROM json_each(:ids) asked
    CROSS JOIN memory m ON m.profile = :profile AND m.id = asked.value
    UNION
    SELECT NULL, m.slot, m.scope FROM line CROSS JOIN memory m
        ON m.profile = :profile AND m.id = line.id AND m.slot IS NOT NULL
    UNION
    SELECT m.id, NULL, NULL FROM line CROSS JOIN memory m INDEXED BY memory_slot
        ON m.profile = :profile AND m.slot = line.slot AND m.scope = line.scope
    UNION
    SELECT l.older_id, NULL, NULL FROM line CROSS JOIN memory_link l
        ON l.profile = :profile AND l.newer_id = line.id
    UNION
    SELECT l.newer_id, NULL, NULL FROM line CROSS JOIN memory_link l INDEXED BY memory_link_older
        ON l.profile = :profile AND l.older_id = line.id
    UNION
    SELECT r.other_id, NULL, NULL FROM line
    CROSS JOIN memory_ruling r INDEXED BY memory_ruling_memory
        ON r.profile = :profile AND r.memory_id = line.id AND r.other_id IS NOT NULL
    UNION
    SELECT r.memory_id, NULL, NULL FROM line
    CROSS JOIN memory_ruling r INDEXED BY memory_ruling_other
        ON r.profile = :profile AND r.other_id = line.id AND r.other_id IS NOT NULL
)
SELECT * FROM memory_row
WHERE profile = :profile AND id IN (SELECT id FROM line WHERE id IS NOT NULL) ORDER BY id

-- name: list_by_ids
-- The memories among these ids, in order of id.
SELECT * FROM memory_row
WHERE profile = :profile AND id IN (SELECT value FROM json_each(:ids)) ORDER BY id

-- name: list_sources
-- Where these memories were said.
SELECT * FROM memory_source_row
WHERE profile = :profile AND memory_id IN (SELECT value FROM json_each(:ids))
ORDER BY memory_id, entry_id, starts, ends

-- name: list_links
-- How these memories stand to others; each other one of a link is among them.
SELECT newer_id, older_id, kind, reason FROM memory_link
WHERE profile = :profile AND newer_id IN (SELECT value FROM json_each(:ids))
ORDER BY newer_id, older_id

-- name: list_rulings
-- What was ruled about these memories, oldest first.
SELECT id, verb, memory_id, at, other_id FROM memory_ruling INDEXED BY memory_ruling_memory
WHERE profile = :profile AND memory_id IN (SELECT value FROM json_each(:ids))
ORDER BY at, id

-- name: list_vectors
-- The vectors of these memories.
SELECT memory_id, embedder_id, numbers, claim FROM memory_vector
WHERE profile = :profile AND memory_id IN (SELECT value FROM json_each(:ids))

-- name: read_vectors
-- All vectors of an embedder.
SELECT memory_id, numbers FROM memory_vector INDEXED BY memory_vector_embedder
WHERE profile = ? AND embedder_id = ?

-- name: keep_those_in
-- Those of these memories that are in a scope and in one of some states, NULL for any.
SELECT m.id FROM json_each(:ids) asked
CROSS JOIN memory m ON m.profile = :profile AND m.id = asked.value
WHERE (:scope IS NULL OR m.scope = :scope)
  AND (:states IS NULL OR m.state IN (SELECT value FROM json_each(:states)))

-- name: list_vetoes
-- From which spans of these entries nothing is to be remembered.
SELECT entry_id, starts, ends FROM veto
WHERE profile = :profile AND entry_id IN (SELECT value FROM json_each(:ids))
ORDER BY entry_id, starts, ends

-- name: list_memories
-- Pinned ones first, then the newest, ties by id descending, after the cursor.
SELECT * FROM memory_row
WHERE profile = :profile
  AND (pinned, confirmed_at, id) < (:before_pinned, :before_at, :before_id)
  AND (:pinned IS NULL OR pinned = :pinned)
  AND (:scope IS NULL OR scope = :scope)
  AND (:but_values IS NULL OR value IS NULL
    OR value NOT IN (SELECT value FROM json_each(:but_values)))
ORDER BY pinned DESC, confirmed_at DESC, id DESC LIMIT :limit

-- name: list_pinned
-- The same of pinned ones alone, which are few: no other is looked at.
SELECT * FROM memory_row
WHERE profile = :profile AND pinned >= 1
  AND (pinned, confirmed_at, id) < (:before_pinned, :before_at, :before_id)
  AND (:state IS NULL OR state = :state) AND (:scope IS NULL OR scope = :scope)
  AND (:but_values IS NULL OR value IS NULL
    OR value NOT IN (SELECT value FROM json_each(:but_values)))
ORDER BY pinned DESC, confirmed_at DESC, id DESC LIMIT :limit

-- name: list_of_state
-- The same of one state.
SELECT * FROM memory_row
WHERE profile = :profile AND state = :state
  AND (pinned, confirmed_at, id) < (:before_pinned, :before_at, :before_id)
  AND (:pinned IS NULL OR pinned = :pinned)
  AND (:scope IS NULL OR scope = :scope)
  AND (:but_values IS NULL OR value IS NULL
    OR value NOT IN (SELECT value FROM json_each(:but_values)))
ORDER BY pinned DESC, confirmed_at DESC, id DESC LIMIT :limit

-- name: list_of_kind
-- The same of one kind.
SELECT * FROM memory_row
WHERE profile = :profile AND kind = :kind
  AND (pinned, confirmed_at, id) < (:before_pinned, :before_at, :before_id)
  AND (:state IS NULL OR state = :state)
  AND (:pinned IS NULL OR pinned = :pinned) AND (:scope IS NULL OR scope = :scope)
  AND (:but_values IS NULL OR value IS NULL
    OR value NOT IN (SELECT value FROM json_each(:but_values)))
ORDER BY pinned DESC, confirmed_at DESC, id DESC LIMIT :limit

-- name: list_of_category
-- The same of one category.
SELECT * FROM memory_row
WHERE profile = :profile AND category = :category
  AND (pinned, confirmed_at, id) < (:before_pinned, :before_at, :before_id)
  AND (:state IS NULL OR state = :state)
  AND (:kind IS NULL OR kind = :kind) AND (:pinned IS NULL OR pinned = :pinned)
  AND (:scope IS NULL OR scope = :scope)
  AND (:but_values IS NULL OR value IS NULL
    OR value NOT IN (SELECT value FROM json_each(:but_values)))
ORDER BY pinned DESC, confirmed_at DESC, id DESC LIMIT :limit

-- name: list_about
-- The same of those learned from words that mention an entity, or one that was merged into it.
WITH RECURSIVE line (id) AS (
    SELECT :about
    UNION
    SELECT e.id FROM line CROSS JOIN entity e INDEXED BY entity_merged
        ON e.profile = :profile AND e.merged_into = line.id
)
SELECT * FROM memory_row
WHERE profile = :profile
  AND id IN (
    SELECT s.memory_id FROM line
    CROSS JOIN mention m INDEXED BY mention_entity
        ON m.profile = :profile AND m.entity_id = line.id AND m.state = 'live'
    CROSS JOIN memory_source s INDEXED BY memory_source_entry
        ON s.profile = :profile AND s.entry_id = m.entry_id
        AND s.starts < m.ends AND m.starts < s.ends)
  AND (pinned, confirmed_at, id) < (:before_pinned, :before_at, :before_id)
  AND (:state IS NULL OR state = :state) AND (:category IS NULL OR category = :category)
  AND (:kind IS NULL OR kind = :kind) AND (:pinned IS NULL OR pinned = :pinned)
  AND (:scope IS NULL OR scope = :scope)
  AND (:but_values IS NULL OR value IS NULL
    OR value NOT IN (SELECT value FROM json_each(:but_values)))
ORDER BY pinned DESC, confirmed_at DESC, id DESC LIMIT :limit

-- name: search_memories
-- Those with any of some words, best first; the index tells less for what is better.
SELECT m.id, -memory_fts.rank FROM memory_fts CROSS JOIN memory m ON m.seq = memory_fts.rowid
WHERE memory_fts MATCH :words AND m.profile = :profile
ORDER BY memory_fts.rank, m.id LIMIT :limit

-- name: list_revisions
-- How a memory changed, oldest first.
SELECT id, memory_id, field, before, after, why, at, author, other_id
FROM memory_revision INDEXED BY memory_revision_memory
WHERE profile = ? AND memory_id = ? ORDER BY id

-- name: use_memory
-- It was used once more.
UPDATE memory
SET access_count = access_count + 1, accessed_at = max(ifnull(accessed_at, :at), :at)
WHERE profile = :profile AND id = :id

-- name: list_memory_ids
-- Ids in ascending order, for jobs that go through those made since one.
SELECT id FROM memory WHERE profile = ? AND id > ? ORDER BY id LIMIT ?

-- name: list_unembedded
-- Memories whose vector another embedder made, or that have none.
SELECT * FROM memory_row
WHERE profile = :profile AND id IN (
    SELECT id FROM (
        SELECT id FROM memory INDEXED BY memory_embedder
        WHERE profile = :profile AND embedder_id IS NULL
        UNION ALL
        SELECT id FROM memory INDEXED BY memory_embedder
        WHERE profile = :profile AND embedder_id < :embedder_id
        UNION ALL
        SELECT id FROM memory INDEXED BY memory_embedder
        WHERE profile = :profile AND embedder_id > :embedder_id)
    ORDER BY id LIMIT :limit)
ORDER BY id

-- name: list_expired
-- What is of no use any more, earliest first.
SELECT id FROM memory INDEXED BY memory_expires
WHERE profile = ? AND expires_at <= ? AND expires_at IS NOT NULL AND pinned = 0
  AND state IN ('current', 'held', 'pending')
ORDER BY expires_at, id LIMIT ?

-- name: list_dated
-- Current events and milestones that begin on some days, and days that return.
SELECT * FROM memory_row
WHERE profile = :profile AND state = 'current' AND id IN (
    SELECT m.id FROM memory m INDEXED BY memory_begins
    WHERE m.profile = :profile AND m.kind IN ('event', 'milestone') AND m.state = 'current'
        AND m.valid_from BETWEEN :since AND :until
    UNION
    SELECT m.id FROM json_each(:returning) asked CROSS JOIN memory m INDEXED BY memory_returns
        ON m.profile = :profile AND m.important_month IS NOT NULL
        AND m.important_month = asked.value ->> 0 AND m.important_day = asked.value ->> 1)
ORDER BY id LIMIT :limit

-- name: count_memories
-- How many there are of each state.
SELECT state, count(*) FROM memory WHERE profile = ? GROUP BY state

-- name: find_strays
-- Whether there is a source in an entry that is gone, or a memory that was said nowhere.
SELECT 1 FROM memory_source s WHERE s.profile = :profile AND NOT EXISTS (
    SELECT 1 FROM entry e WHERE e.profile = :profile AND e.id = s.entry_id)
UNION ALL
SELECT 1 FROM memory m WHERE m.profile = :profile AND NOT EXISTS (
    SELECT 1 FROM memory_source s WHERE s.profile = :profile AND s.memory_id = m.id)
LIMIT 1

-- name: remove_lost_sources
-- Sources in entries that are gone.
DELETE FROM memory_source WHERE profile = :profile AND NOT EXISTS (
    SELECT 1 FROM entry e WHERE e.profile = :profile AND e.id = memory_source.entry_id)
RETURNING 1

-- name: remove_lost_memories
-- Memories that were said nowhere.
DELETE FROM memory WHERE profile = :profile AND NOT EXISTS (
    SELECT 1 FROM memory_source s WHERE s.profile = :profile AND s.memory_id = memory.id)
RETURNING 1

-- name: read_spent
-- What asking models took on a day, of all profiles.
SELECT ifnull(sum(n_calls), 0), ifnull(sum(n_sent), 0), ifnull(sum(n_received), 0),
       ifnull(max(estimated), 0)
FROM spent WHERE day = ?

-- name: save_memory
-- New, or in place of the one with its id but for how often it was used.
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
    scope = excluded.scope

-- name: drop_memory
-- All that is its own goes with it.
DELETE FROM memory WHERE profile = ? AND id = ?

-- name: save_source
-- New, or in place of what was understood there before.
INSERT OR REPLACE INTO memory_source
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: drop_source
-- It was not said there.
DELETE FROM memory_source
WHERE profile = ? AND memory_id = ? AND entry_id = ? AND starts = ? AND ends = ?

-- name: save_link
-- New, or in place of the one between the same two.
INSERT OR REPLACE INTO memory_link VALUES (?, ?, ?, ?, ?)

-- name: save_memory_ruling
-- New, or in place of the one with its id.
INSERT OR REPLACE INTO memory_ruling VALUES (?, ?, ?, ?, ?, ?)

-- name: drop_memory_ruling
-- It was taken back.
DELETE FROM memory_ruling WHERE profile = ? AND id = ?

-- name: save_revision
-- New, or in place of the one with its id.
INSERT OR REPLACE INTO memory_revision VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: save_vector
-- New, or in place of the one that the memory had.
INSERT INTO memory_vector (profile, memory_id, embedder_id, numbers, claim)
VALUES (?, ?, ?, ?, ?)
ON CONFLICT (profile, memory_id) DO UPDATE SET
    embedder_id = excluded.embedder_id, numbers = excluded.numbers, claim = excluded.claim

-- name: drop_vector
-- The memory's text has none.
DELETE FROM memory_vector WHERE profile = ? AND memory_id = ?

-- name: save_veto
-- Nothing is remembered from there.
INSERT OR REPLACE INTO veto VALUES (?, ?, ?, ?)

-- name: drop_veto
-- It may be remembered again.
DELETE FROM veto WHERE profile = ? AND entry_id = ? AND starts = ? AND ends = ?

-- name: add_spent
-- What one more reading took.
INSERT INTO spent (profile, day, n_calls, n_sent, n_received, estimated)
VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (profile, day) DO UPDATE
SET n_calls = n_calls + excluded.n_calls, n_sent = n_sent + excluded.n_sent,
    n_received = n_received + excluded.n_received,
    estimated = max(estimated, excluded.estimated)
