-- Room: sending. Groups of fields that a workspace places again and again, such as signature, name and date.
create table field_blocks (
  id bigint generated always as identity,
  workspace_id bigint not null,
  name text not null,
  -- As names are compared: without case.
  name_key text not null,
  -- In points, from the upper left corner of the block; without document, page, role and value.
  fields jsonb not null,
  changed_at timestamptz not null,
  constraint field_blocks_pkey primary key (id),
  constraint field_blocks_workspace_id_name_key_key unique (workspace_id, name_key),
  constraint field_blocks_workspace_id_fkey foreign key (workspace_id) references workspaces on delete cascade
);
