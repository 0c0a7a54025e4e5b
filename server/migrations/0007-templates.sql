-- Room: templates. Workflows to be. The plan (people to be, steps, fields) is one value that changes as a whole;
-- every document has files of its own.
create table templates (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  workspace_id bigint not null references workspaces,
  creator_id bigint not null references users,
  name text not null,
  type text not null check (type in ('simple', 'advanced', 'qualified')),
  sender_message text,
  expiry_days integer not null check (expiry_days > 0),
  preferences jsonb not null,
  plan jsonb not null,
  -- Counts its changes, so that a workflow's trail can say which state it was made of.
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index templates_workspace on templates (workspace_id, id desc);
create index templates_creator on templates (workspace_id, creator_id, id desc);

create table template_documents (
  id bigint generated always as identity primary key,
  template_id bigint not null references templates on delete cascade,
  position integer not null,
  name text not null,
  pages jsonb not null,
  found jsonb not null,
  original_file_id bigint not null references files,
  thumb_file_id bigint references files,
  storage_key text not null unique,
  unique (template_id, position)
);
