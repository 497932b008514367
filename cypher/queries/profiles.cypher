// name: create_profile
// A new profile.
CREATE (p:Profile) SET p = $properties, p.fence = 0

// name: create_user
// The entity that is its user.
CREATE (e:Entity) SET e = $row
WITH e, $row AS row
<<kind_labels>>

// name: list_profiles
// All profiles, oldest first.
MATCH (p:Profile) RETURN <<profile>> ORDER BY p.created_at, p.id

// name: get_profile
// One profile by id.
MATCH (p:Profile {id: $profile}) RETURN <<profile>>

// name: find_profile
// One profile by name.
MATCH (p:Profile {name: $name}) RETURN <<profile>>

// name: change_profile
// What a person may change about a profile; what is not given stays. Chapters are cut at the
// days of the profile's zone, so another zone derives all of them again. What is computed by other
// switches must not be stored any more, so with these the graph has moved on.
<<hold_profile>>
SET p.chapters_from = CASE WHEN coalesce($zone, p.zone) <> p.zone THEN date('0001-01-01')
                           ELSE p.chapters_from END,
    p.version = CASE WHEN coalesce($remembers, p.remembers) <> p.remembers
                          OR coalesce($level, p.level) <> p.level
                          OR coalesce($allows_romance, p.allows_romance) <> p.allows_romance
                          OR coalesce($lives, p.lives, true) <> coalesce(p.lives, true)
                     THEN p.version + 1 ELSE p.version END
SET p.name = coalesce($name, p.name), p.zone = coalesce($zone, p.zone),
    p.token_budget = coalesce($token_budget, p.token_budget),
    p.wanted_rate = coalesce($wanted_rate, p.wanted_rate),
    p.wanted_threshold = coalesce($wanted_threshold, p.wanted_threshold),
    p.remembers = coalesce($remembers, p.remembers), p.level = coalesce($level, p.level),
    p.allows_romance = coalesce($allows_romance, p.allows_romance),
    p.level_grows = coalesce($level_grows, p.level_grows),
    p.lives = coalesce($lives, p.lives),
    p.reads_moods = coalesce($reads_moods, p.reads_moods),
    p.mood_days = coalesce($mood_days, p.mood_days)
RETURN <<profile>>

// name: rename_user
// The entity that is the user, named as the profile; the graph has moved on.
MATCH (p:Profile {id: $profile})
MATCH (e:Entity {profile_id: p.id, id: p.user_id})
SET e.name = $name, e.key = $key, p.version = p.version + 1

// name: save_token
// A new token.
<<hold_profile>>
CREATE (t:Token) SET t = $properties
RETURN t.id

// name: find_token
// The token with this hash, unless it is revoked.
MATCH (t:Token {secret_hash: $secret_hash}) WHERE t.revoked_at IS NULL RETURN <<token>>

// name: list_tokens
// A profile's tokens, oldest first.
MATCH (t:Token) WHERE t.profile_id = $profile AND t.id IS NOT NULL
RETURN <<token>> ORDER BY t.created_at, t.id

// name: note_token_use
// Time of last use, never moved back.
MATCH (t:Token {secret_hash: $secret_hash})
WHERE t.revoked_at IS NULL AND (t.last_used_at IS NULL OR t.last_used_at < $at)
SET t.last_used_at = $at

// name: revoke_token
// A second revocation keeps the time of the first.
MATCH (t:Token {profile_id: $profile, id: $id})
SET t.revoked_at = coalesce(t.revoked_at, $at)
RETURN <<token>>
