// name: server
// What the server is.
CALL dbms.components() YIELD name, versions, edition
WHERE name = 'Neo4j Kernel' RETURN versions[0], edition

// name: lock_constraint
// So that two cannot make the same lock.
CREATE CONSTRAINT migration_lock IF NOT EXISTS FOR (l:MigrationLock) REQUIRE l.name IS UNIQUE

// name: migration_constraint
// Each step of the schema is noted once.
CREATE CONSTRAINT migration_number IF NOT EXISTS FOR (m:Migration) REQUIRE m.number IS UNIQUE

// name: find_stranger
// Whether a database that is new to us holds something else: anything, and no store of ours.
MATCH (n)
WHERE NOT n:Migration AND NOT n:MigrationLock
  AND NOT EXISTS { MATCH (s:Store {name: 'store'}) WHERE s.hash_key IS NOT NULL }
RETURN labels(n) LIMIT 1

// name: take_lock
// Hold the schema for a while, unless somebody else does; by the server's own clock.
MERGE (l:MigrationLock {name: 'schema'})
SET l.asked_at = datetime()
WITH l WHERE l.holder IS NULL OR l.holder = $holder OR l.held_until < datetime()
SET l.holder = $holder, l.held_until = datetime() + duration({seconds: $seconds})
RETURN l.holder

// name: free_lock
// Let the schema go, if it is held still.
MATCH (l:MigrationLock {name: 'schema', holder: $holder}) DELETE l

// name: list_migrations
// The steps that made this store.
MATCH (m:Migration) RETURN m.number, m.sha256 ORDER BY m.number

// name: save_migration
// Note a step of the schema.
MERGE (m:Migration {number: $number}) SET m.name = $name, m.sha256 = $sha256,
    m.applied_at = datetime()

// name: list_indexes
// Every index, the state it is in, and the constraint that it belongs to.
SHOW INDEXES YIELD name, state, owningConstraint RETURN name, state, owningConstraint

// name: await_indexes
// Wait until every index answers.
CALL db.awaitIndexes($seconds)

// name: end_transaction
// End what runs by this name, if it runs still.
SHOW TRANSACTIONS YIELD transactionId AS id, metaData WHERE metaData.name = $name
TERMINATE TRANSACTIONS id YIELD message RETURN message

// name: find_hash_key
// The random key for the store's hashes, if there is a store.
MATCH (s:Store {name: 'store'}) WHERE s.hash_key IS NOT NULL RETURN s.hash_key

// name: open_store
// The store's own node, made with a random key for its hashes.
MERGE (s:Store {name: 'store'})
ON CREATE SET s.hash_key = $hash_key
RETURN s.hash_key

// name: find_profile_id
// Whether there is such a profile.
MATCH (p:Profile {id: $profile}) RETURN p.id

// name: read_mark
// The high-water mark of now.
MATCH (s:Store {name: 'store'}) WHERE s.mark IS NOT NULL
RETURN s.mark.epochMillis * 1000 + s.mark.microsecond % 1000

// name: move_mark
// Move the high-water mark on; back only from where it is not believed.
<<move_mark>>
