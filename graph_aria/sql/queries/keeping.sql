-- name: begin_write
-- Take the write lock at once: no read is then overtaken before the first write.
BEGIN IMMEDIATE

-- name: begin_read
-- All reads up to the end see one snapshot.
BEGIN

-- name: commit
-- Make it durable.
COMMIT

-- name: rollback
-- End a transaction and undo it.
ROLLBACK

-- name: open_savepoint
-- One function's part of a shared transaction.
SAVEPOINT task

-- name: undo_savepoint
-- Undo that part.
ROLLBACK TO task

-- name: close_savepoint
-- That part is done.
RELEASE task

-- name: count_schema
-- How many tables, indexes … there are; 0 in a new file. Fails on what is no database.
SELECT count(*) FROM sqlite_schema

-- name: save_migration
-- Note a step of the schema.
INSERT INTO migration (number, name, sha256) VALUES (?, ?, ?)

-- name: list_migrations
-- The steps that made this store.
SELECT number, sha256 FROM migration ORDER BY number

-- name: find_profile_key
-- The number that stands for a profile.
SELECT key FROM profile WHERE id = ?

-- name: read_meta
-- One value of the store itself.
SELECT value FROM meta WHERE name = :name

-- name: move_mark
-- Move the high-water mark on; back only from where it is not believed.
INSERT INTO meta (name, value) VALUES ('mark', :at)
ON CONFLICT (name) DO UPDATE SET value = excluded.value
WHERE excluded.value > meta.value OR meta.value - excluded.value > :trust

-- name: want_scrub
-- The store is to be scrubbed; a later wish is another one.
INSERT INTO meta (name, value) VALUES ('scrub_wanted', 1)
ON CONFLICT (name) DO UPDATE SET value = meta.value + 1

-- name: scrub_was_done
-- The wish is fulfilled, unless it was renewed meanwhile.
DELETE FROM meta WHERE name = 'scrub_wanted' AND value = :wish

-- name: find_held
-- Whether a lease was left behind.
SELECT 1 FROM profile WHERE leased_until IS NOT NULL LIMIT 1

-- name: free_all
-- What a process that is gone held.
UPDATE profile SET leased_until = NULL WHERE leased_until IS NOT NULL

-- name: save_meta
-- One value of the store itself, new or in place of the former.
INSERT INTO meta (name, value) VALUES (:name, :value)
ON CONFLICT (name) DO UPDATE SET value = excluded.value

-- name: drop_meta
-- The store has no such value any more.
DELETE FROM meta WHERE name = :name
