-- Room: workflows. Since when it is filed away; null: it is not. That it is changes nothing but lists.
alter table workflows add column filed_at timestamptz;

-- A list without what is filed away is found, and counted up to a bound, in the index alone, also where most is filed.
create index concurrently workflows_workspace_unfiled on workflows (workspace_id, id desc)
  include (creator_id, status, source_type, source_value) where filed_at is null;
create index concurrently workflows_workspace_status_unfiled on workflows (workspace_id, status, id desc)
  include (creator_id, source_type, source_value) where filed_at is null;
create index concurrently workflows_workspace_filed on workflows (workspace_id, id desc)
  include (creator_id, status, source_type, source_value) where filed_at is not null;
create index concurrently workflows_workspace_deadline on workflows (workspace_id, expires_at, id)
  include (creator_id, source_type, filed_at) where status = 'started';
