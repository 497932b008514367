-- What is known about the user, conversations, and what asking models took. What a user wrote,
-- or was read in that, stands from now on also in memory.text, reason, slot, value and
-- words_key, in the same columns of memory_source, in reply.text, and in the scopes.

ALTER TABLE profile ADD COLUMN remembers INTEGER NOT NULL DEFAULT 1;
ALTER TABLE profile ADD COLUMN level TEXT NOT NULL DEFAULT 'friend';
ALTER TABLE profile ADD COLUMN allows_romance INTEGER NOT NULL DEFAULT 0;

ALTER TABLE entry ADD COLUMN conversation_id TEXT;
-- What asking a model in the last reading took; all four NULL if none was asked.
ALTER TABLE entry ADD COLUMN n_calls INTEGER;
ALTER TABLE entry ADD COLUMN n_sent INTEGER;
ALTER TABLE entry ADD COLUMN n_received INTEGER;
ALTER TABLE entry ADD COLUMN estimated INTEGER;
ALTER TABLE entry ADD COLUMN refused TEXT;
CREATE INDEX entry_conversation ON entry (profile, conversation_id, id)
    WHERE conversation_id IS NOT NULL;
-- What may wait for a reply, however much else waits to be read.
CREATE INDEX entry_waiting ON entry (profile, id) WHERE form = 'Turn' AND state = 'pending';

CREATE TABLE conversation (
    profile     INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    id          TEXT NOT NULL,
    started_at  INTEGER NOT NULL,
    remembers   INTEGER NOT NULL,
    scope       TEXT NOT NULL,
    external_id TEXT,
    read_to     TEXT,
    PRIMARY KEY (profile, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX conversation_external ON conversation (profile, external_id)
    WHERE external_id IS NOT NULL;
CREATE INDEX conversation_started ON conversation (profile, started_at DESC, id DESC);

CREATE TABLE reply (
    profile INTEGER NOT NULL,
    turn_id TEXT NOT NULL,
    text    TEXT NOT NULL,
    at      INTEGER NOT NULL,
    state   TEXT NOT NULL,
    PRIMARY KEY (profile, turn_id),
    FOREIGN KEY (profile, turn_id) REFERENCES entry (profile, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Memories ------------------------------------------------------------------------------

CREATE TABLE memory (
    seq                    INTEGER PRIMARY KEY,
    profile                INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    id                     TEXT NOT NULL,
    text                   TEXT NOT NULL,
    words_key              TEXT NOT NULL,
    kind                   TEXT NOT NULL,
    category               TEXT NOT NULL,
    importance             REAL NOT NULL,
    emotional_significance REAL NOT NULL,
    confidence             REAL NOT NULL,
    reason                 TEXT,
    learned                TEXT NOT NULL,
    created_at             INTEGER NOT NULL,
    confirmed_at           INTEGER NOT NULL,
    valid_from             INTEGER,
    valid_until            INTEGER,
    expires_at             INTEGER,
    important_month        INTEGER,
    important_day          INTEGER,
    important_year         INTEGER,
    slot                   TEXT,
    value                  TEXT,
    state                  TEXT NOT NULL,
    superseded_by          TEXT,
    pinned                 INTEGER NOT NULL,
    scope                  TEXT NOT NULL,
    access_count           INTEGER NOT NULL,
    accessed_at            INTEGER,
    -- Whose vector it has; triggers keep it.
    embedder_id            TEXT,
    UNIQUE (profile, id)
) STRICT;
CREATE INDEX memory_slot ON memory (profile, slot) WHERE slot IS NOT NULL;
CREATE INDEX memory_words ON memory (profile, words_key);
CREATE INDEX memory_order ON memory (profile, pinned DESC, confirmed_at DESC, id DESC);
CREATE INDEX memory_state ON memory (profile, state, pinned DESC, confirmed_at DESC, id DESC);
CREATE INDEX memory_category
    ON memory (profile, category, pinned DESC, confirmed_at DESC, id DESC);
CREATE INDEX memory_embedder ON memory (profile, embedder_id, id);
CREATE INDEX memory_expires ON memory (profile, expires_at, id)
    WHERE expires_at IS NOT NULL AND pinned = 0 AND state IN ('current', 'held', 'pending');

CREATE VIRTUAL TABLE memory_fts USING fts5 (
    text, reason, content = 'memory', content_rowid = 'seq',
    tokenize = "porter unicode61 remove_diacritics 2"
);
CREATE TRIGGER memory_fts_insert AFTER INSERT ON memory BEGIN
    INSERT INTO memory_fts (rowid, text, reason) VALUES (new.seq, new.text, new.reason);
END;
CREATE TRIGGER memory_fts_delete AFTER DELETE ON memory BEGIN
    INSERT INTO memory_fts (memory_fts, rowid, text, reason)
    VALUES ('delete', old.seq, old.text, old.reason);
END;
CREATE TRIGGER memory_fts_update AFTER UPDATE OF text, reason ON memory
WHEN old.text IS NOT new.text OR old.reason IS NOT new.reason BEGIN
    INSERT INTO memory_fts (memory_fts, rowid, text, reason)
    VALUES ('delete', old.seq, old.text, old.reason);
    INSERT INTO memory_fts (rowid, text, reason) VALUES (new.seq, new.text, new.reason);
END;

-- Where it was said, and how that was understood. The span is the quote's. An entry does not
-- take it along: whoever deletes an entry works out what is left of the memory.
CREATE TABLE memory_source (
    profile                INTEGER NOT NULL,
    memory_id              TEXT NOT NULL,
    entry_id               TEXT NOT NULL,
    starts                 INTEGER NOT NULL,
    ends                   INTEGER NOT NULL,
    said_at                INTEGER NOT NULL,
    expires_at             INTEGER,
    text                   TEXT NOT NULL,
    kind                   TEXT NOT NULL,
    category               TEXT NOT NULL,
    rule                   TEXT NOT NULL,
    importance             REAL NOT NULL,
    emotional_significance REAL NOT NULL,
    confidence             REAL NOT NULL,
    reason                 TEXT,
    learned                TEXT NOT NULL,
    valid_from             INTEGER,
    valid_until            INTEGER,
    expires_on             INTEGER,
    important_month        INTEGER,
    important_day          INTEGER,
    important_year         INTEGER,
    slot                   TEXT,
    value                  TEXT,
    corrects               INTEGER NOT NULL,
    PRIMARY KEY (profile, memory_id, entry_id, starts, ends),
    FOREIGN KEY (profile, memory_id) REFERENCES memory (profile, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX memory_source_entry ON memory_source (profile, entry_id);

CREATE TABLE memory_link (
    profile  INTEGER NOT NULL,
    newer_id TEXT NOT NULL,
    older_id TEXT NOT NULL,
    kind     TEXT NOT NULL,
    reason   TEXT NOT NULL,
    PRIMARY KEY (profile, newer_id, older_id),
    FOREIGN KEY (profile, newer_id) REFERENCES memory (profile, id) ON DELETE CASCADE,
    FOREIGN KEY (profile, older_id) REFERENCES memory (profile, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX memory_link_older ON memory_link (profile, older_id);

CREATE TABLE memory_ruling (
    profile   INTEGER NOT NULL,
    id        TEXT NOT NULL,
    verb      TEXT NOT NULL,
    memory_id TEXT NOT NULL,
    at        INTEGER NOT NULL,
    other_id  TEXT,
    PRIMARY KEY (profile, id),
    FOREIGN KEY (profile, memory_id) REFERENCES memory (profile, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX memory_ruling_memory ON memory_ruling (profile, memory_id);
CREATE INDEX memory_ruling_other ON memory_ruling (profile, other_id) WHERE other_id IS NOT NULL;

CREATE TABLE memory_revision (
    profile   INTEGER NOT NULL,
    id        TEXT NOT NULL,
    memory_id TEXT NOT NULL,
    field     TEXT NOT NULL,
    before    TEXT,
    after     TEXT,
    why       TEXT NOT NULL,
    at        INTEGER NOT NULL,
    author    TEXT NOT NULL,
    other_id  TEXT,
    PRIMARY KEY (profile, id),
    FOREIGN KEY (profile, memory_id) REFERENCES memory (profile, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX memory_revision_memory ON memory_revision (profile, memory_id, id);
CREATE INDEX memory_revision_other ON memory_revision (profile, other_id)
    WHERE other_id IS NOT NULL;

-- The other one of a ruling or a revision may be gone already when it is stored, so it is no
-- foreign key; but when it goes, they go.
CREATE TRIGGER memory_forget_other AFTER DELETE ON memory BEGIN
    DELETE FROM memory_ruling WHERE profile = old.profile AND other_id = old.id;
    DELETE FROM memory_revision WHERE profile = old.profile AND other_id = old.id;
END;

CREATE TABLE memory_vector (
    profile     INTEGER NOT NULL,
    memory_id   TEXT NOT NULL,
    embedder_id TEXT NOT NULL,
    numbers     BLOB NOT NULL,
    claim       TEXT NOT NULL,
    PRIMARY KEY (profile, memory_id),
    FOREIGN KEY (profile, memory_id) REFERENCES memory (profile, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX memory_vector_embedder ON memory_vector (profile, embedder_id);
CREATE TRIGGER memory_vector_insert AFTER INSERT ON memory_vector BEGIN
    UPDATE memory SET embedder_id = new.embedder_id
    WHERE profile = new.profile AND id = new.memory_id;
END;
CREATE TRIGGER memory_vector_update AFTER UPDATE OF embedder_id ON memory_vector BEGIN
    UPDATE memory SET embedder_id = new.embedder_id
    WHERE profile = new.profile AND id = new.memory_id;
END;
CREATE TRIGGER memory_vector_delete AFTER DELETE ON memory_vector BEGIN
    UPDATE memory SET embedder_id = NULL WHERE profile = old.profile AND id = old.memory_id;
END;

CREATE TABLE veto (
    profile  INTEGER NOT NULL,
    entry_id TEXT NOT NULL,
    starts   INTEGER NOT NULL,
    ends     INTEGER NOT NULL,
    PRIMARY KEY (profile, entry_id, starts, ends),
    FOREIGN KEY (profile, entry_id) REFERENCES entry (profile, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What asking models took, for each day (UTC).
CREATE TABLE spent (
    profile    INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    day        INTEGER NOT NULL,
    n_calls    INTEGER NOT NULL,
    n_sent     INTEGER NOT NULL,
    n_received INTEGER NOT NULL,
    estimated  INTEGER NOT NULL,
    PRIMARY KEY (profile, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX spent_day ON spent (day);

-- What the rows are read as, with the new columns. ----------------------------------------

DROP VIEW profile_row;
CREATE VIEW profile_row AS
    SELECT id, name, zone, user_id, rate_per_day, threshold, token_budget, version,
           chapters_from, chapters_to, created_at, wanted_rate, wanted_threshold, remembers,
           level, allows_romance
    FROM profile;
DROP VIEW entry_row;
CREATE VIEW entry_row AS
    SELECT profile, id, form, text, occurred_at, zone, recorded_at, mood, origin, external_id,
           state, reason, revision, language, reader_id, seq, day, refused, conversation_id,
           n_calls, n_sent, n_received, estimated
    FROM entry;
CREATE VIEW memory_row AS
    SELECT profile, id, text, kind, category, importance, emotional_significance, confidence,
           reason, learned, created_at, confirmed_at, valid_from, valid_until, expires_at,
           important_month, important_day, important_year, slot, value, state, superseded_by,
           pinned, scope, access_count, accessed_at, embedder_id, seq
    FROM memory;
CREATE VIEW memory_source_row AS
    SELECT profile, memory_id, entry_id, starts, ends, said_at, expires_at, text, kind, category,
           rule, importance, emotional_significance, confidence, reason, learned, valid_from,
           valid_until, expires_on, important_month, important_day, important_year, slot, value,
           corrects
    FROM memory_source;

INSERT INTO memory_fts (memory_fts, rank) VALUES ('secure-delete', 1);
