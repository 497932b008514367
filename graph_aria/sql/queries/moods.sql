-- name: save_mood_reading
-- The mood that was read in an entry, if the profile's mood switch is on; in place of the last.
INSERT INTO mood_reading (profile, entry_id, day, mood, at)
SELECT :profile, :entry_id, :day, :mood, :at
WHERE (SELECT reads_moods FROM profile WHERE key = :profile)
ON CONFLICT (profile, entry_id) DO UPDATE
SET day = excluded.day, mood = excluded.mood, at = excluded.at

-- name: drop_mood_reading
-- What was read in it before.
DELETE FROM mood_reading WHERE profile = :profile AND entry_id = :entry_id

-- name: read_mood_readings
-- Those of some days, oldest first.
SELECT entry_id, day, mood, at FROM mood_reading
WHERE profile = ? AND day BETWEEN ? AND ? ORDER BY day, at, entry_id

-- name: find_mood_readings
-- Those of some entries.
SELECT entry_id FROM mood_reading
WHERE profile = ? AND entry_id IN (SELECT value FROM json_each(?))

-- name: clear_mood_readings
-- All of a profile's.
DELETE FROM mood_reading WHERE profile = ?

-- name: expire_mood_readings
-- Those of the days before one.
DELETE FROM mood_reading WHERE profile = ? AND day < ?
