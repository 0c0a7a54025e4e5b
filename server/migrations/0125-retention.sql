-- Room: retention. How long workflows are kept, and what was erased at the end.

-- The policy of an organization, of one of its workspaces, of one workflow. Null inherits, 0 is for ever; without a
-- row everything is kept.
create table retention_policies (
  id bigint generated always as identity,
  organization_id bigint not null,
  workspace_id bigint,
  workflow_id bigint,
  signed_years integer,
  draft_days integer,
  stopped_months integer,
  changed_at timestamptz not null,
  constraint retention_policies_pkey primary key (id),
  constraint retention_policies_subject_key unique nulls not distinct (organization_id, workspace_id, workflow_id),
  constraint retention_policies_organization_id_fkey
    foreign key (organization_id) references organizations on delete cascade,
  constraint retention_policies_workspace_id_fkey
    foreign key (workspace_id) references workspaces on delete cascade,
  constraint retention_policies_workflow_id_fkey
    foreign key (workflow_id) references workflows on delete cascade,
  constraint retention_policies_signed_years_check check (signed_years >= 0),
  constraint retention_policies_draft_days_check check (draft_days >= 0),
  constraint retention_policies_stopped_months_check check (stopped_months >= 0),
  constraint retention_policies_subject_check check (num_nonnulls(workspace_id, workflow_id) <= 1)
);
create index retention_policies_workspace on retention_policies (workspace_id) where workspace_id is not null;
create index retention_policies_workflow on retention_policies (workflow_id) where workflow_id is not null;

-- What was erased, or would have been: ids and dates, never names. A run goes on after a crash where it was.
create table retention_runs (
  id bigint generated always as identity,
  organization_id bigint not null,
  kind text not null,
  as_of timestamptz not null,
  ended_at timestamptz,
  examined bigint not null default 0,
  total bigint not null,
  -- The workspace and the workflow that were examined last.
  workspace_id bigint not null default 0,
  after_id bigint not null default 0,
  constraint retention_runs_pkey primary key (id),
  constraint retention_runs_organization_id_fkey
    foreign key (organization_id) references organizations on delete cascade
);
alter table retention_runs add constraint retention_runs_kind_check check (kind in ('nightly', 'dry'));
create index retention_runs_organization on retention_runs (organization_id, id desc);

create table retention_run_items (
  run_id bigint not null,
  workflow_id bigint not null,
  envelope_id text not null,
  workspace_id bigint not null,
  rule text not null,
  due_at timestamptz not null,
  outcome text not null,
  hold_id bigint,
  constraint retention_run_items_pkey primary key (run_id, workflow_id),
  constraint retention_run_items_run_id_fkey foreign key (run_id) references retention_runs on delete cascade
);
alter table retention_run_items add constraint retention_run_items_rule_check
  check (rule in ('signed', 'drafts', 'stopped'));
alter table retention_run_items add constraint retention_run_items_outcome_check
  check (outcome in ('due', 'held', 'failed'));

-- Each change of a policy: who, when, from what to what. Of the organization where neither a workspace nor a
-- workflow is named; without foreign keys to them, so that the record stays when they are gone.
create table retention_changes (
  id bigint generated always as identity,
  organization_id bigint not null,
  workspace_id bigint,
  workflow_id bigint,
  changed_at timestamptz not null,
  -- The row of an erased account stays, without its name.
  changed_by bigint not null,
  -- Name of the API key of another member, if one was used.
  by_key text,
  before jsonb not null,
  after jsonb not null,
  constraint retention_changes_pkey primary key (id),
  constraint retention_changes_organization_id_fkey
    foreign key (organization_id) references organizations on delete cascade,
  constraint retention_changes_changed_by_fkey foreign key (changed_by) references users,
  constraint retention_changes_subject_check check (num_nonnulls(workspace_id, workflow_id) <= 1)
);
create index retention_changes_organization on retention_changes (organization_id, id desc);
create index retention_changes_changed_by on retention_changes (changed_by);
