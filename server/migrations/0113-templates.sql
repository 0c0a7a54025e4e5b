-- Room: templates. Workflows to be. The plan (people to be, steps, fields) is one value that changes as a whole;
-- every document has files of its own.
create table templates (
  id bigint generated always as identity,
  organization_id bigint not null,
  workspace_id bigint not null,
  creator_id bigint not null,
  name text not null,
  type text not null,
  sender_message text,
  expiry_days integer not null,
  preferences jsonb not null,
  plan jsonb not null,
  -- Counts its changes, so that a workflow's trail can say which state it was made of.
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  constraint templates_pkey primary key (id),
  constraint templates_organization_id_fkey foreign key (organization_id) references organizations,
  constraint templates_workspace_id_fkey foreign key (workspace_id) references workspaces,
  constraint templates_creator_id_fkey foreign key (creator_id) references users,
  constraint templates_expiry_days_check check (expiry_days > 0)
);
alter table templates add constraint templates_type_check check (type in ('simple', 'advanced', 'qualified'));
create index templates_workspace on templates (workspace_id, id desc);
create index templates_creator on templates (workspace_id, creator_id, id desc);
create index templates_creator_alone on templates (creator_id);
create index templates_organization on templates (organization_id);
-- Secrets in the clear, which have 32 characters: a job encrypts them with a key of the vault.
create index templates_plain_secret on templates (id)
  where length(preferences ->> 'WorkflowNotificationCallbackUrlSecretPreference') = 32;

create table template_documents (
  id bigint generated always as identity,
  template_id bigint not null,
  position integer not null,
  name text not null,
  pages jsonb not null,
  contents jsonb not null,
  original_file_id bigint not null,
  thumb_file_id bigint,
  storage_key text not null,
  constraint template_documents_pkey primary key (id),
  constraint template_documents_template_id_position_key unique (template_id, position),
  constraint template_documents_storage_key_key unique (storage_key),
  constraint template_documents_template_id_fkey
    foreign key (template_id) references templates on delete cascade,
  constraint template_documents_original_file_id_fkey foreign key (original_file_id) references files,
  constraint template_documents_thumb_file_id_fkey foreign key (thumb_file_id) references files
);
create index template_documents_original_file on template_documents (original_file_id);
create index template_documents_thumb_file on template_documents (thumb_file_id)
  where thumb_file_id is not null;

-- Which tags a template wears; all of them are its workspace's.
create table template_tags (
  template_id bigint not null,
  tag_id bigint not null,
  constraint template_tags_pkey primary key (template_id, tag_id),
  constraint template_tags_template_id_fkey foreign key (template_id) references templates on delete cascade,
  constraint template_tags_tag_id_fkey foreign key (tag_id) references tags on delete cascade
);
create index template_tags_tag on template_tags (tag_id);
