-- The whole store. Times are microseconds since 1970 UTC, days are proleptic ordinals
-- (0001-01-01 is 1). Every row of a person's life begins with `profile`, the small number
-- that stands for the profile's id, so that each index is cut to one profile first.
-- What a user wrote stands in entry.text, mention.name and role, form.name, key and role,
-- entity.name, key, distinction and role, ruling.value, and the names of profiles and
-- tokens; nowhere else.

CREATE TABLE migration (
    number     INTEGER PRIMARY KEY,
    name       TEXT NOT NULL,
    sha256     TEXT NOT NULL
) STRICT;

-- 'mark': the high-water mark of now. 'hash_key': a random key for the hashes below.
CREATE TABLE meta (
    name  TEXT PRIMARY KEY,
    value ANY NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE profile (
    key             INTEGER PRIMARY KEY,
    id              TEXT NOT NULL UNIQUE,
    name            TEXT NOT NULL UNIQUE,
    zone            TEXT NOT NULL,
    user_id         TEXT NOT NULL,
    rate_per_day    REAL NOT NULL,
    threshold       REAL NOT NULL,
    token_budget    INTEGER NOT NULL,
    version         INTEGER NOT NULL,
    chapters_from   INTEGER,
    chapters_to     INTEGER,
    created_at      INTEGER NOT NULL,
    -- The dial that the user asked for last, until it is in force.
    wanted_rate      REAL,
    wanted_threshold REAL,
    -- The lease on the profile's jobs; the fence only ever grows.
    fence           INTEGER NOT NULL DEFAULT 0,
    leased_until    INTEGER,
    -- The dial that days are being staged for, if any.
    stage_rate      REAL,
    stage_threshold REAL
) STRICT;

CREATE TABLE token (
    profile      INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    id           TEXT NOT NULL,
    name         TEXT NOT NULL,
    read_only    INTEGER NOT NULL,
    secret_hash  BLOB NOT NULL UNIQUE,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at   INTEGER,
    PRIMARY KEY (profile, id)
) STRICT, WITHOUT ROWID;

-- The record: what was said -----------------------------------------------------------

CREATE TABLE entry (
    seq         INTEGER PRIMARY KEY,
    profile     INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    id          TEXT NOT NULL,
    form        TEXT NOT NULL,
    text        TEXT NOT NULL,
    occurred_at INTEGER NOT NULL,
    zone        TEXT NOT NULL,
    recorded_at INTEGER NOT NULL,
    day         INTEGER NOT NULL,
    mood        INTEGER,
    origin      TEXT NOT NULL,
    external_id TEXT,
    state       TEXT NOT NULL,
    reason      TEXT,
    revision    INTEGER NOT NULL,
    language    TEXT,
    reader_id   TEXT,
    UNIQUE (profile, id)
) STRICT;
CREATE UNIQUE INDEX entry_external ON entry (profile, origin, external_id)
    WHERE external_id IS NOT NULL;
CREATE INDEX entry_occurred ON entry (profile, occurred_at DESC, id DESC);
CREATE INDEX entry_state ON entry (profile, state, occurred_at DESC, id DESC);
CREATE INDEX entry_day ON entry (profile, day);
CREATE INDEX entry_mood ON entry (profile, day, mood) WHERE mood IS NOT NULL;

CREATE VIRTUAL TABLE entry_fts USING fts5 (
    text, content = 'entry', content_rowid = 'seq',
    tokenize = "unicode61 remove_diacritics 2"
);
CREATE TRIGGER entry_fts_insert AFTER INSERT ON entry BEGIN
    INSERT INTO entry_fts (rowid, text) VALUES (new.seq, new.text);
END;
CREATE TRIGGER entry_fts_delete AFTER DELETE ON entry BEGIN
    INSERT INTO entry_fts (entry_fts, rowid, text) VALUES ('delete', old.seq, old.text);
END;
CREATE TRIGGER entry_fts_update AFTER UPDATE OF text ON entry WHEN old.text IS NOT new.text BEGIN
    INSERT INTO entry_fts (entry_fts, rowid, text) VALUES ('delete', old.seq, old.text);
    INSERT INTO entry_fts (rowid, text) VALUES (new.seq, new.text);
END;

CREATE TABLE mention (
    profile   INTEGER NOT NULL,
    entry_id  TEXT NOT NULL,
    id        TEXT NOT NULL,
    starts    INTEGER NOT NULL,
    ends      INTEGER NOT NULL,
    name      TEXT NOT NULL,
    kind      TEXT NOT NULL,
    rule      TEXT NOT NULL,
    strength  REAL NOT NULL,
    entity_id TEXT,
    role      TEXT,
    cadence   TEXT,
    named     INTEGER NOT NULL,
    intensity INTEGER,
    negated   INTEGER NOT NULL,
    of_user   INTEGER NOT NULL,
    matters   INTEGER NOT NULL,
    state     TEXT NOT NULL,
    PRIMARY KEY (profile, entry_id, id),
    UNIQUE (profile, id),
    FOREIGN KEY (profile, entry_id) REFERENCES entry (profile, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX mention_entity ON mention (profile, entity_id) WHERE entity_id IS NOT NULL;

CREATE TABLE assertion (
    profile    INTEGER NOT NULL,
    entry_id   TEXT NOT NULL,
    id         TEXT NOT NULL,
    subject_id TEXT,
    predicate  TEXT NOT NULL,
    object_id  TEXT,
    starts     INTEGER NOT NULL,
    ends       INTEGER NOT NULL,
    rule       TEXT NOT NULL,
    strength   REAL NOT NULL,
    polarity   TEXT NOT NULL,
    tense      TEXT NOT NULL,
    ended      INTEGER NOT NULL,
    state      TEXT NOT NULL,
    PRIMARY KEY (profile, entry_id, id),
    UNIQUE (profile, id),
    FOREIGN KEY (profile, entry_id) REFERENCES entry (profile, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE spoken_date (
    profile  INTEGER NOT NULL,
    entry_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    starts   INTEGER NOT NULL,
    ends     INTEGER NOT NULL,
    first_on INTEGER NOT NULL,
    last_on  INTEGER NOT NULL,
    rule     TEXT NOT NULL,
    PRIMARY KEY (profile, entry_id, position),
    FOREIGN KEY (profile, entry_id) REFERENCES entry (profile, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE ruling (
    profile     INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    id          TEXT NOT NULL,
    verb        TEXT NOT NULL,
    target_id   TEXT NOT NULL,
    at          INTEGER NOT NULL,
    day         INTEGER NOT NULL,
    other_id    TEXT,
    value       TEXT,
    subject_id  TEXT,
    predicate   TEXT,
    object_id   TEXT,
    mention_ids TEXT NOT NULL,
    PRIMARY KEY (profile, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ruling_target ON ruling (profile, target_id);
CREATE INDEX ruling_other ON ruling (profile, other_id) WHERE other_id IS NOT NULL;
CREATE INDEX ruling_subject ON ruling (profile, subject_id) WHERE subject_id IS NOT NULL;
CREATE INDEX ruling_object ON ruling (profile, object_id) WHERE object_id IS NOT NULL;

-- A keyed hash of origin and external id, so that importing again brings nothing back.
CREATE TABLE tombstone (
    profile INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    hash    BLOB NOT NULL,
    PRIMARY KEY (profile, hash)
) STRICT, WITHOUT ROWID;

-- request_hash is keyed too, and goes with its entry.
CREATE TABLE idempotency (
    profile      INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    key_hash     BLOB NOT NULL,
    request_hash BLOB,
    entry_id     TEXT NOT NULL,
    PRIMARY KEY (profile, key_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_entry ON idempotency (profile, entry_id);

-- The graph: projections of the record ------------------------------------------------

CREATE TABLE entity (
    seq         INTEGER PRIMARY KEY,
    profile     INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    id          TEXT NOT NULL,
    kind        TEXT NOT NULL,
    name        TEXT NOT NULL,
    key         TEXT NOT NULL,
    distinction TEXT NOT NULL,
    role        TEXT,
    cadence     TEXT,
    is_user     INTEGER NOT NULL,
    pinned      INTEGER NOT NULL,
    archived_at INTEGER,
    merged_into TEXT,
    -- The standing; all of it NULL for the user.
    weight      REAL,
    ref_at      INTEGER,
    heat        REAL,
    fades_at    INTEGER,
    first_on    INTEGER,
    last_on     INTEGER,
    n_days      INTEGER,
    ended_at    INTEGER,
    UNIQUE (profile, id)
) STRICT;
CREATE INDEX entity_key ON entity (profile, key);
-- "The n heaviest" is a range read of this one.
CREATE INDEX entity_heat ON entity (profile, heat DESC, id)
    WHERE merged_into IS NULL AND is_user = 0;
CREATE INDEX entity_kind ON entity (profile, kind, heat DESC, id)
    WHERE merged_into IS NULL AND is_user = 0;
-- "What is active now" is a range read of this one, exact to the microsecond.
CREATE INDEX entity_fades ON entity (profile, fades_at, heat DESC, id)
    WHERE merged_into IS NULL AND is_user = 0;
CREATE INDEX entity_pinned ON entity (profile, heat DESC, id)
    WHERE pinned = 1 AND merged_into IS NULL AND is_user = 0;
-- What the scheduled pass has yet to stamp.
CREATE INDEX entity_due ON entity (profile, fades_at, id)
    WHERE archived_at IS NULL AND fades_at > ref_at AND pinned = 0 AND merged_into IS NULL
      AND is_user = 0;
CREATE INDEX entity_merged ON entity (profile, merged_into) WHERE merged_into IS NOT NULL;

CREATE VIRTUAL TABLE entity_fts USING fts5 (
    name, content = 'entity', content_rowid = 'seq',
    tokenize = "unicode61 remove_diacritics 2"
);
CREATE TRIGGER entity_fts_insert AFTER INSERT ON entity BEGIN
    INSERT INTO entity_fts (rowid, name) VALUES (new.seq, new.name);
END;
CREATE TRIGGER entity_fts_delete AFTER DELETE ON entity BEGIN
    INSERT INTO entity_fts (entity_fts, rowid, name) VALUES ('delete', old.seq, old.name);
END;
CREATE TRIGGER entity_fts_update AFTER UPDATE OF name ON entity WHEN old.name IS NOT new.name BEGIN
    INSERT INTO entity_fts (entity_fts, rowid, name) VALUES ('delete', old.seq, old.name);
    INSERT INTO entity_fts (rowid, name) VALUES (new.seq, new.name);
END;

-- role and cadence are '' where there is none: NULLs would not be unique.
CREATE TABLE form (
    seq       INTEGER PRIMARY KEY,
    profile   INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    entity_id TEXT NOT NULL,
    name      TEXT NOT NULL,
    kind      TEXT NOT NULL,
    role      TEXT NOT NULL,
    cadence   TEXT NOT NULL,
    key       TEXT NOT NULL,
    n         INTEGER NOT NULL,
    UNIQUE (profile, entity_id, name, kind, role, cadence)
) STRICT;
CREATE INDEX form_key ON form (profile, key);

CREATE VIRTUAL TABLE form_fts USING fts5 (
    name, content = 'form', content_rowid = 'seq',
    tokenize = "unicode61 remove_diacritics 2"
);
CREATE TRIGGER form_fts_insert AFTER INSERT ON form BEGIN
    INSERT INTO form_fts (rowid, name) VALUES (new.seq, new.name);
END;
CREATE TRIGGER form_fts_delete AFTER DELETE ON form BEGIN
    INSERT INTO form_fts (form_fts, rowid, name) VALUES ('delete', old.seq, old.name);
END;

CREATE TABLE relation (
    seq         INTEGER PRIMARY KEY,
    profile     INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    id          TEXT NOT NULL,
    subject_id  TEXT NOT NULL,
    predicate   TEXT NOT NULL,
    object_id   TEXT NOT NULL,
    archived_at INTEGER,
    weight      REAL NOT NULL,
    ref_at      INTEGER NOT NULL,
    heat        REAL NOT NULL,
    fades_at    INTEGER NOT NULL,
    first_on    INTEGER NOT NULL,
    last_on     INTEGER NOT NULL,
    n_days      INTEGER NOT NULL,
    ended_at    INTEGER,
    UNIQUE (profile, id)
) STRICT;
CREATE INDEX relation_heat ON relation (profile, heat DESC, id) WHERE subject_id <> object_id;
CREATE INDEX relation_fades ON relation (profile, fades_at, heat DESC, id)
    WHERE ended_at IS NULL AND subject_id <> object_id;
CREATE INDEX relation_due ON relation (profile, fades_at, id)
    WHERE archived_at IS NULL AND fades_at > ref_at AND ended_at IS NULL;
-- The heaviest relations of one entity, however many it has.
CREATE INDEX relation_subject ON relation (profile, subject_id, heat DESC, id);
CREATE INDEX relation_object ON relation (profile, object_id, heat DESC, id);
CREATE INDEX relation_sibling ON relation (profile, subject_id, predicate);

CREATE TABLE evidence (
    profile   INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    target_id TEXT NOT NULL,
    source_id TEXT NOT NULL,
    at        INTEGER NOT NULL,
    day       INTEGER NOT NULL,
    strength  REAL NOT NULL,
    ended     INTEGER NOT NULL,
    PRIMARY KEY (profile, target_id, source_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX evidence_at ON evidence (profile, target_id, at, source_id);
CREATE INDEX evidence_source ON evidence (profile, source_id, target_id);

CREATE TABLE day_row (
    profile      INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    target_id    TEXT NOT NULL,
    day          INTEGER NOT NULL,
    at           INTEGER NOT NULL,
    strength     REAL NOT NULL,
    weight_after REAL NOT NULL,
    ended        INTEGER NOT NULL,
    PRIMARY KEY (profile, target_id, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX day_row_at ON day_row (profile, target_id, at, day);
CREATE INDEX day_row_day ON day_row (profile, day, target_id);

CREATE TABLE chapter (
    profile     INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    id          TEXT NOT NULL,
    started_on  INTEGER NOT NULL,
    ended_on    INTEGER,
    then_shares TEXT NOT NULL,
    then_on     INTEGER,
    mood        REAL,
    n_entries   INTEGER NOT NULL,
    PRIMARY KEY (profile, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX chapter_started ON chapter (profile, started_on DESC, id DESC);

CREATE TABLE feature (
    profile     INTEGER NOT NULL,
    chapter_id  TEXT NOT NULL,
    position    INTEGER NOT NULL,
    entity_id   TEXT NOT NULL,
    weight      REAL NOT NULL,
    trend       REAL NOT NULL,
    rank        INTEGER NOT NULL,
    PRIMARY KEY (profile, chapter_id, position),
    FOREIGN KEY (profile, chapter_id) REFERENCES chapter (profile, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- A new dial in the making ---------------------------------------------------------------

-- Targets that must be replayed yet. `handed` is set when a target's evidence was handed
-- out; a change to the target takes it back, so that what was replayed from the older
-- evidence is not taken.
CREATE TABLE unstaged (
    profile   INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    target_id TEXT NOT NULL,
    handed    INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (profile, target_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE staged_standing (
    profile   INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    target_id TEXT NOT NULL,
    weight    REAL NOT NULL,
    heat      REAL NOT NULL,
    fades_at  INTEGER NOT NULL,
    PRIMARY KEY (profile, target_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE staged_day (
    profile      INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    target_id    TEXT NOT NULL,
    day          INTEGER NOT NULL,
    at           INTEGER NOT NULL,
    strength     REAL NOT NULL,
    weight_after REAL NOT NULL,
    ended        INTEGER NOT NULL,
    PRIMARY KEY (profile, target_id, day)
) STRICT, WITHOUT ROWID;

-- The outbox ---------------------------------------------------------------------------

CREATE TABLE job (
    seq         INTEGER PRIMARY KEY,
    profile     INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    id          TEXT NOT NULL,
    kind        TEXT NOT NULL,
    urgency     INTEGER NOT NULL,
    subject_id  TEXT,
    slot        TEXT,
    state       TEXT NOT NULL,
    attempts    INTEGER NOT NULL DEFAULT 0,
    due_at      INTEGER NOT NULL,
    created_at  INTEGER NOT NULL,
    reason      TEXT,
    finished_at INTEGER,
    summary     TEXT,
    fence       INTEGER,
    UNIQUE (profile, id)
) STRICT;
CREATE UNIQUE INDEX job_slot ON job (profile, kind, slot) WHERE slot IS NOT NULL;
CREATE INDEX job_open ON job (profile, urgency, due_at, id) WHERE state IN ('queued', 'leased');
CREATE INDEX job_kind ON job (profile, kind, due_at, id) WHERE state IN ('queued', 'leased');
CREATE INDEX job_subject ON job (profile, subject_id, kind, state);
CREATE INDEX job_leased ON job (profile) WHERE state = 'leased';
CREATE INDEX job_dead ON job (profile) WHERE state = 'dead';
CREATE INDEX job_state ON job (state) WHERE state <> 'done';
CREATE INDEX job_created ON job (profile, created_at DESC, id DESC);

-- What the rows are read as; their order of columns is the one that the code unpacks. ----

CREATE VIEW profile_row AS
    SELECT id, name, zone, user_id, rate_per_day, threshold, token_budget, version,
           chapters_from, chapters_to, created_at, wanted_rate, wanted_threshold
    FROM profile;
CREATE VIEW entry_row AS
    SELECT profile, id, form, text, occurred_at, zone, recorded_at, mood, origin, external_id,
           state, reason, revision, language, reader_id, seq, day
    FROM entry;
CREATE VIEW entity_row AS
    SELECT profile, id, kind, name, key, distinction, role, cadence, is_user, pinned,
           archived_at, merged_into, weight, ref_at, heat, fades_at, first_on, last_on, n_days,
           ended_at, seq
    FROM entity;
CREATE VIEW relation_row AS
    SELECT profile, id, subject_id, predicate, object_id, archived_at, weight, ref_at, heat,
           fades_at, first_on, last_on, n_days, ended_at, seq
    FROM relation;

INSERT INTO entry_fts (entry_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO entity_fts (entity_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO form_fts (form_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO meta (name, value) VALUES ('hash_key', randomblob(32));
PRAGMA application_id = 1095911745; -- 'ARIA'
