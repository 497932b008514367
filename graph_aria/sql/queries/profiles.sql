-- name: create_profile
-- In the order of profile_row.
INSERT INTO profile (id, name, zone, user_id, rate_per_day, threshold, token_budget, version,
                     chapters_from, chapters_to, created_at, wanted_rate, wanted_threshold,
                     remembers, level, allows_romance, level_grows, lives, reads_moods,
                     mood_days)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: get_profile
-- One profile by id.
SELECT * FROM profile_row WHERE id = ?

-- name: find_profile
-- One profile by name.
SELECT * FROM profile_row WHERE name = ?

-- name: list_profiles
-- All profiles, oldest first.
SELECT * FROM profile_row ORDER BY created_at, id

-- name: change_profile
-- What a person may change about a profile; what is not given stays. Chapters are cut at
-- the days of the profile's zone, so another zone derives all of them again. What is computed
-- by other switches must not be stored any more, so with these the graph has moved on.
UPDATE profile
SET name = ifnull(:name, name),
    chapters_from = CASE WHEN ifnull(:zone, zone) <> zone THEN 1 ELSE chapters_from END,
    zone = ifnull(:zone, zone),
    token_budget = ifnull(:token_budget, token_budget),
    wanted_rate = ifnull(:wanted_rate, wanted_rate),
    wanted_threshold = ifnull(:wanted_threshold, wanted_threshold),
    version = version + (ifnull(:remembers, remembers) <> remembers
                         OR ifnull(:level, level) <> level
                         OR ifnull(:allows_romance, allows_romance) <> allows_romance
                         OR ifnull(:lives, lives) <> lives),
    remembers = ifnull(:remembers, remembers),
    level = ifnull(:level, level),
    allows_romance = ifnull(:allows_romance, allows_romance),
    level_grows = ifnull(:level_grows, level_grows),
    lives = ifnull(:lives, lives),
    reads_moods = ifnull(:reads_moods, reads_moods),
    mood_days = ifnull(:mood_days, mood_days)
WHERE key = :key

-- name: rename_user
-- The entity that is the user; its index follows by a trigger.
UPDATE entity SET name = :name, key = :normalized
WHERE profile = :key AND id = (SELECT user_id FROM profile WHERE key = :key)

-- name: delete_profile
-- Everything in it goes by cascade.
DELETE FROM profile WHERE key = ?

-- name: save_token
-- A new token.
INSERT INTO token (profile, id, name, read_only, secret_hash, created_at, last_used_at,
                   revoked_at)
VALUES (:profile, :id, :name, :read_only, :secret_hash, :created_at, :last_used_at, :revoked_at)

-- name: find_token
-- The token with this hash, unless it is revoked.
SELECT t.id, p.id, t.name, t.read_only, t.created_at, t.last_used_at, t.revoked_at
FROM token t JOIN profile p ON p.key = t.profile
WHERE t.secret_hash = ? AND t.revoked_at IS NULL

-- name: get_token
-- One token of a profile.
SELECT t.id, p.id, t.name, t.read_only, t.created_at, t.last_used_at, t.revoked_at
FROM token t JOIN profile p ON p.key = t.profile
WHERE t.profile = ? AND t.id = ?

-- name: list_tokens
-- A profile's tokens, oldest first.
SELECT t.id, p.id, t.name, t.read_only, t.created_at, t.last_used_at, t.revoked_at
FROM token t JOIN profile p ON p.key = t.profile
WHERE t.profile = ? ORDER BY t.created_at, t.id

-- name: note_token_use
-- Time of last use, never moved back.
UPDATE token SET last_used_at = :at
WHERE secret_hash = :secret_hash AND (last_used_at IS NULL OR last_used_at < :at)

-- name: revoke_token
-- A second revocation changes nothing.
UPDATE token SET revoked_at = :at WHERE profile = :profile AND id = :id AND revoked_at IS NULL

-- name: raise_version
-- The graph has moved on.
UPDATE profile SET version = version + 1 WHERE key = :key

-- name: export_profiles
-- All profiles in order of id, after one of them.
SELECT * FROM profile_row WHERE id > ? ORDER BY id LIMIT ?

-- name: absorb_profile
-- A profile of another store, in the order of profile_row; new, or in place of the one here.
INSERT INTO profile (id, name, zone, user_id, rate_per_day, threshold, token_budget, version,
                     chapters_from, chapters_to, created_at, wanted_rate, wanted_threshold,
                     remembers, level, allows_romance, level_grows, lives, reads_moods,
                     mood_days)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE
SET name = excluded.name, zone = excluded.zone, user_id = excluded.user_id,
    rate_per_day = excluded.rate_per_day, threshold = excluded.threshold,
    token_budget = excluded.token_budget, version = excluded.version,
    chapters_from = excluded.chapters_from, chapters_to = excluded.chapters_to,
    created_at = excluded.created_at, wanted_rate = excluded.wanted_rate,
    wanted_threshold = excluded.wanted_threshold, remembers = excluded.remembers,
    level = excluded.level, allows_romance = excluded.allows_romance,
    level_grows = excluded.level_grows, lives = excluded.lives,
    reads_moods = excluded.reads_moods, mood_days = excluded.mood_days

-- name: absorb_token
-- A token of another store, new or in place of the one here.
INSERT INTO token (profile, id, name, read_only, secret_hash, created_at, last_used_at,
                   revoked_at)
VALUES (:profile, :id, :name, :read_only, :secret_hash, :created_at, :last_used_at, :revoked_at)
ON CONFLICT (profile, id) DO UPDATE
SET name = excluded.name, read_only = excluded.read_only, secret_hash = excluded.secret_hash,
    created_at = excluded.created_at, last_used_at = excluded.last_used_at,
    revoked_at = excluded.revoked_at
