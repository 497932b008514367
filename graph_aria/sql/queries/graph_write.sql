-- name: read_revision
-- The revision of an entry that was read.
SELECT revision FROM entry WHERE profile = ? AND id = ?

-- name: save_mention
-- New, or in place of the one with its id.
INSERT INTO mention VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (profile, id) DO UPDATE
SET starts = excluded.starts, ends = excluded.ends, name = excluded.name, kind = excluded.kind,
    rule = excluded.rule, strength = excluded.strength, entity_id = excluded.entity_id,
    role = excluded.role, cadence = excluded.cadence, named = excluded.named,
    intensity = excluded.intensity, negated = excluded.negated, of_user = excluded.of_user,
    matters = excluded.matters, state = excluded.state

-- name: drop_mention
-- Gone from the record.
DELETE FROM mention WHERE profile = ? AND id = ?

-- name: save_assertion
-- New, or in place of the one with its id.
INSERT INTO assertion VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (profile, id) DO UPDATE
SET subject_id = excluded.subject_id, predicate = excluded.predicate,
    object_id = excluded.object_id, starts = excluded.starts, ends = excluded.ends,
    rule = excluded.rule, strength = excluded.strength, polarity = excluded.polarity,
    tense = excluded.tense, ended = excluded.ended, state = excluded.state

-- name: drop_assertion
-- Gone from the record.
DELETE FROM assertion WHERE profile = ? AND id = ?

-- name: save_entity
-- New, or in place of the one with its id; its row keeps its number, which the index knows.
INSERT INTO entity (profile, id, kind, name, key, distinction, role, cadence, is_user, pinned,
                    archived_at, merged_into, weight, ref_at, heat, fades_at, first_on, last_on,
                    n_days, ended_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (profile, id) DO UPDATE
SET kind = excluded.kind, name = excluded.name, key = excluded.key,
    distinction = excluded.distinction, role = excluded.role, cadence = excluded.cadence,
    is_user = excluded.is_user, pinned = excluded.pinned, archived_at = excluded.archived_at,
    merged_into = excluded.merged_into, weight = excluded.weight, ref_at = excluded.ref_at,
    heat = excluded.heat, fades_at = excluded.fades_at, first_on = excluded.first_on,
    last_on = excluded.last_on, n_days = excluded.n_days, ended_at = excluded.ended_at

-- name: drop_entity
-- Gone from the graph.
DELETE FROM entity WHERE profile = ? AND id = ?

-- name: list_entity_ids
-- Every entity of a profile.
SELECT id FROM entity WHERE profile = ?

-- name: save_form
-- New, or with another number of mentions.
INSERT INTO form (profile, entity_id, name, kind, role, cadence, key, n)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (profile, entity_id, name, kind, role, cadence) DO UPDATE
SET key = excluded.key, n = excluded.n

-- name: drop_form
-- No mention has it any more.
DELETE FROM form
WHERE profile = ? AND entity_id = ? AND name = ? AND kind = ? AND role = ? AND cadence = ?

-- name: drop_forms_of
-- All forms of an entity that is gone.
DELETE FROM form WHERE profile = ? AND entity_id = ?

-- name: clear_forms
-- Before a rebuild.
DELETE FROM form WHERE profile = ?

-- name: save_relation
-- New, or in place of the one with its id.
INSERT INTO relation (profile, id, subject_id, predicate, object_id, archived_at, weight, ref_at,
                      heat, fades_at, first_on, last_on, n_days, ended_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (profile, id) DO UPDATE
SET subject_id = excluded.subject_id, predicate = excluded.predicate,
    object_id = excluded.object_id, archived_at = excluded.archived_at, weight = excluded.weight,
    ref_at = excluded.ref_at, heat = excluded.heat, fades_at = excluded.fades_at,
    first_on = excluded.first_on, last_on = excluded.last_on, n_days = excluded.n_days,
    ended_at = excluded.ended_at

-- name: drop_relation
-- Gone from the graph.
DELETE FROM relation WHERE profile = ? AND id = ?

-- name: clear_relations
-- Before a rebuild.
DELETE FROM relation WHERE profile = ?

-- name: save_evidence
-- New, or in place of what the source said of the target.
INSERT INTO evidence VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (profile, target_id, source_id) DO UPDATE
SET at = excluded.at, day = excluded.day, strength = excluded.strength, ended = excluded.ended

-- name: drop_evidence
-- The source says nothing of the target any more.
DELETE FROM evidence WHERE profile = ? AND target_id = ? AND source_id = ?

-- name: drop_evidence_of
-- Evidence of a target that is gone.
DELETE FROM evidence WHERE profile = ? AND target_id = ?

-- name: clear_evidence
-- Before a rebuild.
DELETE FROM evidence WHERE profile = ?

-- name: save_day
-- New, or in place of that day's row.
INSERT INTO day_row VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (profile, target_id, day) DO UPDATE
SET at = excluded.at, strength = excluded.strength, weight_after = excluded.weight_after,
    ended = excluded.ended

-- name: drop_day
-- Nothing speaks of the target on that day any more.
DELETE FROM day_row WHERE profile = ? AND target_id = ? AND day = ?

-- name: drop_days_of
-- Days of a target that is gone.
DELETE FROM day_row WHERE profile = ? AND target_id = ?

-- name: clear_days
-- Before a rebuild.
DELETE FROM day_row WHERE profile = ?

-- name: save_ruling
-- New, or in place of the one with its id.
INSERT OR REPLACE INTO ruling VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: drop_ruling
-- Gone from the record.
DELETE FROM ruling WHERE profile = ? AND id = ?

-- name: archive_entity
-- The scheduled pass has seen that it faded.
UPDATE entity SET archived_at = ? WHERE profile = ? AND id = ?

-- name: archive_relation
-- The same for a relation.
UPDATE relation SET archived_at = ? WHERE profile = ? AND id = ?

-- name: note_outcome
-- What became of reading an entry.
UPDATE entry SET state = :state, reason = :reason, language = :language, reader_id = :reader_id,
                 refused = :refused, n_calls = :n_calls, n_sent = :n_sent,
                 n_received = :n_received, estimated = :estimated
WHERE profile = :profile AND id = :id

-- name: unplace_entry
-- Its passages go, by a trigger, and are made anew.
UPDATE entry SET indexed_by = NULL WHERE profile = ? AND id = ? AND indexed_by IS NOT NULL

-- name: drop_spoken_dates
-- Of the reading before.
DELETE FROM spoken_date WHERE profile = ? AND entry_id = ?

-- name: save_spoken_date
-- A date that the entry speaks of.
INSERT INTO spoken_date VALUES (?, ?, ?, ?, ?, ?, ?, ?)

-- name: save_chapter
-- A chapter; the one with its id was dropped before.
INSERT INTO chapter VALUES (?, ?, ?, ?, ?, ?, ?, ?)

-- name: save_feature
-- What a closed chapter is about.
INSERT INTO feature VALUES (?, ?, ?, ?, ?, ?, ?)

-- name: drop_chapter
-- Its features go by cascade.
DELETE FROM chapter WHERE profile = ? AND id = ?

-- name: move_profile
-- The graph has moved on, and what of its chapters is to be derived again.
UPDATE profile
SET version = :version, chapters_from = :chapters_from, chapters_to = :chapters_to
WHERE key = :key
