// name: read_about
// The profile, what its targets were merged into, the rulings about them, and what the sources
// and these rulings say now. The version is read before anything else: of a change that comes
// meanwhile the one that is computed from this will know nothing, and be refused.
MATCH (p:Profile {id: $profile})
WITH <<profile>> AS profile
CALL () {
    MATCH (e:Entity) USING INDEX e:Entity(profile_id, id)
    WHERE e.profile_id = $profile AND e.id IN $ids AND e.merged_into IS NOT NULL
    RETURN collect(e.merged_into) AS survivors }
CALL () {
    CALL () {
        MATCH (u:Ruling) WHERE u.profile_id = $profile AND u.target_id IN $ids RETURN u
      UNION
        MATCH (u:Ruling) WHERE u.profile_id = $profile AND u.other_id IN $ids RETURN u
      UNION
        MATCH (u:Ruling) WHERE u.profile_id = $profile AND u.subject_id IN $ids RETURN u
      UNION
        MATCH (u:Ruling) WHERE u.profile_id = $profile AND u.object_id IN $ids RETURN u }
    WITH u ORDER BY u.at, u.id
    RETURN collect(<<ruling>>) AS rulings, collect(u.id) AS ruling_ids }
CALL (ruling_ids) {
    UNWIND $source_ids + [one IN ruling_ids WHERE NOT one IN $source_ids] AS source_id
    MATCH (v:Evidence) WHERE v.profile_id = $profile AND v.source_id = source_id
    WITH v ORDER BY v.source_id, v.at, v.target_id
    RETURN collect(<<evidence>>) AS evidence }
RETURN profile, survivors, rulings, evidence

// name: read_targets
// The entities among these with their forms, the relations among these, and all relations of
// which only one object holds at a time, of these entities, of the relations' subjects and of
// the user.
CALL () {
    MATCH (e:Entity) WHERE e.profile_id = $profile AND e.id IN $ids
    WITH e, <<forms>> AS forms
    RETURN collect(e) AS nodes, collect([<<entity>>, forms]) AS entities }
CALL () {
    MATCH (a)-[r:<<types>>]->() WHERE r.profile_id = $profile AND r.id IN $ids
    RETURN collect(a) AS subjects, collect(<<relation>>) AS relations }
CALL (nodes, subjects) {
    MATCH (user:Entity {profile_id: $profile, id: $user_id})
    UNWIND nodes + subjects + [user] AS subject
    WITH DISTINCT subject
    MATCH (subject)-[r:<<functional>>]->()
    RETURN collect(<<relation>>) AS siblings }
RETURN entities, relations, siblings

// name: read_histories
// Of these targets the last row before a day, the rows from it on and their evidence, and of
// others all of it. Evidence is found by time, from an instant on that no such day begins
// before. What comes before is found by time too, or a long history would be sorted whole.
UNWIND [[$ids, $from_day, $from_at], [$whole_ids, $first_day, $first_at]] AS part
WITH part[0] AS ids, part[1] AS day, part[2] AS at
UNWIND ids AS target_id
RETURN target_id,
    COLLECT {
        MATCH (d:DayRow) USING INDEX d:DayRow(profile_id, target_id, at)
        WHERE d.profile_id = $profile AND d.target_id = target_id AND d.at IS NOT NULL
          AND d.day < day
        RETURN <<day_row>>
        ORDER BY d.profile_id DESC, d.target_id DESC, d.at DESC, d.day DESC LIMIT 1 },
    COLLECT {
        MATCH (d:DayRow)
        WHERE d.profile_id = $profile AND d.target_id = target_id AND d.day >= day
        RETURN <<day_row>> ORDER BY d.at, d.day },
    COLLECT {
        MATCH (v:Evidence)
        WHERE v.profile_id = $profile AND v.target_id = target_id AND v.at >= at
          AND v.day >= day
        RETURN <<evidence>> ORDER BY v.at, v.source_id }
