-- Room: exports. Files of many workflows in one archive, which is written in parts and stays for a day.
create table exports (
  id bigint generated always as identity,
  organization_id bigint not null,
  workspace_id bigint not null,
  creator_id bigint not null,
  -- Of the credential that asked: the only organization that it reaches; null: all of the person's.
  reach_organization_id bigint,
  state text not null,
  contents text[] not null,
  workflows integer not null,
  -- How many of them are written or left out.
  done integer not null default 0,
  skipped integer not null default 0,
  size bigint not null default 0,
  -- Raised where a workflow of it is erased: what was read before is not added any more.
  round integer not null default 0,
  -- Why it failed, or ended early.
  problem text,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  expires_at timestamptz,
  constraint exports_pkey primary key (id),
  constraint exports_organization_id_fkey foreign key (organization_id) references organizations on delete cascade,
  constraint exports_workspace_id_fkey foreign key (workspace_id) references workspaces on delete cascade,
  constraint exports_creator_id_fkey foreign key (creator_id) references users
);
alter table exports add constraint exports_state_check
  check (state in ('waiting', 'running', 'done', 'failed', 'canceled', 'expired'));
create index exports_of_creator on exports (workspace_id, creator_id, id);
create index exports_organization on exports (organization_id);
create index exports_creator on exports (creator_id);
create index exports_open on exports (workspace_id) where state in ('waiting', 'running');
create index exports_expiring on exports (expires_at) where state = 'done';
create index exports_ended on exports (ended_at);

-- Its workflows, in their order; none once its archive is gone. They may be erased before it.
create table export_workflows (
  export_id bigint not null,
  position integer not null,
  workflow_id bigint not null,
  -- Its line of the index; null until it is written.
  line text,
  is_skipped boolean not null default false,
  constraint export_workflows_pkey primary key (export_id, position),
  constraint export_workflows_export_id_fkey foreign key (export_id) references exports on delete cascade
);
create index export_workflows_workflow on export_workflows (workflow_id);

-- The archive: the bytes of its parts one after another.
create table export_parts (
  export_id bigint not null,
  part integer not null,
  file_id bigint not null,
  size bigint not null,
  -- Of the last part of a run of the job: what the directory at the end of the archive says of the files that it wrote.
  files integer not null,
  records bytea not null,
  constraint export_parts_pkey primary key (export_id, part),
  constraint export_parts_export_id_fkey foreign key (export_id) references exports on delete cascade,
  constraint export_parts_file_id_fkey foreign key (file_id) references files
);
create index export_parts_file on export_parts (file_id);
