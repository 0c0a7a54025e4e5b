-- Room: tags. Words that a workspace sorts its things by.
create table tags (
  id bigint generated always as identity,
  workspace_id bigint not null,
  name text not null,
  name_key text not null,
  color text not null,
  created_at timestamptz not null,
  constraint tags_pkey primary key (id),
  constraint tags_workspace_id_name_key_key unique (workspace_id, name_key),
  constraint tags_workspace_id_fkey foreign key (workspace_id) references workspaces on delete cascade
);
