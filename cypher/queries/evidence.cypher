// name: list_evidence
// The newest evidence of each of these targets, after the cursor, with its entry or ruling.
UNWIND $ids AS target_id
CALL (target_id) {
    MATCH (v:Evidence)
    WHERE v.profile_id = $profile AND v.target_id = target_id AND v.at <= $before_at
      AND CASE WHEN v.at = $before_at THEN v.source_id < $before_id ELSE true END
    RETURN v ORDER BY v.profile_id DESC, v.target_id DESC, v.at DESC, v.source_id DESC
    LIMIT $limit }
OPTIONAL MATCH (n:Entry {profile_id: $profile, id: v.source_id})
OPTIONAL MATCH (u:Ruling {profile_id: $profile, id: v.source_id})
RETURN <<evidence>>, CASE WHEN n IS NULL THEN null ELSE <<entry>> END,
    CASE WHEN u IS NULL THEN null ELSE <<ruling>> END
ORDER BY v.at DESC, v.source_id DESC

// name: list_merged
// What was merged into one of these, each with which.
MATCH (e:Entity) WHERE e.profile_id = $profile AND e.merged_into IN $ids
RETURN e.id, e.merged_into

// name: list_mention_spans
// Where these entries speak of these entities. (By entry: an entity may have a million mentions.)
MATCH (m:Mention) USING INDEX m:Mention(profile_id, entry_id)
WHERE m.profile_id = $profile AND m.entry_id IN $entry_ids AND m.entity_id IN $entity_ids
  AND m.state = 'live' AND m.strength > 0
RETURN m.entry_id, m.entity_id, m.starts, m.ends

// name: list_assertion_spans
// Where these entries state something, and of which entities; a mention that is taken back is
// none, and where no mention is named the user is meant.
MATCH (a:Assertion)
WHERE a.profile_id = $profile AND a.entry_id IN $entry_ids AND a.predicate IN $predicates
  AND a.state = 'live' AND a.polarity = 'asserted'
OPTIONAL MATCH (s:Mention {profile_id: $profile, id: a.subject_id}) WHERE s.state = 'live'
OPTIONAL MATCH (o:Mention {profile_id: $profile, id: a.object_id}) WHERE o.state = 'live'
RETURN a.entry_id, CASE WHEN a.subject_id IS NULL THEN $user_id ELSE s.entity_id END,
    a.predicate, CASE WHEN a.object_id IS NULL THEN $user_id ELSE o.entity_id END,
    a.starts, a.ends

// name: read_as_of
// Each target's last whole day at an instant, and the evidence up to it of days that end after
// it; a local day lasts 25 hours at most, and two zones of one day lie at most 26 hours apart.
UNWIND $ids AS target_id
RETURN target_id,
    COLLECT {
        MATCH (d:DayRow)
        WHERE d.profile_id = $profile AND d.target_id = target_id AND d.at <= $at
        RETURN <<day_row>>
        ORDER BY d.profile_id DESC, d.target_id DESC, d.at DESC, d.day DESC LIMIT 1 },
    COLLECT {
        MATCH (v:Evidence)
        WHERE v.profile_id = $profile AND v.target_id = target_id AND v.at <= $at
          AND v.at > $since
        MATCH (d:DayRow {profile_id: $profile, target_id: target_id, day: v.day})
        WHERE d.at > $at
        RETURN <<evidence>> ORDER BY v.at, v.source_id }

// name: list_theme_days
// Days of themes in a stretch of days, and of each of these themes its last day before.
MATCH (d:DayRow) WHERE d.profile_id = $profile AND d.day >= $since AND d.day <= $until
WITH d.target_id AS target_id, collect(d) AS inside
MATCH (e:Entity {profile_id: $profile, id: target_id})
WHERE e.merged_into IS NULL AND e.is_user = false AND e.kind IN $kinds
UNWIND inside + COLLECT {
        MATCH (b:DayRow) USING INDEX b:DayRow(profile_id, target_id, at)
        WHERE b.profile_id = $profile AND b.target_id = target_id AND b.at IS NOT NULL
          AND b.day < $since
        RETURN b ORDER BY b.profile_id DESC, b.target_id DESC, b.at DESC, b.day DESC LIMIT 1
    } AS d
RETURN <<day_row>> ORDER BY d.at, d.target_id

// name: list_entity_days
// The last day in a stretch of days of each entity that has one.
MATCH (d:DayRow) WHERE d.profile_id = $profile AND d.day >= $since AND d.day <= $until
WITH d ORDER BY d.at, d.day
WITH d.target_id AS target_id, last(collect(d)) AS d
MATCH (e:Entity {profile_id: $profile, id: target_id})
WHERE e.merged_into IS NULL AND e.is_user = false
RETURN <<entity>>, <<day_row>> ORDER BY e.id

// name: list_relation_days
// The same of each relation, but those of an entity with itself.
MATCH (d:DayRow) WHERE d.profile_id = $profile AND d.day >= $since AND d.day <= $until
WITH d ORDER BY d.at, d.day
WITH d.target_id AS target_id, last(collect(d)) AS d
WHERE NOT EXISTS { MATCH (:Entity {profile_id: $profile, id: target_id}) }
MATCH (a)-[r:<<types>>]->(b) WHERE r.profile_id = $profile AND r.id = target_id AND a <> b
RETURN <<relation>>, <<day_row>> ORDER BY r.id
