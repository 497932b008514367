// name: read_mood_readings
// Moods that were read in the entries of some days, oldest first.
MATCH (x:MoodReading) WHERE x.profile_id = $profile AND x.day >= $since AND x.day <= $until
RETURN <<mood_reading>> ORDER BY x.day, x.at, x.entry_id

// name: find_mood_readings
// Those of some entries.
UNWIND $ids AS id
MATCH (x:MoodReading {profile_id: $profile, entry_id: id})
RETURN id ORDER BY id

// name: delete_mood_readings
// Those of the days before one, for good. They are held in order of their keys, so that two that
// delete them at once wait, and never for each other.
MATCH (x:MoodReading) WHERE x.profile_id = $profile AND x.day < $before
WITH x ORDER BY x.day, x.entry_id
DELETE x
RETURN count(*)
