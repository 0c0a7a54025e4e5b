-- Room: tags. Words that a workspace sorts its things by.
create table tags (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  name text not null,
  name_key text not null,
  color text not null,
  created_at timestamptz not null,
  unique (workspace_id, name_key)
);

-- Room: workflows. Which tags a workflow wears; all of them are its workspace's.
create table workflow_tags (
  workflow_id bigint not null references workflows on delete cascade,
  tag_id bigint not null references tags on delete cascade,
  primary key (workflow_id, tag_id)
);
create index workflow_tags_tag on workflow_tags (tag_id, workflow_id desc);
