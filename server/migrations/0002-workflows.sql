-- Room: files. What lies in blob storage; a row is written only after its bytes are safe.
create table files (
  id bigint generated always as identity primary key,
  blob_key text not null unique,
  sha256 bytea not null,
  size bigint not null,
  format text not null,
  created_at timestamptz not null
);

alter table users add constraint users_picture foreign key (picture_file_id) references files;

-- Room: workflows.
create table workflows (
  id bigint generated always as identity primary key,
  envelope_id text not null unique,
  organization_id bigint not null references organizations,
  workspace_id bigint not null references workspaces,
  creator_id bigint not null references users,
  name text not null,
  type text not null check (type in ('simple', 'advanced', 'qualified')),
  status text not null,
  old_status text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  started_at timestamptz,
  scheduled_start_at timestamptz,
  ended_at timestamptz,
  sender_name text,
  sender_message text,
  source_type text not null check (source_type in ('api', 'web', 'mobile', 'integration')),
  source_value text,
  metadata jsonb not null default '{}',
  preferences jsonb not null default '{}',
  blocked_cause text
);
create index workflows_workspace on workflows (workspace_id, id desc);
create index workflows_workspace_status on workflows (workspace_id, status, id desc);
create index workflows_expiry on workflows (expires_at) where status in ('not_started', 'started');

create table documents (
  id bigint generated always as identity primary key,
  workflow_id bigint not null references workflows on delete cascade,
  position integer not null,
  name text not null,
  pages jsonb not null,
  original_file_id bigint not null references files,
  thumb_file_id bigint references files,
  sealed_file_id bigint references files,
  storage_key text not null unique,
  unique (workflow_id, position)
);

create table recipients (
  id bigint generated always as identity primary key,
  workflow_id bigint not null references workflows on delete cascade,
  position integer not null,
  name text not null,
  email text not null,
  email_key text not null,
  unique (workflow_id, email_key)
);
create index recipients_email on recipients (email_key);

create table recipient_roles (
  id bigint generated always as identity primary key,
  workflow_id bigint not null references workflows on delete cascade,
  recipient_id bigint not null references recipients on delete cascade,
  type text not null check (type in ('sign', 'review')),
  color text not null
);
create index recipient_roles_workflow on recipient_roles (workflow_id);

create table steps (
  id bigint generated always as identity primary key,
  workflow_id bigint not null references workflows on delete cascade,
  step_order integer not null,
  type text not null check (type in ('sign', 'review')),
  status text not null,
  expires_at timestamptz,
  unique (workflow_id, step_order)
);

create table actions (
  id bigint generated always as identity primary key,
  workflow_id bigint not null references workflows on delete cascade,
  step_id bigint not null references steps on delete cascade,
  role_id bigint not null references recipient_roles,
  recipient_id bigint not null references recipients,
  type text not null check (type in ('sign', 'review')),
  status text not null,
  comment text,
  acted_at timestamptz
);
create index actions_workflow on actions (workflow_id);
create index actions_recipient on actions (recipient_id);

create table fields (
  id bigint generated always as identity primary key,
  workflow_id bigint not null references workflows on delete cascade,
  document_id bigint not null references documents on delete cascade,
  role_id bigint not null references recipient_roles,
  position integer not null,
  type text not null,
  label text not null,
  required boolean not null,
  page integer not null,
  pos_x double precision not null,
  pos_y double precision not null,
  width double precision not null,
  height double precision not null,
  style jsonb not null,
  pdf_field_name text,
  value text
);
create index fields_workflow on fields (workflow_id);

-- Room: audit. What happened, once, in a chain per workflow.
create table events (
  id bigint generated always as identity primary key,
  workflow_id bigint not null references workflows on delete cascade,
  sequence integer not null,
  name text not null,
  occurred_at timestamptz not null,
  actor jsonb,
  detail jsonb not null,
  previous_hash bytea,
  hash bytea not null,
  snapshot text,
  unique (workflow_id, sequence)
);
