-- name: save_conversation
-- A new conversation.
INSERT INTO conversation (profile, id, started_at, remembers, scope, external_id, read_to,
                          last_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)

-- name: get_conversation
-- One by its id.
SELECT id, started_at, remembers, scope, external_id, read_to, last_at FROM conversation
WHERE profile = ? AND id = ?

-- name: find_conversation
-- The one that a client knows by this id.
SELECT id, started_at, remembers, scope, external_id, read_to, last_at FROM conversation
WHERE profile = ? AND external_id = ?

-- name: list_conversations
-- Those in which something was said last first, ties by id descending, after the cursor.
SELECT id, started_at, remembers, scope, external_id, read_to, last_at FROM conversation
WHERE profile = :profile AND (last_at, id) < (:before_at, :before_id)
ORDER BY last_at DESC, id DESC LIMIT :limit

-- name: delete_conversation
-- One whose turns are gone; nothing hangs on it.
DELETE FROM conversation WHERE profile = ? AND id = ?

-- name: find_turn_of
-- Whether it has a turn.
SELECT 1 FROM entry INDEXED BY entry_conversation
WHERE profile = ? AND conversation_id = ? AND conversation_id IS NOT NULL LIMIT 1

-- name: set_remembers
-- Whether what is said in it becomes knowledge.
UPDATE conversation SET remembers = :remembers WHERE profile = :profile AND id = :id

-- name: list_turns
-- Ids of its turns, in their order.
SELECT id FROM entry INDEXED BY entry_conversation
WHERE profile = ? AND conversation_id = ? AND conversation_id IS NOT NULL ORDER BY id

-- name: move_on
-- A turn was read; those before it were.
UPDATE conversation SET read_to = :turn_id
WHERE profile = :profile
  AND id = (SELECT conversation_id FROM entry WHERE profile = :profile AND id = :turn_id)
  AND ifnull(read_to, '') < :turn_id

-- name: find_turn
-- Whether there is such a turn.
SELECT 1 FROM entry WHERE profile = ? AND id = ? AND form = 'Turn'

-- name: find_reply
-- How far the reply to it has come, and whether it has words.
SELECT state, text <> '' FROM reply WHERE profile = ? AND turn_id = ?

-- name: get_reply
-- What was replied to a turn.
SELECT turn_id, text, at, state, drawn FROM reply WHERE profile = ? AND turn_id = ?

-- name: save_reply
-- New, or in place of the one that there was.
INSERT OR REPLACE INTO reply (profile, turn_id, text, at, state, drawn) VALUES (?, ?, ?, ?, ?, ?)

-- name: note_raised
-- It came up by itself, unless its memory is gone.
INSERT INTO raised (profile, memory_id, occasion, day)
SELECT :profile, :memory_id, :occasion, :day
WHERE EXISTS (SELECT 1 FROM memory WHERE profile = :profile AND id = :memory_id)
ON CONFLICT DO NOTHING

-- name: list_raised
-- What of these memories came up by itself.
SELECT r.memory_id, r.occasion, r.day FROM json_each(:ids) asked
CROSS JOIN raised r ON r.profile = :profile AND r.memory_id = asked.value

-- name: list_replies
-- Every reply of a profile.
SELECT turn_id, text FROM reply WHERE profile = ? ORDER BY turn_id

-- name: redact_reply
-- Without some words; it stays where it is.
UPDATE reply SET text = ? WHERE profile = ? AND turn_id = ?

-- name: read_messages
-- The last turns of a conversation, newest first, each with its reply or NULLs.
SELECT e.id, e.text, e.occurred_at, r.text, r.at, r.state
FROM entry e INDEXED BY entry_conversation
LEFT JOIN reply r ON r.profile = e.profile AND r.turn_id = e.id
WHERE e.profile = :profile AND e.conversation_id = :conversation_id
  AND e.conversation_id IS NOT NULL AND (:before IS NULL OR e.id < :before)
ORDER BY e.id DESC LIMIT :limit

-- name: list_unanswered
-- Turns that wait for a reply which never came.
SELECT e.id FROM entry e INDEXED BY entry_waiting
WHERE e.profile = :profile AND e.form = 'Turn' AND e.state = 'pending' AND e.recorded_at <= :until
  AND NOT EXISTS (SELECT 1 FROM reply r WHERE r.profile = :profile AND r.turn_id = e.id)
  AND NOT EXISTS (SELECT 1 FROM job j
                  WHERE j.profile = :profile AND j.subject_id = e.id AND j.kind = 'read')
ORDER BY e.id LIMIT :limit
