-- What is drawn on to answer: pieces of entries, placed by their words and their meaning, and
-- what came up by itself. What a user wrote stands from now on also in passage.words and
-- passage.scope.

ALTER TABLE profile ADD COLUMN level_grows INTEGER NOT NULL DEFAULT 0;

ALTER TABLE entry ADD COLUMN reading_allowed INTEGER NOT NULL DEFAULT 0;
-- Which embedder its passages are of, though it may have none; NULL if they are to be made.
ALTER TABLE entry ADD COLUMN indexed_by TEXT;
-- A turn of a conversation that is not remembered; triggers keep it.
ALTER TABLE entry ADD COLUMN unremembered INTEGER NOT NULL DEFAULT 0;
UPDATE entry SET unremembered = 1
WHERE conversation_id IS NOT NULL AND EXISTS (
    SELECT 1 FROM conversation c
    WHERE c.profile = entry.profile AND c.id = entry.conversation_id AND c.remembers = 0);
-- What is to be indexed, newest first, and what each embedder has indexed.
CREATE INDEX entry_indexed ON entry (profile, indexed_by, occurred_at DESC, id DESC)
    WHERE form <> 'Note' AND state IN ('read', 'unread', 'failed') AND unremembered = 0;
CREATE INDEX entry_said ON entry (profile, conversation_id, occurred_at)
    WHERE conversation_id IS NOT NULL;

ALTER TABLE conversation ADD COLUMN last_at INTEGER NOT NULL DEFAULT 0;
UPDATE conversation SET last_at = ifnull(
    (SELECT max(e.occurred_at) FROM entry e
     WHERE e.profile = conversation.profile AND e.conversation_id = conversation.id
       AND e.conversation_id IS NOT NULL), started_at);
DROP INDEX conversation_started;
CREATE INDEX conversation_last ON conversation (profile, last_at DESC, id DESC);

-- Ids, spans, days and numbers alone, as JSON; NULL if another program replied.
ALTER TABLE reply ADD COLUMN drawn TEXT;

-- Passages -----------------------------------------------------------------------------

-- Day, scope and conversation are the entry's, so that a search need not look there.
CREATE TABLE passage (
    seq             INTEGER PRIMARY KEY,
    profile         INTEGER NOT NULL,
    entry_id        TEXT NOT NULL,
    starts          INTEGER NOT NULL,
    ends            INTEGER NOT NULL,
    day             INTEGER NOT NULL,
    scope           TEXT NOT NULL,
    conversation_id TEXT,
    words           TEXT NOT NULL,
    UNIQUE (profile, entry_id, starts, ends),
    FOREIGN KEY (profile, entry_id) REFERENCES entry (profile, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX passage_day ON passage (profile, day);

CREATE VIRTUAL TABLE passage_fts USING fts5 (
    words, content = 'passage', content_rowid = 'seq',
    tokenize = "porter unicode61 remove_diacritics 2"
);
INSERT INTO passage_fts (passage_fts, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER passage_fts_insert AFTER INSERT ON passage BEGIN
    INSERT INTO passage_fts (rowid, words) VALUES (new.seq, new.words);
END;
CREATE TRIGGER passage_fts_delete AFTER DELETE ON passage BEGIN
    INSERT INTO passage_fts (passage_fts, rowid, words) VALUES ('delete', old.seq, old.words);
END;

-- Apart, so that a search by words reads none of them.
CREATE TABLE passage_vector (
    seq         INTEGER PRIMARY KEY REFERENCES passage ON DELETE CASCADE,
    profile     INTEGER NOT NULL,
    embedder_id TEXT NOT NULL,
    numbers     BLOB NOT NULL
) STRICT;
CREATE INDEX passage_vector_embedder ON passage_vector (profile, embedder_id);

-- An entry that is not indexed has no passages.
CREATE TRIGGER entry_index_gone AFTER UPDATE OF indexed_by ON entry
WHEN new.indexed_by IS NULL AND old.indexed_by IS NOT NULL BEGIN
    DELETE FROM passage WHERE profile = new.profile AND entry_id = new.id;
END;
-- Nor is one that says something else, or says it elsewhere or at another time.
CREATE TRIGGER entry_says_else AFTER UPDATE OF text, revision, day, conversation_id ON entry
WHEN old.indexed_by IS NOT NULL
  AND (old.revision, old.text, old.day, old.conversation_id)
      IS NOT (new.revision, new.text, new.day, new.conversation_id) BEGIN
    UPDATE entry SET indexed_by = NULL WHERE seq = new.seq;
END;

-- Turns --------------------------------------------------------------------------------

CREATE TRIGGER turn_insert AFTER INSERT ON entry WHEN new.conversation_id IS NOT NULL BEGIN
    UPDATE entry SET unremembered = 1
    WHERE seq = new.seq AND EXISTS (
        SELECT 1 FROM conversation
        WHERE profile = new.profile AND id = new.conversation_id AND remembers = 0);
    UPDATE conversation SET last_at = (
        SELECT max(occurred_at) FROM entry
        WHERE profile = new.profile AND conversation_id = new.conversation_id
          AND conversation_id IS NOT NULL)
    WHERE profile = new.profile AND id = new.conversation_id;
END;
CREATE TRIGGER turn_update AFTER UPDATE OF occurred_at ON entry
WHEN new.conversation_id IS NOT NULL AND new.occurred_at <> old.occurred_at BEGIN
    UPDATE conversation SET last_at = (
        SELECT max(occurred_at) FROM entry
        WHERE profile = new.profile AND conversation_id = new.conversation_id
          AND conversation_id IS NOT NULL)
    WHERE profile = new.profile AND id = new.conversation_id;
END;
CREATE TRIGGER turn_delete AFTER DELETE ON entry WHEN old.conversation_id IS NOT NULL BEGIN
    UPDATE conversation SET last_at = ifnull((
        SELECT max(occurred_at) FROM entry
        WHERE profile = old.profile AND conversation_id = old.conversation_id
          AND conversation_id IS NOT NULL), started_at)
    WHERE profile = old.profile AND id = old.conversation_id;
END;
-- A copy may bring a conversation anew beside its turns.
CREATE TRIGGER conversation_insert AFTER INSERT ON conversation BEGIN
    UPDATE entry SET unremembered = (new.remembers = 0)
    WHERE profile = new.profile AND conversation_id = new.id AND conversation_id IS NOT NULL;
END;
CREATE TRIGGER conversation_update AFTER UPDATE OF remembers ON conversation
WHEN new.remembers <> old.remembers BEGIN
    UPDATE entry
    SET unremembered = (new.remembers = 0), indexed_by = iif(new.remembers = 0, NULL, indexed_by)
    WHERE profile = new.profile AND conversation_id = new.id AND conversation_id IS NOT NULL;
END;

-- What came up by itself, so that it does once.
CREATE TABLE raised (
    profile   INTEGER NOT NULL,
    memory_id TEXT NOT NULL,
    occasion  TEXT NOT NULL,
    day       INTEGER NOT NULL,
    PRIMARY KEY (profile, memory_id, occasion, day),
    FOREIGN KEY (profile, memory_id) REFERENCES memory (profile, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What comes up by itself is looked for before every reply.
CREATE INDEX memory_begins ON memory (profile, valid_from)
    WHERE kind = 'event' AND state = 'current';
CREATE INDEX memory_returns ON memory (profile, important_month, important_day)
    WHERE important_month IS NOT NULL;

-- What the rows are read as, with the new columns. ----------------------------------------

DROP VIEW profile_row;
CREATE VIEW profile_row AS
    SELECT id, name, zone, user_id, rate_per_day, threshold, token_budget, version,
           chapters_from, chapters_to, created_at, wanted_rate, wanted_threshold, remembers,
           level, allows_romance, level_grows
    FROM profile;
DROP VIEW entry_row;
CREATE VIEW entry_row AS
    SELECT profile, id, form, text, occurred_at, zone, recorded_at, mood, origin, external_id,
           state, reason, revision, language, reader_id, seq, day, refused, conversation_id,
           n_calls, n_sent, n_received, estimated, reading_allowed
    FROM entry;

