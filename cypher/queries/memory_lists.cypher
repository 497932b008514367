// Lists of memories. Each goes by the index that gives its order; what else is asked for is looked at
// on the way.

// name: list_pinned
// Pinned memories, newest first, after the cursor.
MATCH (m:Memory)
WHERE m.profile_id = $profile AND m.pinned = true AND m.confirmed_at <= $before_at
  AND CASE WHEN m.confirmed_at = $before_at THEN m.id < $before_id ELSE true END
  AND ($state IS NULL OR m.state = $state) AND <<memory_filter>>
RETURN <<memory>>
ORDER BY m.profile_id DESC, m.pinned DESC, m.confirmed_at DESC, m.id DESC LIMIT $limit

// name: list_unpinned
// All others, newest first, after the cursor.
MATCH (m:Memory)
WHERE m.profile_id = $profile AND m.confirmed_at <= $before_at AND m.pinned IS NULL
  AND CASE WHEN m.confirmed_at = $before_at THEN m.id < $before_id ELSE true END
  AND <<memory_filter>>
RETURN <<memory>> ORDER BY m.profile_id DESC, m.confirmed_at DESC, m.id DESC LIMIT $limit

// name: list_unpinned_in_state
// The same of one state.
MATCH (m:Memory)
WHERE m.profile_id = $profile AND m.state = $state AND m.confirmed_at <= $before_at
  AND CASE WHEN m.confirmed_at = $before_at THEN m.id < $before_id ELSE true END
  AND m.pinned IS NULL AND <<memory_filter>>
RETURN <<memory>>
ORDER BY m.profile_id DESC, m.state DESC, m.confirmed_at DESC, m.id DESC LIMIT $limit

// name: list_unpinned_of_kind
// The same of one kind.
MATCH (m:Memory)
WHERE m.profile_id = $profile AND m.kind = $kind AND m.confirmed_at <= $before_at
  AND CASE WHEN m.confirmed_at = $before_at THEN m.id < $before_id ELSE true END
  AND m.pinned IS NULL AND ($state IS NULL OR m.state = $state) AND <<memory_filter>>
RETURN <<memory>>
ORDER BY m.profile_id DESC, m.kind DESC, m.confirmed_at DESC, m.id DESC LIMIT $limit

// name: list_about
// Memories whose words mention an entity, or one that was merged into it: pinned ones first, then
// newest first, after the cursor.
MATCH (:Entity {profile_id: $profile, id: $about_id})<-[:MERGED_INTO*0..]-(e:Entity)
MATCH (x:Mention)
WHERE x.profile_id = $profile AND x.entity_id = e.id AND x.state = 'live'
MATCH (:Entry {profile_id: $profile, id: x.entry_id})<-[l:LEARNED_FROM]-(m:Memory)
WHERE x.starts < l.ends AND x.ends > l.starts
WITH DISTINCT m, coalesce(m.pinned, false) AS is_pinned
WHERE ($state IS NULL OR m.state = $state) AND ($pinned IS NULL OR is_pinned = $pinned)
  AND <<memory_filter>>
  AND CASE WHEN is_pinned <> $before_pinned THEN NOT is_pinned
           WHEN m.confirmed_at = $before_at THEN m.id < $before_id
           ELSE m.confirmed_at < $before_at END
RETURN <<memory>> ORDER BY is_pinned DESC, m.confirmed_at DESC, m.id DESC LIMIT $limit

// name: list_dated
// Current events and milestones that begin on some days, and days that return.
CALL () {
    MATCH (m:Memory)
    WHERE m.profile_id = $profile AND m.valid_from >= $since AND m.valid_from <= $until
      AND m.kind IN ['event', 'milestone'] AND m.state = 'current'
    RETURN m
  UNION
    UNWIND $returning AS day
    MATCH (m:Memory)
    WHERE m.profile_id = $profile AND m.important_month = day[0] AND m.important_day = day[1]
      AND m.state = 'current'
    RETURN m }
RETURN <<memory>> ORDER BY m.id LIMIT $limit
