-- name: list_indexers
-- Whose passages entries have.
WITH RECURSIVE line (embedder_id) AS (
    SELECT (SELECT indexed_by FROM entry INDEXED BY entry_indexed
            WHERE profile = :profile AND indexed_by > '' AND form <> 'Note'
              AND state IN ('read', 'unread', 'failed') AND unremembered = 0
            ORDER BY indexed_by LIMIT 1)
    UNION
    SELECT (SELECT indexed_by FROM entry INDEXED BY entry_indexed
            WHERE profile = :profile AND indexed_by > line.embedder_id AND form <> 'Note'
              AND state IN ('read', 'unread', 'failed') AND unremembered = 0
            ORDER BY indexed_by LIMIT 1)
    FROM line WHERE embedder_id IS NOT NULL
)
SELECT embedder_id FROM line WHERE embedder_id IS NOT NULL

-- name: list_indexed_by
-- Entries with passages of an embedder, or NULL for those without, newest first.
SELECT occurred_at, id FROM entry INDEXED BY entry_indexed
WHERE profile = :profile AND indexed_by IS :embedder_id AND form <> 'Note'
  AND state IN ('read', 'unread', 'failed') AND unremembered = 0
ORDER BY occurred_at DESC, id DESC LIMIT :limit

-- name: find_indexable
-- Where passages of an entry belong, if they may be stored.
SELECT e.day, ifnull(c.scope, ''), e.conversation_id
FROM entry e LEFT JOIN conversation c ON c.profile = e.profile AND c.id = e.conversation_id
WHERE e.profile = :profile AND e.id = :entry_id AND e.revision = :revision
  AND e.unremembered = 0

-- name: note_indexed
-- By which embedder an entry is indexed; NULL takes its passages along.
UPDATE entry SET indexed_by = :embedder_id WHERE profile = :profile AND id = :entry_id

-- name: save_passage
-- A new one, with its number.
INSERT INTO passage (profile, entry_id, starts, ends, day, scope, conversation_id, words)
VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq

-- name: save_passage_vector
-- Of the passage with this number.
INSERT INTO passage_vector (seq, profile, embedder_id, numbers) VALUES (?, ?, ?, ?)

-- name: read_passage_vectors
-- All vectors of an embedder, with what a search is cut to.
SELECT p.entry_id, p.starts, p.ends, p.day, p.conversation_id, v.numbers, p.scope
FROM passage_vector v INDEXED BY passage_vector_embedder CROSS JOIN passage p ON p.seq = v.seq
WHERE v.profile = ? AND v.embedder_id = ?

-- name: search_passages
-- The best of those that hold any of the words and are among those asked for. Ranked is only
-- what is.
SELECT p.entry_id, p.starts, p.ends, p.day, p.conversation_id, -bm25(passage_fts) AS score
FROM passage_fts CROSS JOIN passage p ON p.seq = passage_fts.rowid
WHERE passage_fts MATCH :words AND p.profile = :profile AND p.scope IN ('', :scope)
  AND p.day BETWEEN ifnull(:since, p.day) AND ifnull(:until, p.day)
ORDER BY score DESC, p.entry_id, p.starts, p.ends LIMIT :limit

-- name: search_stretch
-- The same of those of some days, which are few.
SELECT p.entry_id, p.starts, p.ends, p.day, p.conversation_id, -bm25(passage_fts) AS score
FROM passage_fts CROSS JOIN passage p ON p.seq = passage_fts.rowid
WHERE passage_fts MATCH :words AND p.scope IN ('', :scope)
  AND +passage_fts.rowid IN (SELECT seq FROM passage INDEXED BY passage_day
                            WHERE profile = :profile AND day BETWEEN :since AND :until)
ORDER BY score DESC, p.entry_id, p.starts, p.ends LIMIT :limit

-- name: search_best
-- The best of those that hold any of the words, and whether each is among those asked for. By
-- bm25, not by its other name "rank": the index would sort all of them then.
SELECT p.entry_id, p.starts, p.ends, p.day, p.conversation_id, -ranked.rank,
       p.profile = :profile AND p.scope IN ('', :scope)
FROM (SELECT rowid AS seq, bm25(passage_fts) AS rank FROM passage_fts
      WHERE passage_fts MATCH :words ORDER BY bm25(passage_fts) LIMIT :limit) ranked
CROSS JOIN passage p ON p.seq = ranked.seq
ORDER BY ranked.rank, p.entry_id, p.starts, p.ends

-- name: read_next
-- The turn before and the one after each of these, NULL where there is none.
SELECT e.id,
       (SELECT b.id FROM entry b INDEXED BY entry_conversation
        WHERE b.profile = :profile AND b.conversation_id = e.conversation_id
          AND b.conversation_id IS NOT NULL AND b.id < e.id ORDER BY b.id DESC LIMIT 1),
       (SELECT a.id FROM entry a INDEXED BY entry_conversation
        WHERE a.profile = :profile AND a.conversation_id = e.conversation_id
          AND a.conversation_id IS NOT NULL AND a.id > e.id ORDER BY a.id LIMIT 1)
FROM json_each(:ids) asked CROSS JOIN entry e ON e.profile = :profile AND e.id = asked.value
WHERE e.form = 'Turn' AND e.conversation_id IS NOT NULL

-- name: read_beside
-- Turns before (nearest first) and after these, each as a list.
SELECT e.id,
       (SELECT json_group_array(id) FROM (
            SELECT b.id FROM entry b INDEXED BY entry_conversation
            WHERE b.profile = :profile AND b.conversation_id = e.conversation_id
              AND b.conversation_id IS NOT NULL AND b.id < e.id
            ORDER BY b.id DESC LIMIT :limit)),
       (SELECT json_group_array(id) FROM (
            SELECT a.id FROM entry a INDEXED BY entry_conversation
            WHERE a.profile = :profile AND a.conversation_id = e.conversation_id
              AND a.conversation_id IS NOT NULL AND a.id > e.id
            ORDER BY a.id LIMIT :limit))
FROM json_each(:ids) asked CROSS JOIN entry e ON e.profile = :profile AND e.id = asked.value
WHERE e.form = 'Turn' AND e.conversation_id IS NOT NULL
