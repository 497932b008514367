// Conversations: turns are entries, replies are nodes that go with them.

// name: begin_conversation
// Hold the profile, and give the conversation with this id at its client, and whether there is one
// with this id.
<<hold_profile>>
WITH p
RETURN
    COLLECT {
        MATCH (c:Conversation {profile_id: p.id, external_id: $external_id})
        RETURN <<conversation>> },
    EXISTS { MATCH (c:Conversation {profile_id: p.id, id: $id}) }

// name: save_conversation
// A new one.
CREATE (c:Conversation) SET c = $row

// name: get_conversation
// One by its id.
MATCH (c:Conversation {profile_id: $profile, id: $id}) RETURN <<conversation>>

// name: list_conversations
// Newest first, ties by id descending, after the cursor.
MATCH (c:Conversation)
WHERE c.profile_id = $profile AND c.started_at <= $before_at
  AND CASE WHEN c.started_at = $before_at THEN c.id < $before_id ELSE true END
RETURN <<conversation>> ORDER BY c.profile_id DESC, c.started_at DESC, c.id DESC LIMIT $limit

// name: set_remembers
// Hold the profile and set whether one is remembered; gives whether it was, and how it is now.
<<hold_profile>>
WITH p
MATCH (c:Conversation {profile_id: p.id, id: $id})
WITH c, c.remembers AS before
SET c.remembers = $remembers
RETURN before, <<conversation>>

// name: list_unqueued
// Its turns that no job waits to read.
MATCH (n:Entry)
WHERE n.profile_id = $profile AND n.conversation_id = $id AND n.id IS NOT NULL
  AND NOT EXISTS {
    MATCH (j:Job)
    WHERE j.profile_id = $profile AND j.subject_id = n.id AND j.kind = $kind
      AND j.state = 'queued' AND j.slot IS NULL }
RETURN n.id ORDER BY n.id

// name: queue_turns
// Jobs that read them.
UNWIND $rows AS row
CREATE (j:Job) SET j = row

// name: begin_reply
// Hold the profile, and tell whether there is such a turn, and how far its reply has come.
<<hold_profile>>
WITH p
RETURN
    EXISTS { MATCH (n:Entry {profile_id: p.id, id: $id}) WHERE n.form = 'Turn' },
    COLLECT { MATCH (r:Reply {profile_id: p.id, turn_id: $id}) RETURN r.state }

// name: save_reply
// New, or in the place of the one that is there.
MATCH (n:Entry {profile_id: $profile, id: $row.turn_id})
REMOVE n.unanswered
MERGE (r:Reply {profile_id: $profile, turn_id: $row.turn_id})
SET r = $row
MERGE (r)-[:ANSWERS]->(n)

// name: list_replies
// Every reply of a profile.
MATCH (r:Reply) WHERE r.profile_id = $profile AND r.turn_id IS NOT NULL RETURN r.turn_id, r.text

// name: redact_replies
// Without some words; they stay where they are.
UNWIND $rows AS row
MATCH (r:Reply {profile_id: $profile, turn_id: row[0]}) SET r.text = row[1]

// name: read_messages
// The last turns of a conversation before one of them, latest first, each with its reply.
MATCH (c:Conversation {profile_id: $profile, id: $id})
RETURN COLLECT {
    MATCH (n:Entry)
    WHERE n.profile_id = $profile AND n.conversation_id = $id AND n.id < $before
    WITH n ORDER BY n.profile_id DESC, n.conversation_id DESC, n.id DESC LIMIT $limit
    RETURN [n.id, n.text, n.occurred_at.epochMillis * 1000 + n.occurred_at.microsecond % 1000,
        COLLECT {
            MATCH (r:Reply {profile_id: $profile, turn_id: n.id}) RETURN <<reply>> }] }

// name: list_unanswered
// Turns that wait to be read, and that neither reply nor job comes with.
MATCH (n:Entry)
WHERE n.profile_id = $profile AND n.unanswered = true AND n.id IS NOT NULL
  AND n.state = 'pending' AND n.recorded_at <= $until
  AND NOT EXISTS {
    MATCH (j:Job) WHERE j.profile_id = $profile AND j.subject_id = n.id AND j.kind = $kind }
RETURN n.id ORDER BY n.profile_id, n.unanswered, n.id LIMIT $limit
