-- name: quick_check
-- 'ok', or what is damaged.
PRAGMA quick_check(20)

-- name: check_references
-- Rows that name a row which is not there.
PRAGMA foreign_key_check

-- name: count_rows
-- How much there is.
SELECT (SELECT count(*) FROM profile), (SELECT count(*) FROM entry), (SELECT count(*) FROM entity),
       (SELECT count(*) FROM relation), (SELECT count(*) FROM evidence),
       (SELECT count(*) FROM chapter), (SELECT count(*) FROM conversation),
       (SELECT count(*) FROM memory), (SELECT count(*) FROM job)

-- name: count_strays
-- Sources of memories in entries that are gone, and memories that were said nowhere.
SELECT (SELECT count(*) FROM memory_source s WHERE NOT EXISTS (
            SELECT 1 FROM entry e WHERE e.profile = s.profile AND e.id = s.entry_id)),
       (SELECT count(*) FROM memory m WHERE NOT EXISTS (
            SELECT 1 FROM memory_source s WHERE s.profile = m.profile AND s.memory_id = m.id))

-- name: optimize_entries
-- Write the index anew, without what was deleted.
INSERT INTO entry_fts (entry_fts) VALUES ('optimize')

-- name: optimize_entities
-- Write the index anew, without what was deleted.
INSERT INTO entity_fts (entity_fts) VALUES ('optimize')

-- name: optimize_forms
-- Write the index anew, without what was deleted.
INSERT INTO form_fts (form_fts) VALUES ('optimize')

-- name: optimize_memories
-- Write the index anew, without what was deleted.
INSERT INTO memory_fts (memory_fts) VALUES ('optimize')

-- name: optimize_passages
-- Write the index anew, without what was deleted.
INSERT INTO passage_fts (passage_fts) VALUES ('optimize')

-- name: vacuum
-- Write the whole file anew.
VACUUM

-- name: truncate_log
-- Fold the log into the file and empty it; the first column is 0 if nobody was in the way.
PRAGMA wal_checkpoint(TRUNCATE)

-- name: copy_into
-- A copy without free pages, encrypted as the store is.
VACUUM INTO ?

-- name: list_schema
-- The schema's own text.
SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL

-- name: list_own_values
-- What the program itself writes beside what people say.
SELECT rule FROM mention UNION SELECT rule FROM assertion UNION SELECT rule FROM spoken_date
UNION SELECT zone FROM entry UNION SELECT zone FROM profile
UNION SELECT ifnull(reader_id, '') FROM entry UNION SELECT origin FROM entry
UNION SELECT ifnull(reason, '') FROM entry UNION SELECT ifnull(reason, '') FROM job
UNION SELECT ifnull(summary, '') FROM job UNION SELECT name FROM migration
UNION SELECT rule FROM memory_source UNION SELECT ifnull(embedder_id, '') FROM memory
UNION SELECT reason FROM memory_link UNION SELECT field FROM memory_revision
UNION SELECT why FROM memory_revision UNION SELECT ifnull(before, '') FROM memory_revision
UNION SELECT ifnull(after, '') FROM memory_revision UNION SELECT ifnull(refused, '') FROM entry
UNION SELECT ifnull(indexed_by, '') FROM entry UNION SELECT ifnull(drawn, '') FROM reply
UNION SELECT name FROM meta

-- name: list_columns
-- Every column that may hold text, of every table that holds its own rows, with the column that
-- names the profile: NULL for what is of none.
SELECT t.name, c.name,
       iif(t.name = 'profile', 'key',
           (SELECT o.name FROM pragma_table_xinfo(t.name) o WHERE o.name = 'profile'))
FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c
WHERE t.schema = 'main' AND t.type = 'table' AND c.type IN ('TEXT', 'ANY')
ORDER BY t.name, c.cid

-- name: find_profile_key
-- What the rows of a profile name it by.
SELECT key FROM profile WHERE id = ?

-- name: open_entry_terms
-- The index's own list of its terms.
CREATE VIRTUAL TABLE temp.entry_terms USING fts5vocab (main, entry_fts, row)

-- name: open_entity_terms
-- The index's own list of its terms.
CREATE VIRTUAL TABLE temp.entity_terms USING fts5vocab (main, entity_fts, row)

-- name: open_form_terms
-- The index's own list of its terms.
CREATE VIRTUAL TABLE temp.form_terms USING fts5vocab (main, form_fts, row)

-- name: open_memory_terms
-- The index's own list of its terms, which have no endings.
CREATE VIRTUAL TABLE temp.memory_terms USING fts5vocab (main, memory_fts, row)

-- name: open_passage_terms
-- The index's own list of its terms, which have no endings.
CREATE VIRTUAL TABLE temp.passage_terms USING fts5vocab (main, passage_fts, row)

-- name: list_stems
-- All terms of the indexes that have no endings.
SELECT term FROM temp.memory_terms UNION SELECT term FROM temp.passage_terms

-- name: list_terms
-- All terms of the indexes that keep endings.
SELECT term FROM temp.entry_terms UNION SELECT term FROM temp.entity_terms
UNION SELECT term FROM temp.form_terms

-- name: open_entry_places
-- Where the index has each of its terms.
CREATE VIRTUAL TABLE temp.entry_places USING fts5vocab (main, entry_fts, instance)

-- name: open_entity_places
-- Where the index has each of its terms.
CREATE VIRTUAL TABLE temp.entity_places USING fts5vocab (main, entity_fts, instance)

-- name: open_form_places
-- Where the index has each of its terms.
CREATE VIRTUAL TABLE temp.form_places USING fts5vocab (main, form_fts, instance)

-- name: open_memory_places
-- Where the index has each of its terms.
CREATE VIRTUAL TABLE temp.memory_places USING fts5vocab (main, memory_fts, instance)

-- name: open_passage_places
-- Where the index has each of its terms.
CREATE VIRTUAL TABLE temp.passage_places USING fts5vocab (main, passage_fts, instance)

-- name: list_stem_places
-- What the rows hold that an index names for a stem; NULL for a row that is not there.
SELECT text || ' ' || ifnull(reason, '')
FROM (SELECT DISTINCT doc FROM temp.memory_places WHERE term = :term)
LEFT JOIN memory ON seq = doc
UNION ALL SELECT words FROM (SELECT DISTINCT doc FROM temp.passage_places WHERE term = :term)
LEFT JOIN passage ON seq = doc

-- name: list_places
-- What the rows hold that an index names for a term; NULL for a row that is not there.
SELECT text FROM (SELECT DISTINCT doc FROM temp.entry_places WHERE term = :term)
LEFT JOIN entry ON seq = doc
UNION ALL SELECT name FROM (SELECT DISTINCT doc FROM temp.entity_places WHERE term = :term)
LEFT JOIN entity ON seq = doc
UNION ALL SELECT name FROM (SELECT DISTINCT doc FROM temp.form_places WHERE term = :term)
LEFT JOIN form ON seq = doc

-- name: integrity_check
-- 'ok', or everything that is damaged.
PRAGMA integrity_check
