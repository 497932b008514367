// What changes in a life. A focus and a milestone are memories; being few among many, they are found
// by their kind. A mood that was read in an entry goes with the entry, whose id it holds; what the
// user said of their mood is the entry's own. The switches of a profile that lacks them are as they
// are at first.

CREATE CONSTRAINT mood_reading_once IF NOT EXISTS FOR (x:MoodReading)
    REQUIRE (x.profile_id, x.entry_id) IS UNIQUE;
CREATE INDEX mood_reading_day IF NOT EXISTS FOR (x:MoodReading) ON (x.profile_id, x.day);
CREATE INDEX memory_kind IF NOT EXISTS FOR (m:Memory) ON (m.profile_id, m.kind, m.confirmed_at);

// A death was an event; it is a milestone, which fills what it filled and goes by its own age.
MATCH (m:Memory) WHERE m.kind = 'event' AND m.slot ENDS WITH '|died'
CALL (m) { SET m.kind = 'milestone' } IN TRANSACTIONS OF 500 ROWS;
MATCH (:Memory)-[l:LEARNED_FROM]->() WHERE l.kind = 'event' AND l.slot ENDS WITH '|died'
CALL (l) { SET l.kind = 'milestone' } IN TRANSACTIONS OF 500 ROWS;
