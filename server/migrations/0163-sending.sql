-- Room: sending. What a person has entered on the page for sending and not sent yet; at most one for an account.
create table unfinished_documents (
  user_id bigint not null,
  -- Where it was entered for: its periods apply. Null where that is closed.
  workspace_id bigint,
  -- Counts the saves, so that one tab notices another.
  version integer not null,
  -- As the page writes it.
  content text not null,
  saved_at timestamptz not null,
  constraint unfinished_documents_pkey primary key (user_id),
  constraint unfinished_documents_user_id_fkey foreign key (user_id) references users on delete cascade,
  constraint unfinished_documents_workspace_id_fkey
    foreign key (workspace_id) references workspaces on delete set null
);
create index unfinished_documents_workspace on unfinished_documents (workspace_id, saved_at);

create table unfinished_files (
  id bigint generated always as identity,
  user_id bigint not null,
  file_id bigint not null,
  name text not null,
  constraint unfinished_files_pkey primary key (id),
  constraint unfinished_files_user_id_fkey foreign key (user_id) references unfinished_documents on delete cascade,
  constraint unfinished_files_file_id_fkey foreign key (file_id) references files
);
create index unfinished_files_user on unfinished_files (user_id);
create index unfinished_files_file on unfinished_files (file_id);

-- Messages to recipients that a workspace uses again.
create table message_templates (
  id bigint generated always as identity,
  workspace_id bigint not null,
  name text not null,
  -- As names are compared: without case.
  name_key text not null,
  body text not null,
  changed_at timestamptz not null,
  constraint message_templates_pkey primary key (id),
  constraint message_templates_workspace_id_name_key_key unique (workspace_id, name_key),
  constraint message_templates_workspace_id_fkey foreign key (workspace_id) references workspaces on delete cascade
);
