// name: list_chapters
// Newest first, ties by id descending, after the cursor.
MATCH (c:Chapter)
WHERE c.profile_id = $profile AND c.started_on <= $before_on
  AND CASE WHEN c.started_on = $before_on THEN c.id < $before_id ELSE true END
RETURN <<chapter>> ORDER BY c.profile_id DESC, c.started_on DESC, c.id DESC LIMIT $limit

// name: get_chapter
// One chapter by id.
MATCH (c:Chapter {profile_id: $profile, id: $id}) RETURN <<chapter>>
