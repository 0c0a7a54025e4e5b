-- Room: contacts. People whom a workspace has sent to, or whom its users have entered.
create table contacts (
  id bigint generated always as identity,
  workspace_id bigint not null,
  name text not null,
  email text not null,
  email_key text not null,
  -- E.164; null where it is not known.
  phone text,
  -- Null: the language of the browser.
  language text,
  source text not null,
  -- When a workflow for them was started last; null before the first one.
  last_used_at timestamptz,
  created_at timestamptz not null,
  -- Name and address as a search compares them.
  words text not null,
  constraint contacts_pkey primary key (id),
  constraint contacts_workspace_id_email_key_key unique (workspace_id, email_key),
  constraint contacts_workspace_id_fkey foreign key (workspace_id) references workspaces on delete cascade
);
alter table contacts add constraint contacts_language_check check (language in ('en', 'fr', 'de', 'es', 'ar'));
alter table contacts add constraint contacts_source_check check (source in ('learned', 'typed', 'imported'));
-- A list begins with whom the workspace wrote to last.
create index contacts_used on contacts (workspace_id, last_used_at desc nulls last, id desc);
-- All of one person, wherever they are: for their export and erasure.
create index contacts_email_key on contacts (email_key);

-- Organizations without a row learn contacts.
create table contact_settings (
  organization_id bigint not null,
  learning boolean not null,
  constraint contact_settings_pkey primary key (organization_id),
  constraint contact_settings_organization_id_fkey
    foreign key (organization_id) references organizations on delete cascade
);
