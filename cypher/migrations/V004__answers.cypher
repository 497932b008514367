// What answering needs: pieces of entries that are found by their words and their meaning, when
// something was last said in a conversation, and what came up by itself.
// A passage goes with its entry, whose id it holds; its `text` is what it is found by, and `words`
// are the stems of that, as those of memories.
// `indexed_by` of an entry is what made the vectors of its passages, '' while there are none, and
// unset on what is never looked through: an index knows no row that lacks one of its properties.
// What is stored already gets what it lacks in small transactions, and may be given it again.

CREATE INDEX entry_indexed IF NOT EXISTS FOR (n:Entry)
    ON (n.profile_id, n.indexed_by, n.occurred_at, n.id);
CREATE INDEX entry_said IF NOT EXISTS FOR (n:Entry)
    ON (n.profile_id, n.conversation_id, n.occurred_at);
CREATE INDEX conversation_last IF NOT EXISTS FOR (c:Conversation) ON (c.profile_id, c.last_at);

// Events by the day that they begin on, and days that return every year.
CREATE INDEX memory_begins IF NOT EXISTS FOR (m:Memory) ON (m.profile_id, m.valid_from);
CREATE INDEX memory_returns IF NOT EXISTS FOR (m:Memory)
    ON (m.profile_id, m.important_month, m.important_day);

CREATE INDEX passage_entry IF NOT EXISTS FOR (x:Passage) ON (x.profile_id, x.entry_id);
CREATE INDEX passage_day IF NOT EXISTS FOR (x:Passage) ON (x.profile_id, x.embedder_id, x.day);
CREATE FULLTEXT INDEX passage_text IF NOT EXISTS FOR (x:Passage) ON EACH [x.words, x.profile_id]
    OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}};
CREATE VECTOR INDEX passage_nearness IF NOT EXISTS FOR (x:Passage) ON (x.numbers)
    OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine',
                           `vector.quantization.enabled`: false}};

CREATE CONSTRAINT raised_once IF NOT EXISTS FOR (a:Raised)
    REQUIRE (a.profile_id, a.memory_id, a.occasion, a.due_on) IS UNIQUE;
CREATE INDEX raised_about IF NOT EXISTS FOR (a:Raised) ON (a.profile_id, a.memory_id);

MATCH (n:Entry) WHERE n.indexed_by IS NULL AND n.form <> 'Note'
CALL (n) { SET n.indexed_by = '' } IN TRANSACTIONS OF 2000 ROWS;
MATCH (c:Conversation) WHERE c.last_at IS NULL
CALL (c) {
    OPTIONAL MATCH (n:Entry)
    WHERE n.profile_id = c.profile_id AND n.conversation_id = c.id AND n.occurred_at IS NOT NULL
    WITH c, max(n.occurred_at) AS last_at
    SET c.last_at = coalesce(last_at, c.started_at)
} IN TRANSACTIONS OF 500 ROWS;
