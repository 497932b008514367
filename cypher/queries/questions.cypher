// name: read_about
// Questions about any of these entities.
CALL () {
    MATCH (q:Question) WHERE q.profile_id = $profile AND q.one_id IN $ids
    RETURN q
  UNION
    MATCH (q:Question) WHERE q.profile_id = $profile AND q.other_id IN $ids
    RETURN q }
RETURN <<question>> ORDER BY q.id

// name: list_open
// Those without an answer, newest first, after the cursor.
MATCH (q:Question)
WHERE q.profile_id = $profile AND q.is_open = true AND q.asked_at <= $after_at
  AND CASE WHEN q.asked_at = $after_at THEN q.id < $after_id ELSE true END
RETURN <<question>>
ORDER BY q.profile_id DESC, q.is_open DESC, q.asked_at DESC, q.id DESC LIMIT $limit

// name: get_question
// One by its id.
MATCH (q:Question {profile_id: $profile, id: $id}) RETURN <<question>>

// name: save_questions
// New, or in place of those with their ids.
UNWIND $questions AS row
MERGE (q:Question {profile_id: $profile, id: row.id}) SET q = row
