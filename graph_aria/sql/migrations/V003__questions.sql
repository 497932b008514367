-- What the program cannot tell and the user can: whether two entities are the same. Ids only.
-- A question goes with either of its entities.

CREATE TABLE question (
    profile     INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
    id          TEXT NOT NULL,
    one_id      TEXT NOT NULL,
    other_id    TEXT NOT NULL,
    reason      TEXT NOT NULL,
    score       REAL NOT NULL,
    asked_at    INTEGER NOT NULL,
    answer      TEXT,
    answered_at INTEGER,
    PRIMARY KEY (profile, id),
    FOREIGN KEY (profile, one_id) REFERENCES entity (profile, id) ON DELETE CASCADE,
    FOREIGN KEY (profile, other_id) REFERENCES entity (profile, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX question_one ON question (profile, one_id);
CREATE INDEX question_other ON question (profile, other_id);
CREATE INDEX question_open ON question (profile, asked_at DESC, id DESC) WHERE answer IS NULL;

-- Who has a role, for people who are known by it alone.
CREATE INDEX form_role ON form (profile, role) WHERE role <> '';
