-- Room: provisioning. Who and which groups the provider of a connection has sent by SCIM (RFC 7643), and its tokens.
create table scim_tokens (
  id text not null,
  connection_id text not null,
  token_hash bytea not null,
  -- Its last characters.
  hint text not null,
  created_at timestamptz not null,
  -- Of one that another has replaced.
  ends_at timestamptz,
  last_used_at timestamptz,
  -- The newest request that was refused, and why.
  last_error_at timestamptz,
  last_error text,
  constraint scim_tokens_pkey primary key (id),
  constraint scim_tokens_token_hash_key unique (token_hash),
  constraint scim_tokens_connection_id_fkey
    foreign key (connection_id) references identity_providers on delete cascade
);
create index scim_tokens_connection on scim_tokens (connection_id);

create table provisioned_users (
  id text not null,
  connection_id text not null,
  user_id bigint not null,
  user_name text not null,
  external_id text,
  email text not null,
  display_name text,
  given_name text,
  family_name text,
  active boolean not null,
  -- The workspaces whose roles come from groups, and whether that they run the organization does.
  granted_workspaces jsonb not null default '[]',
  granted_administrator boolean not null default false,
  version bigint not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  constraint provisioned_users_pkey primary key (id),
  constraint provisioned_users_user_key unique (connection_id, user_id),
  constraint provisioned_users_connection_id_fkey
    foreign key (connection_id) references identity_providers on delete cascade,
  constraint provisioned_users_user_id_fkey foreign key (user_id) references users on delete cascade
);
create unique index provisioned_users_name on provisioned_users (connection_id, lower(user_name));
create unique index provisioned_users_external on provisioned_users (connection_id, external_id);
create index provisioned_users_email on provisioned_users (connection_id, lower(email));
create index provisioned_users_display on provisioned_users (connection_id, lower(display_name));
create index provisioned_users_order on provisioned_users (connection_id, created_at, id);
create index provisioned_users_user on provisioned_users (user_id);

create table provisioned_groups (
  id text not null,
  connection_id text not null,
  display_name text not null,
  external_id text,
  version bigint not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  constraint provisioned_groups_pkey primary key (id),
  constraint provisioned_groups_connection_id_fkey
    foreign key (connection_id) references identity_providers on delete cascade
);
create unique index provisioned_groups_name on provisioned_groups (connection_id, lower(display_name));
create index provisioned_groups_external on provisioned_groups (connection_id, external_id);
create index provisioned_groups_order on provisioned_groups (connection_id, created_at, id);

create table provisioned_group_users (
  group_id text not null,
  provisioned_id text not null,
  constraint provisioned_group_users_pkey primary key (group_id, provisioned_id),
  constraint provisioned_group_users_group_id_fkey
    foreign key (group_id) references provisioned_groups on delete cascade,
  constraint provisioned_group_users_provisioned_id_fkey
    foreign key (provisioned_id) references provisioned_users on delete cascade
);
create index provisioned_group_users_user on provisioned_group_users (provisioned_id);
