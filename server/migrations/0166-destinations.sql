-- Room: destinations. Where the files of a workspace's signed workflows are written to.
create table destinations (
  workspace_id bigint not null,
  kind text not null,
  url text not null,
  -- The user of a WebDAV server, or the access key of a bucket.
  user_name text not null,
  sealed_secret text not null,
  -- Of a bucket; null for WebDAV.
  region text,
  path_pattern text not null,
  -- Beside the documents and the certificate.
  include text[] not null,
  changed_at timestamptz not null,
  constraint destinations_pkey primary key (workspace_id),
  constraint destinations_workspace_id_fkey foreign key (workspace_id) references workspaces on delete cascade
);
alter table destinations add constraint destinations_kind_check check (kind in ('webdav', 'bucket'));

-- What of a workflow was written, and what became of the last try. Ends with the workflow, or with its workspace.
create table transfers (
  workflow_id bigint not null,
  workspace_id bigint not null,
  state text not null,
  attempts integer not null,
  -- Null once it is done or was given up.
  next_attempt_at timestamptz,
  -- The HTTP status of the last failure; null where the server gave none.
  status integer,
  -- The last failure, as a sentence; null without one.
  cause text,
  -- Each file by its key, from before its first byte is sent: [{key, path, sha256, done}].
  files jsonb not null,
  created_at timestamptz not null,
  done_at timestamptz,
  constraint transfers_pkey primary key (workflow_id),
  constraint transfers_workflow_id_fkey foreign key (workflow_id) references workflows on delete cascade,
  constraint transfers_workspace_id_fkey foreign key (workspace_id) references workspaces on delete cascade
);
alter table transfers add constraint transfers_state_check check (state in ('pending', 'done', 'failed'));
-- A page of what waits or failed in a workspace, the newest first.
create index transfers_undone on transfers (workspace_id, state, workflow_id desc) where state <> 'done';
-- What ends with its workspace.
create index transfers_workspace_id on transfers (workspace_id);
-- What has lost its job.
create index transfers_due on transfers (next_attempt_at) where state = 'pending';
