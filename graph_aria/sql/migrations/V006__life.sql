-- What changes in a life: its switches, and moods that were read in entries. A focus and a
-- milestone are memories; being few among many, they are found by their kind.

ALTER TABLE profile ADD COLUMN lives INTEGER NOT NULL DEFAULT 1;
ALTER TABLE profile ADD COLUMN reads_moods INTEGER NOT NULL DEFAULT 0;
ALTER TABLE profile ADD COLUMN mood_days INTEGER NOT NULL DEFAULT 90;

-- Numbers and the entry's id alone. What the user said of their mood is entry.mood.
CREATE TABLE mood_reading (
    profile  INTEGER NOT NULL,
    entry_id TEXT NOT NULL,
    day      INTEGER NOT NULL,
    mood     REAL NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (profile, entry_id),
    FOREIGN KEY (profile, entry_id) REFERENCES entry (profile, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX mood_reading_day ON mood_reading (profile, day);

CREATE INDEX memory_kind
    ON memory (profile, kind, pinned DESC, confirmed_at DESC, id DESC);
-- Milestones too begin on a day.
DROP INDEX memory_begins;
CREATE INDEX memory_begins ON memory (profile, kind, valid_from) WHERE state = 'current';

-- A death was an event; it is a milestone, which fills what it filled and goes by its own age.
UPDATE memory_source SET kind = 'milestone' WHERE kind = 'event' AND slot LIKE '%|died';
UPDATE memory SET kind = 'milestone' WHERE kind = 'event' AND slot LIKE '%|died';

DROP VIEW profile_row;
CREATE VIEW profile_row AS
    SELECT id, name, zone, user_id, rate_per_day, threshold, token_budget, version,
           chapters_from, chapters_to, created_at, wanted_rate, wanted_threshold, remembers,
           level, allows_romance, level_grows, lives, reads_moods, mood_days
    FROM profile;
