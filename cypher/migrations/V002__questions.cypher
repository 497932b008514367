// What the program cannot tell and the user can: whether two entities are the same. Ids only, no
// word of anybody's. `is_open` is unset once there is an answer.

CREATE CONSTRAINT question_id IF NOT EXISTS FOR (q:Question)
    REQUIRE (q.profile_id, q.id) IS UNIQUE;
CREATE INDEX question_one IF NOT EXISTS FOR (q:Question) ON (q.profile_id, q.one_id);
CREATE INDEX question_other IF NOT EXISTS FOR (q:Question) ON (q.profile_id, q.other_id);
CREATE INDEX question_open IF NOT EXISTS FOR (q:Question)
    ON (q.profile_id, q.is_open, q.asked_at);

// Who has a role, for people who are known by it alone.
CREATE INDEX form_role IF NOT EXISTS FOR (f:Form) ON (f.profile_id, f.role);
