-- Room: workflows. What lists are ordered by, beside the order in which workflows were made.

-- The last act of a person or change of the state; null: none since the workflow was started, ended or made.
alter table workflows add column changed_at timestamptz;

-- One page in one of these orders is read in its index alone, whichever statuses are asked for, forwards or backwards.
-- A folded name may be many times as long as the name, and a row of an index has a limit. The name itself has an index
-- alone answer: without it each row would be read, and its name folded again.
create index concurrently workflows_by_name on workflows
  (workspace_id, status, ((filed_at is not null)::int), (left(search_fold(name), 100) collate "C"), id)
  include (name, filed_at, creator_id)
  where source_type <> 'seal';
create index concurrently workflows_by_deadline on workflows
  (workspace_id, status, ((filed_at is not null)::int), expires_at, id)
  include (filed_at, creator_id) where source_type <> 'seal';
create index concurrently workflows_by_change on workflows
  (workspace_id, status, ((filed_at is not null)::int),
    (coalesce(changed_at, ended_at, started_at, created_at)), id)
  include (changed_at, ended_at, started_at, created_at, filed_at, creator_id) where source_type <> 'seal';
