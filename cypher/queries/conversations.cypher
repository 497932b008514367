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
// In which something was said last first, ties by id descending, after the cursor.
MATCH (c:Conversation)
WHERE c.profile_id = $profile AND c.last_at <= $before_at
  AND CASE WHEN c.last_at = $before_at THEN c.id < $before_id ELSE true END
RETURN <<conversation>> ORDER BY c.profile_id DESC, c.last_at DESC, c.id DESC LIMIT $limit

// name: set_remembers
// Hold the profile and set whether one is remembered; gives whether it was, and how it is now.
<<hold_profile>>
WITH p
MATCH (c:Conversation {profile_id: p.id, id: $id})
WITH c, c.remembers AS before
SET c.remembers = $remembers
RETURN before, <<conversation>>

// name: drop_passages
// Its turns are not found any more.
MATCH (n:Entry)
WHERE n.profile_id = $profile AND n.conversation_id = $id AND n.id IS NOT NULL
SET n.indexed_by = ''
WITH n
MATCH (x:Passage) WHERE x.profile_id = $profile AND x.entry_id = n.id
DELETE x

// name: begin_deletion
// Hold the profile, and tell whether there is such a conversation, and whether it has turns.
<<hold_profile>>
WITH p
RETURN
    EXISTS { MATCH (c:Conversation {profile_id: p.id, id: $id}) },
    EXISTS {
        MATCH (n:Entry)
        WHERE n.profile_id = p.id AND n.conversation_id = $id AND n.id IS NOT NULL }

// name: delete_conversation
// It is gone.
MATCH (c:Conversation {profile_id: $profile, id: $id}) DETACH DELETE c

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
// Hold the profile, and tell whether there is such a turn, and how far its reply has come, and if it has words.
<<hold_profile>>
WITH p
RETURN
    EXISTS { MATCH (n:Entry {profile_id: p.id, id: $id}) WHERE n.form = 'Turn' },
    COLLECT { MATCH (r:Reply {profile_id: p.id, turn_id: $id}) RETURN [r.state, r.text <> ""] }

// name: save_reply
// New, or in the place of the one that is there.
MATCH (n:Entry {profile_id: $profile, id: $row.turn_id})
REMOVE n.unanswered
MERGE (r:Reply {profile_id: $profile, turn_id: $row.turn_id})
SET r = $row
MERGE (r)-[:ANSWERS]->(n)

// name: get_reply
// The reply to a turn, none if it has none yet; nothing if there is no such turn.
MATCH (n:Entry {profile_id: $profile, id: $id}) WHERE n.form = 'Turn'
RETURN COLLECT { MATCH (r:Reply {profile_id: $profile, turn_id: $id}) RETURN <<reply>> }

// name: note_raised
// What came up by itself, of memories that are there.
UNWIND $rows AS row
MATCH (:Memory {profile_id: $profile, id: row.memory_id})
MERGE (a:Raised {profile_id: $profile, memory_id: row.memory_id, occasion: row.occasion,
                 due_on: row.due_on})

// name: hold_profile
// Hold the profile, and tell whether it is there.
<<hold_profile>>
RETURN p.id

// name: list_raised
// What came up by itself of these memories.
UNWIND $ids AS id
MATCH (a:Raised) WHERE a.profile_id = $profile AND a.memory_id = id
RETURN <<raised>>

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
