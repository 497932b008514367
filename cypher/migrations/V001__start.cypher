// The whole schema. Every node of a person's life carries profile_id, and every index begins
// with it, so that each is cut to one profile first. A composite index is used only where a query
// has a predicate on all of its properties, and an index knows no row that lacks one of them:
// `pinned` and `due_at` are therefore unset where they do not hold, instead of false.
// `words` are those of the text or name as every store finds them (adapters/sqlite/tokens.py).
// Times are native date-times in UTC, days are dates. One statement a transaction.

CREATE CONSTRAINT store_name IF NOT EXISTS FOR (s:Store) REQUIRE s.name IS UNIQUE;
CREATE CONSTRAINT profile_id IF NOT EXISTS FOR (p:Profile) REQUIRE p.id IS UNIQUE;
CREATE CONSTRAINT profile_name IF NOT EXISTS FOR (p:Profile) REQUIRE p.name IS UNIQUE;
CREATE INDEX profile_leased IF NOT EXISTS FOR (p:Profile) ON (p.leased_until);
CREATE CONSTRAINT token_id IF NOT EXISTS FOR (t:Token) REQUIRE (t.profile_id, t.id) IS UNIQUE;
CREATE CONSTRAINT token_secret IF NOT EXISTS FOR (t:Token) REQUIRE t.secret_hash IS UNIQUE;

// The record: what was said.
CREATE CONSTRAINT entry_id IF NOT EXISTS FOR (n:Entry) REQUIRE (n.profile_id, n.id) IS UNIQUE;
CREATE CONSTRAINT entry_external IF NOT EXISTS FOR (n:Entry)
    REQUIRE (n.profile_id, n.origin, n.external_id) IS UNIQUE;
CREATE INDEX entry_occurred IF NOT EXISTS FOR (n:Entry) ON (n.profile_id, n.occurred_at);
CREATE INDEX entry_state IF NOT EXISTS FOR (n:Entry) ON (n.profile_id, n.state, n.occurred_at);
CREATE INDEX entry_day IF NOT EXISTS FOR (n:Entry) ON (n.profile_id, n.day);
CREATE FULLTEXT INDEX entry_text IF NOT EXISTS FOR (n:Entry) ON EACH [n.words, n.profile_id]
    OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}};
CREATE CONSTRAINT mention_id IF NOT EXISTS FOR (m:Mention) REQUIRE (m.profile_id, m.id) IS UNIQUE;
CREATE INDEX mention_entry IF NOT EXISTS FOR (m:Mention) ON (m.profile_id, m.entry_id);
CREATE INDEX mention_entity IF NOT EXISTS FOR (m:Mention) ON (m.profile_id, m.entity_id);
CREATE CONSTRAINT assertion_id IF NOT EXISTS FOR (a:Assertion)
    REQUIRE (a.profile_id, a.id) IS UNIQUE;
CREATE INDEX assertion_entry IF NOT EXISTS FOR (a:Assertion) ON (a.profile_id, a.entry_id);
CREATE CONSTRAINT ruling_id IF NOT EXISTS FOR (u:Ruling) REQUIRE (u.profile_id, u.id) IS UNIQUE;
CREATE INDEX ruling_at IF NOT EXISTS FOR (u:Ruling) ON (u.profile_id, u.at);
CREATE INDEX ruling_target IF NOT EXISTS FOR (u:Ruling) ON (u.profile_id, u.target_id);
CREATE INDEX ruling_other IF NOT EXISTS FOR (u:Ruling) ON (u.profile_id, u.other_id);
CREATE INDEX ruling_subject IF NOT EXISTS FOR (u:Ruling) ON (u.profile_id, u.subject_id);
CREATE INDEX ruling_object IF NOT EXISTS FOR (u:Ruling) ON (u.profile_id, u.object_id);
CREATE CONSTRAINT tombstone_hash IF NOT EXISTS FOR (t:Tombstone)
    REQUIRE (t.profile_id, t.hash) IS UNIQUE;
CREATE CONSTRAINT request_key IF NOT EXISTS FOR (k:RequestKey)
    REQUIRE (k.profile_id, k.key_hash) IS UNIQUE;
CREATE INDEX request_entry IF NOT EXISTS FOR (k:RequestKey) ON (k.profile_id, k.entry_id);
CREATE INDEX request_created IF NOT EXISTS FOR (k:RequestKey) ON (k.profile_id, k.created_at);

// The graph: projections of the record. unique_key is kind, key and what tells one from another;
// only the first of two that came to the same one by a ruling has it.
CREATE CONSTRAINT entity_id IF NOT EXISTS FOR (e:Entity) REQUIRE (e.profile_id, e.id) IS UNIQUE;
CREATE CONSTRAINT entity_unique_key IF NOT EXISTS FOR (e:Entity)
    REQUIRE (e.profile_id, e.unique_key) IS UNIQUE;
CREATE INDEX entity_key IF NOT EXISTS FOR (e:Entity) ON (e.profile_id, e.key);
CREATE INDEX entity_heat IF NOT EXISTS FOR (e:Entity) ON (e.profile_id, e.heat);
CREATE INDEX entity_kind IF NOT EXISTS FOR (e:Entity) ON (e.profile_id, e.kind, e.heat);
CREATE INDEX entity_pinned IF NOT EXISTS FOR (e:Entity) ON (e.profile_id, e.pinned, e.heat);
CREATE INDEX entity_fades IF NOT EXISTS FOR (e:Entity) ON (e.profile_id, e.fades_at);
CREATE INDEX entity_due IF NOT EXISTS FOR (e:Entity) ON (e.profile_id, e.due_at);
CREATE INDEX entity_merged IF NOT EXISTS FOR (e:Entity) ON (e.profile_id, e.merged_into);
CREATE FULLTEXT INDEX entity_name IF NOT EXISTS FOR (e:Entity) ON EACH [e.words, e.profile_id]
    OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}};
CREATE CONSTRAINT form_words IF NOT EXISTS FOR (f:Form)
    REQUIRE (f.profile_id, f.entity_id, f.name, f.kind, f.role, f.cadence) IS UNIQUE;
CREATE INDEX form_key IF NOT EXISTS FOR (f:Form) ON (f.profile_id, f.key);
CREATE FULLTEXT INDEX form_name IF NOT EXISTS FOR (f:Form) ON EACH [f.words, f.profile_id]
    OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}};
CREATE CONSTRAINT evidence_key IF NOT EXISTS FOR (v:Evidence)
    REQUIRE (v.profile_id, v.target_id, v.source_id) IS UNIQUE;
CREATE INDEX evidence_source IF NOT EXISTS FOR (v:Evidence) ON (v.profile_id, v.source_id);
CREATE INDEX evidence_at IF NOT EXISTS FOR (v:Evidence) ON (v.profile_id, v.target_id, v.at);
CREATE CONSTRAINT day_key IF NOT EXISTS FOR (d:DayRow)
    REQUIRE (d.profile_id, d.target_id, d.day) IS UNIQUE;
CREATE INDEX day_at IF NOT EXISTS FOR (d:DayRow) ON (d.profile_id, d.target_id, d.at);
CREATE INDEX day_day IF NOT EXISTS FOR (d:DayRow) ON (d.profile_id, d.day);
CREATE CONSTRAINT chapter_id IF NOT EXISTS FOR (c:Chapter) REQUIRE (c.profile_id, c.id) IS UNIQUE;
CREATE INDEX chapter_started IF NOT EXISTS FOR (c:Chapter) ON (c.profile_id, c.started_on);

// A new dial in the making.
CREATE CONSTRAINT unstaged_target IF NOT EXISTS FOR (u:Unstaged)
    REQUIRE (u.profile_id, u.target_id) IS UNIQUE;
CREATE CONSTRAINT staged_target IF NOT EXISTS FOR (s:StagedStanding)
    REQUIRE (s.profile_id, s.target_id) IS UNIQUE;
CREATE CONSTRAINT staged_day IF NOT EXISTS FOR (s:StagedDay)
    REQUIRE (s.profile_id, s.target_id, s.day) IS UNIQUE;

// The outbox.
CREATE CONSTRAINT job_id IF NOT EXISTS FOR (j:Job) REQUIRE (j.profile_id, j.id) IS UNIQUE;
CREATE CONSTRAINT job_slot IF NOT EXISTS FOR (j:Job)
    REQUIRE (j.profile_id, j.kind, j.slot) IS UNIQUE;
CREATE INDEX job_due IF NOT EXISTS FOR (j:Job) ON (j.state, j.kind, j.due_at, j.id, j.profile_id);
CREATE INDEX job_next IF NOT EXISTS FOR (j:Job)
    ON (j.profile_id, j.state, j.kind, j.due_at, j.id);
CREATE INDEX job_subject IF NOT EXISTS FOR (j:Job) ON (j.profile_id, j.subject_id);
CREATE INDEX job_created IF NOT EXISTS FOR (j:Job) ON (j.profile_id, j.created_at, j.id);
CREATE INDEX job_ahead IF NOT EXISTS FOR (j:Job) ON (j.created_at);
CREATE INDEX job_finished IF NOT EXISTS FOR (j:Job) ON (j.profile_id, j.finished_at);

// Every relationship type of the vocabulary. One missing index means a scan of all relationships.
CREATE CONSTRAINT mitigates_id IF NOT EXISTS FOR ()-[r:MITIGATES]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX mitigates_heat IF NOT EXISTS FOR ()-[r:MITIGATES]-() ON (r.profile_id, r.heat);
CREATE INDEX mitigates_fades IF NOT EXISTS FOR ()-[r:MITIGATES]-() ON (r.profile_id, r.fades_at);
CREATE INDEX mitigates_due IF NOT EXISTS FOR ()-[r:MITIGATES]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT causes_id IF NOT EXISTS FOR ()-[r:CAUSES]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX causes_heat IF NOT EXISTS FOR ()-[r:CAUSES]-() ON (r.profile_id, r.heat);
CREATE INDEX causes_fades IF NOT EXISTS FOR ()-[r:CAUSES]-() ON (r.profile_id, r.fades_at);
CREATE INDEX causes_due IF NOT EXISTS FOR ()-[r:CAUSES]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT worsens_id IF NOT EXISTS FOR ()-[r:WORSENS]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX worsens_heat IF NOT EXISTS FOR ()-[r:WORSENS]-() ON (r.profile_id, r.heat);
CREATE INDEX worsens_fades IF NOT EXISTS FOR ()-[r:WORSENS]-() ON (r.profile_id, r.fades_at);
CREATE INDEX worsens_due IF NOT EXISTS FOR ()-[r:WORSENS]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT supports_id IF NOT EXISTS FOR ()-[r:SUPPORTS]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX supports_heat IF NOT EXISTS FOR ()-[r:SUPPORTS]-() ON (r.profile_id, r.heat);
CREATE INDEX supports_fades IF NOT EXISTS FOR ()-[r:SUPPORTS]-() ON (r.profile_id, r.fades_at);
CREATE INDEX supports_due IF NOT EXISTS FOR ()-[r:SUPPORTS]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT blocks_id IF NOT EXISTS FOR ()-[r:BLOCKS]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX blocks_heat IF NOT EXISTS FOR ()-[r:BLOCKS]-() ON (r.profile_id, r.heat);
CREATE INDEX blocks_fades IF NOT EXISTS FOR ()-[r:BLOCKS]-() ON (r.profile_id, r.fades_at);
CREATE INDEX blocks_due IF NOT EXISTS FOR ()-[r:BLOCKS]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT evokes_id IF NOT EXISTS FOR ()-[r:EVOKES]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX evokes_heat IF NOT EXISTS FOR ()-[r:EVOKES]-() ON (r.profile_id, r.heat);
CREATE INDEX evokes_fades IF NOT EXISTS FOR ()-[r:EVOKES]-() ON (r.profile_id, r.fades_at);
CREATE INDEX evokes_due IF NOT EXISTS FOR ()-[r:EVOKES]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT partner_of_id IF NOT EXISTS FOR ()-[r:PARTNER_OF]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX partner_of_heat IF NOT EXISTS FOR ()-[r:PARTNER_OF]-() ON (r.profile_id, r.heat);
CREATE INDEX partner_of_fades IF NOT EXISTS FOR ()-[r:PARTNER_OF]-() ON (r.profile_id, r.fades_at);
CREATE INDEX partner_of_due IF NOT EXISTS FOR ()-[r:PARTNER_OF]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT parent_of_id IF NOT EXISTS FOR ()-[r:PARENT_OF]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX parent_of_heat IF NOT EXISTS FOR ()-[r:PARENT_OF]-() ON (r.profile_id, r.heat);
CREATE INDEX parent_of_fades IF NOT EXISTS FOR ()-[r:PARENT_OF]-() ON (r.profile_id, r.fades_at);
CREATE INDEX parent_of_due IF NOT EXISTS FOR ()-[r:PARENT_OF]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT child_of_id IF NOT EXISTS FOR ()-[r:CHILD_OF]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX child_of_heat IF NOT EXISTS FOR ()-[r:CHILD_OF]-() ON (r.profile_id, r.heat);
CREATE INDEX child_of_fades IF NOT EXISTS FOR ()-[r:CHILD_OF]-() ON (r.profile_id, r.fades_at);
CREATE INDEX child_of_due IF NOT EXISTS FOR ()-[r:CHILD_OF]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT sibling_of_id IF NOT EXISTS FOR ()-[r:SIBLING_OF]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX sibling_of_heat IF NOT EXISTS FOR ()-[r:SIBLING_OF]-() ON (r.profile_id, r.heat);
CREATE INDEX sibling_of_fades IF NOT EXISTS FOR ()-[r:SIBLING_OF]-() ON (r.profile_id, r.fades_at);
CREATE INDEX sibling_of_due IF NOT EXISTS FOR ()-[r:SIBLING_OF]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT relative_of_id IF NOT EXISTS FOR ()-[r:RELATIVE_OF]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX relative_of_heat IF NOT EXISTS FOR ()-[r:RELATIVE_OF]-() ON (r.profile_id, r.heat);
CREATE INDEX relative_of_fades IF NOT EXISTS FOR ()-[r:RELATIVE_OF]-() ON (r.profile_id, r.fades_at);
CREATE INDEX relative_of_due IF NOT EXISTS FOR ()-[r:RELATIVE_OF]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT friend_of_id IF NOT EXISTS FOR ()-[r:FRIEND_OF]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX friend_of_heat IF NOT EXISTS FOR ()-[r:FRIEND_OF]-() ON (r.profile_id, r.heat);
CREATE INDEX friend_of_fades IF NOT EXISTS FOR ()-[r:FRIEND_OF]-() ON (r.profile_id, r.fades_at);
CREATE INDEX friend_of_due IF NOT EXISTS FOR ()-[r:FRIEND_OF]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT colleague_of_id IF NOT EXISTS FOR ()-[r:COLLEAGUE_OF]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX colleague_of_heat IF NOT EXISTS FOR ()-[r:COLLEAGUE_OF]-() ON (r.profile_id, r.heat);
CREATE INDEX colleague_of_fades IF NOT EXISTS FOR ()-[r:COLLEAGUE_OF]-() ON (r.profile_id, r.fades_at);
CREATE INDEX colleague_of_due IF NOT EXISTS FOR ()-[r:COLLEAGUE_OF]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT knows_id IF NOT EXISTS FOR ()-[r:KNOWS]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX knows_heat IF NOT EXISTS FOR ()-[r:KNOWS]-() ON (r.profile_id, r.heat);
CREATE INDEX knows_fades IF NOT EXISTS FOR ()-[r:KNOWS]-() ON (r.profile_id, r.fades_at);
CREATE INDEX knows_due IF NOT EXISTS FOR ()-[r:KNOWS]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT lives_in_id IF NOT EXISTS FOR ()-[r:LIVES_IN]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX lives_in_heat IF NOT EXISTS FOR ()-[r:LIVES_IN]-() ON (r.profile_id, r.heat);
CREATE INDEX lives_in_fades IF NOT EXISTS FOR ()-[r:LIVES_IN]-() ON (r.profile_id, r.fades_at);
CREATE INDEX lives_in_due IF NOT EXISTS FOR ()-[r:LIVES_IN]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT located_in_id IF NOT EXISTS FOR ()-[r:LOCATED_IN]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX located_in_heat IF NOT EXISTS FOR ()-[r:LOCATED_IN]-() ON (r.profile_id, r.heat);
CREATE INDEX located_in_fades IF NOT EXISTS FOR ()-[r:LOCATED_IN]-() ON (r.profile_id, r.fades_at);
CREATE INDEX located_in_due IF NOT EXISTS FOR ()-[r:LOCATED_IN]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT visited_id IF NOT EXISTS FOR ()-[r:VISITED]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX visited_heat IF NOT EXISTS FOR ()-[r:VISITED]-() ON (r.profile_id, r.heat);
CREATE INDEX visited_fades IF NOT EXISTS FOR ()-[r:VISITED]-() ON (r.profile_id, r.fades_at);
CREATE INDEX visited_due IF NOT EXISTS FOR ()-[r:VISITED]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT works_at_id IF NOT EXISTS FOR ()-[r:WORKS_AT]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX works_at_heat IF NOT EXISTS FOR ()-[r:WORKS_AT]-() ON (r.profile_id, r.heat);
CREATE INDEX works_at_fades IF NOT EXISTS FOR ()-[r:WORKS_AT]-() ON (r.profile_id, r.fades_at);
CREATE INDEX works_at_due IF NOT EXISTS FOR ()-[r:WORKS_AT]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT works_on_id IF NOT EXISTS FOR ()-[r:WORKS_ON]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX works_on_heat IF NOT EXISTS FOR ()-[r:WORKS_ON]-() ON (r.profile_id, r.heat);
CREATE INDEX works_on_fades IF NOT EXISTS FOR ()-[r:WORKS_ON]-() ON (r.profile_id, r.fades_at);
CREATE INDEX works_on_due IF NOT EXISTS FOR ()-[r:WORKS_ON]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT studies_id IF NOT EXISTS FOR ()-[r:STUDIES]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX studies_heat IF NOT EXISTS FOR ()-[r:STUDIES]-() ON (r.profile_id, r.heat);
CREATE INDEX studies_fades IF NOT EXISTS FOR ()-[r:STUDIES]-() ON (r.profile_id, r.fades_at);
CREATE INDEX studies_due IF NOT EXISTS FOR ()-[r:STUDIES]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT likes_id IF NOT EXISTS FOR ()-[r:LIKES]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX likes_heat IF NOT EXISTS FOR ()-[r:LIKES]-() ON (r.profile_id, r.heat);
CREATE INDEX likes_fades IF NOT EXISTS FOR ()-[r:LIKES]-() ON (r.profile_id, r.fades_at);
CREATE INDEX likes_due IF NOT EXISTS FOR ()-[r:LIKES]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT dislikes_id IF NOT EXISTS FOR ()-[r:DISLIKES]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX dislikes_heat IF NOT EXISTS FOR ()-[r:DISLIKES]-() ON (r.profile_id, r.heat);
CREATE INDEX dislikes_fades IF NOT EXISTS FOR ()-[r:DISLIKES]-() ON (r.profile_id, r.fades_at);
CREATE INDEX dislikes_due IF NOT EXISTS FOR ()-[r:DISLIKES]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT avoids_id IF NOT EXISTS FOR ()-[r:AVOIDS]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX avoids_heat IF NOT EXISTS FOR ()-[r:AVOIDS]-() ON (r.profile_id, r.heat);
CREATE INDEX avoids_fades IF NOT EXISTS FOR ()-[r:AVOIDS]-() ON (r.profile_id, r.fades_at);
CREATE INDEX avoids_due IF NOT EXISTS FOR ()-[r:AVOIDS]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT wants_id IF NOT EXISTS FOR ()-[r:WANTS]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX wants_heat IF NOT EXISTS FOR ()-[r:WANTS]-() ON (r.profile_id, r.heat);
CREATE INDEX wants_fades IF NOT EXISTS FOR ()-[r:WANTS]-() ON (r.profile_id, r.fades_at);
CREATE INDEX wants_due IF NOT EXISTS FOR ()-[r:WANTS]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT plans_id IF NOT EXISTS FOR ()-[r:PLANS]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX plans_heat IF NOT EXISTS FOR ()-[r:PLANS]-() ON (r.profile_id, r.heat);
CREATE INDEX plans_fades IF NOT EXISTS FOR ()-[r:PLANS]-() ON (r.profile_id, r.fades_at);
CREATE INDEX plans_due IF NOT EXISTS FOR ()-[r:PLANS]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT does_id IF NOT EXISTS FOR ()-[r:DOES]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX does_heat IF NOT EXISTS FOR ()-[r:DOES]-() ON (r.profile_id, r.heat);
CREATE INDEX does_fades IF NOT EXISTS FOR ()-[r:DOES]-() ON (r.profile_id, r.fades_at);
CREATE INDEX does_due IF NOT EXISTS FOR ()-[r:DOES]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT owns_id IF NOT EXISTS FOR ()-[r:OWNS]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX owns_heat IF NOT EXISTS FOR ()-[r:OWNS]-() ON (r.profile_id, r.heat);
CREATE INDEX owns_fades IF NOT EXISTS FOR ()-[r:OWNS]-() ON (r.profile_id, r.fades_at);
CREATE INDEX owns_due IF NOT EXISTS FOR ()-[r:OWNS]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT has_condition_id IF NOT EXISTS FOR ()-[r:HAS_CONDITION]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX has_condition_heat IF NOT EXISTS FOR ()-[r:HAS_CONDITION]-() ON (r.profile_id, r.heat);
CREATE INDEX has_condition_fades IF NOT EXISTS FOR ()-[r:HAS_CONDITION]-() ON (r.profile_id, r.fades_at);
CREATE INDEX has_condition_due IF NOT EXISTS FOR ()-[r:HAS_CONDITION]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT part_of_id IF NOT EXISTS FOR ()-[r:PART_OF]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX part_of_heat IF NOT EXISTS FOR ()-[r:PART_OF]-() ON (r.profile_id, r.heat);
CREATE INDEX part_of_fades IF NOT EXISTS FOR ()-[r:PART_OF]-() ON (r.profile_id, r.fades_at);
CREATE INDEX part_of_due IF NOT EXISTS FOR ()-[r:PART_OF]-() ON (r.profile_id, r.due_at);
CREATE CONSTRAINT related_to_id IF NOT EXISTS FOR ()-[r:RELATED_TO]-()
    REQUIRE (r.profile_id, r.id) IS UNIQUE;
CREATE INDEX related_to_heat IF NOT EXISTS FOR ()-[r:RELATED_TO]-() ON (r.profile_id, r.heat);
CREATE INDEX related_to_fades IF NOT EXISTS FOR ()-[r:RELATED_TO]-() ON (r.profile_id, r.fades_at);
CREATE INDEX related_to_due IF NOT EXISTS FOR ()-[r:RELATED_TO]-() ON (r.profile_id, r.due_at);
