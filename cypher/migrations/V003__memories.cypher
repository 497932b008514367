// What is known about the user, and conversations. A memory is joined to the entries that it was
// learned from by LEARNED_FROM, which holds how it was understood there; links, rulings, revisions,
// vetoes and vectors are nodes without edges, found by the ids in their properties.
// `slot_key` and `text_key` are digests: slots and texts may be longer than an index takes.
// `pinned` is unset where it does not hold; `due_at` is set only on what can expire and has not;
// `embedder_id` is '' while there is no vector; `unanswered` is unset once a turn has its reply.
// `words` are those of text and reason, cut, folded and stemmed as every store does it.

CREATE CONSTRAINT conversation_id IF NOT EXISTS FOR (c:Conversation)
    REQUIRE (c.profile_id, c.id) IS UNIQUE;
CREATE CONSTRAINT conversation_external IF NOT EXISTS FOR (c:Conversation)
    REQUIRE (c.profile_id, c.external_id) IS UNIQUE;
CREATE INDEX conversation_started IF NOT EXISTS FOR (c:Conversation)
    ON (c.profile_id, c.started_at);
CREATE INDEX entry_conversation IF NOT EXISTS FOR (n:Entry)
    ON (n.profile_id, n.conversation_id, n.id);
CREATE INDEX entry_unanswered IF NOT EXISTS FOR (n:Entry)
    ON (n.profile_id, n.unanswered, n.id);
CREATE CONSTRAINT reply_turn IF NOT EXISTS FOR (r:Reply) REQUIRE (r.profile_id, r.turn_id) IS UNIQUE;

CREATE CONSTRAINT memory_id IF NOT EXISTS FOR (m:Memory) REQUIRE (m.profile_id, m.id) IS UNIQUE;
CREATE INDEX memory_slot IF NOT EXISTS FOR (m:Memory) ON (m.profile_id, m.slot_key);
CREATE INDEX memory_same IF NOT EXISTS FOR (m:Memory) ON (m.profile_id, m.text_key);
CREATE INDEX memory_confirmed IF NOT EXISTS FOR (m:Memory) ON (m.profile_id, m.confirmed_at);
CREATE INDEX memory_state IF NOT EXISTS FOR (m:Memory) ON (m.profile_id, m.state, m.confirmed_at);
CREATE INDEX memory_pinned IF NOT EXISTS FOR (m:Memory) ON (m.profile_id, m.pinned, m.confirmed_at);
CREATE INDEX memory_due IF NOT EXISTS FOR (m:Memory) ON (m.profile_id, m.due_at);
CREATE INDEX memory_embedder IF NOT EXISTS FOR (m:Memory) ON (m.profile_id, m.embedder_id, m.id);
CREATE FULLTEXT INDEX memory_text IF NOT EXISTS FOR (m:Memory) ON EACH [m.words, m.profile_id]
    OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}};
CREATE CONSTRAINT learned_from IF NOT EXISTS FOR ()-[l:LEARNED_FROM]-()
    REQUIRE (l.profile_id, l.memory_id, l.entry_id, l.starts, l.ends) IS UNIQUE;
CREATE CONSTRAINT memory_link IF NOT EXISTS FOR (k:MemoryLink)
    REQUIRE (k.profile_id, k.newer_id, k.older_id) IS UNIQUE;
CREATE INDEX memory_link_older IF NOT EXISTS FOR (k:MemoryLink) ON (k.profile_id, k.older_id);
CREATE CONSTRAINT memory_ruling_id IF NOT EXISTS FOR (u:MemoryRuling)
    REQUIRE (u.profile_id, u.id) IS UNIQUE;
CREATE INDEX memory_ruling_about IF NOT EXISTS FOR (u:MemoryRuling) ON (u.profile_id, u.memory_id);
CREATE INDEX memory_ruling_other IF NOT EXISTS FOR (u:MemoryRuling) ON (u.profile_id, u.other_id);
CREATE CONSTRAINT memory_revision_id IF NOT EXISTS FOR (v:MemoryRevision)
    REQUIRE (v.profile_id, v.id) IS UNIQUE;
CREATE INDEX memory_revision_about IF NOT EXISTS FOR (v:MemoryRevision)
    ON (v.profile_id, v.memory_id);
CREATE INDEX memory_revision_other IF NOT EXISTS FOR (v:MemoryRevision)
    ON (v.profile_id, v.other_id);
CREATE CONSTRAINT veto_span IF NOT EXISTS FOR (v:Veto)
    REQUIRE (v.profile_id, v.entry_id, v.starts, v.ends) IS UNIQUE;
CREATE CONSTRAINT spent_day IF NOT EXISTS FOR (s:Spent) REQUIRE (s.profile_id, s.day) IS UNIQUE;
CREATE INDEX spent_on IF NOT EXISTS FOR (s:Spent) ON (s.day);

// Vectors of every embedder, whatever their size; unquantized, so that the nearest are found first.
CREATE CONSTRAINT memory_vector IF NOT EXISTS FOR (x:MemoryVector)
    REQUIRE (x.profile_id, x.memory_id) IS UNIQUE;
CREATE INDEX memory_vector_of IF NOT EXISTS FOR (x:MemoryVector)
    ON (x.profile_id, x.embedder_id);
CREATE VECTOR INDEX memory_nearness IF NOT EXISTS FOR (x:MemoryVector) ON (x.numbers)
    OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine',
                           `vector.quantization.enabled`: false}};
