-- Room: retention. Each change of a policy: who, when, from what to what. Of the organization where neither a workspace nor
-- a workflow is named; without foreign keys to them, so that the record stays when they are gone.
create table retention_changes (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  workspace_id bigint,
  workflow_id bigint,
  changed_at timestamptz not null,
  -- The row of an erased account stays, without its name.
  changed_by bigint not null references users,
  -- Name of the API key of another member, if one was used.
  by_key text,
  before jsonb not null,
  after jsonb not null,
  check (num_nonnulls(workspace_id, workflow_id) <= 1)
);
create index retention_changes_organization on retention_changes (organization_id, id desc);
create index retention_changes_changed_by on retention_changes (changed_by);
