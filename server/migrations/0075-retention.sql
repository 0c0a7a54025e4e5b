-- Room: holds. What may not be erased, whoever asks: exactly one of a workflow, a workspace and a person's address.
-- Without foreign keys to them, so that a lifted hold stays on record when they are gone.
create table legal_holds (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  workflow_id bigint,
  workspace_id bigint,
  email text,
  email_key text,
  reason text not null,
  placed_at timestamptz not null,
  placed_by jsonb not null,
  lifted_at timestamptz,
  lifted_by jsonb,
  check (num_nonnulls(workflow_id, workspace_id, email_key) = 1),
  check ((lifted_at is null) = (lifted_by is null))
);
create index legal_holds_organization on legal_holds (organization_id, id desc);
create index legal_holds_active on legal_holds (organization_id) where lifted_at is null;

-- Room: retention. How long workflows are kept: of an organization, of one of its workspaces, of one workflow. Null
-- inherits, 0 is for ever; without a row everything is kept.
create table retention_policies (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  workspace_id bigint references workspaces on delete cascade,
  workflow_id bigint references workflows on delete cascade,
  signed_years integer check (signed_years >= 0),
  draft_days integer check (draft_days >= 0),
  stopped_months integer check (stopped_months >= 0),
  changed_at timestamptz not null,
  check (num_nonnulls(workspace_id, workflow_id) <= 1),
  unique nulls not distinct (organization_id, workspace_id, workflow_id)
);
create index retention_policies_workspace on retention_policies (workspace_id) where workspace_id is not null;
create index retention_policies_workflow on retention_policies (workflow_id) where workflow_id is not null;

-- What was erased, or would have been: ids and dates, never names. A run goes on after a crash where it was.
create table retention_runs (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  kind text not null check (kind in ('nightly', 'dry')),
  as_of timestamptz not null,
  ended_at timestamptz,
  examined bigint not null default 0,
  total bigint not null,
  -- The workspace and the workflow that were examined last.
  workspace_id bigint not null default 0,
  after_id bigint not null default 0
);
create index retention_runs_organization on retention_runs (organization_id, id desc);

create table retention_run_items (
  run_id bigint not null references retention_runs on delete cascade,
  workflow_id bigint not null,
  envelope_id text not null,
  workspace_id bigint not null,
  rule text not null check (rule in ('signed', 'drafts', 'stopped')),
  due_at timestamptz not null,
  outcome text not null check (outcome in ('due', 'held', 'failed')),
  hold_id bigint,
  primary key (run_id, workflow_id)
);

-- Room: audit. Finds the tombstone of a file by its hash.
create index workflow_tombstones_files on workflow_tombstones using gin ((detail -> 'files') jsonb_path_ops);
