-- Room: workspaces. Organizations, their members, and the workspaces they share.

create table organizations (
  id bigint generated always as identity,
  name text not null,
  created_at timestamptz not null,
  -- What the stamps of an organization show; null for their text.
  picture_file_id bigint,
  -- Null: the first identification that the instance offers.
  default_identification text,
  -- Whether the organization has set up a provider of qualified signatures that is switched on.
  has_trust_provider boolean not null default false,
  -- Whether the organization has set up its identity provider.
  has_identity_provider boolean not null default false,
  constraint organizations_pkey primary key (id),
  constraint organizations_picture_file_id_fkey foreign key (picture_file_id) references files
);
alter table organizations add constraint organizations_default_identification_check
  check (default_identification in ('code-sms', 'code-mail', 'passkey', 'identity-provider'));
create unique index organizations_picture on organizations (picture_file_id);

create table members (
  id bigint generated always as identity,
  unique_id text not null,
  organization_id bigint not null,
  user_id bigint,
  email text not null,
  email_key text not null,
  created_at timestamptz not null,
  -- Who runs the organization.
  administrator boolean not null default false,
  constraint members_pkey primary key (id),
  constraint members_unique_id_key unique (unique_id),
  constraint members_organization_id_email_key_key unique (organization_id, email_key),
  constraint members_organization_id_fkey foreign key (organization_id) references organizations,
  constraint members_user_id_fkey foreign key (user_id) references users
);
create index members_user on members (user_id);

create table workspaces (
  id bigint generated always as identity,
  organization_id bigint not null,
  name text not null,
  description text,
  created_at timestamptz not null,
  constraint workspaces_pkey primary key (id),
  constraint workspaces_organization_id_fkey foreign key (organization_id) references organizations
);
create index workspaces_organization on workspaces (organization_id);

create table workspace_users (
  id bigint generated always as identity,
  workspace_id bigint not null,
  member_id bigint not null,
  role_id bigint not null,
  created_at timestamptz not null,
  constraint workspace_users_pkey primary key (id),
  constraint workspace_users_workspace_id_member_id_key unique (workspace_id, member_id),
  constraint workspace_users_workspace_id_fkey
    foreign key (workspace_id) references workspaces on delete cascade,
  constraint workspace_users_member_id_fkey foreign key (member_id) references members on delete cascade
);
create index workspace_users_member on workspace_users (member_id);

-- The roles that an organization makes for itself. Lower ids are those of the built-in ones.
create table custom_roles (
  id bigint generated always as identity (start with 100),
  organization_id bigint not null,
  key text not null,
  name text not null,
  permissions text[] not null,
  created_at timestamptz not null,
  constraint custom_roles_pkey primary key (id),
  constraint custom_roles_organization_id_key_key unique (organization_id, key),
  constraint custom_roles_organization_id_fkey
    foreign key (organization_id) references organizations on delete cascade
);

-- Who is asked to join.
create table invitations (
  token_hash bytea not null,
  member_id bigint not null,
  inviter_id bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint invitations_pkey primary key (token_hash),
  constraint invitations_member_id_fkey foreign key (member_id) references members on delete cascade,
  constraint invitations_inviter_id_fkey foreign key (inviter_id) references users on delete cascade
);
create index invitations_member on invitations (member_id);
create index invitations_inviter on invitations (inviter_id);
