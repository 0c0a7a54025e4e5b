-- Room: accounts. People, their sessions and the links mailed to them.
create table users (
  id bigint generated always as identity primary key,
  email text not null,
  email_key text not null unique,
  -- When somebody vouched for the address, or its mailbox was read; null while it is only claimed.
  email_proven_at timestamptz,
  name text not null,
  first_name text,
  last_name text,
  country text,
  password_hash text not null,
  picture_file_id bigint,
  instance_owner boolean not null default false,
  created_at timestamptz not null
);

create table sessions (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ip text,
  user_agent text
);
create index sessions_user on sessions (user_id);

create table account_links (
  token_hash bytea primary key,
  kind text not null check (kind in ('set_up', 'password_reset')),
  user_id bigint references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Room: workspaces. Organizations, their members, and the workspaces they share.
create table organizations (
  id bigint generated always as identity primary key,
  name text not null,
  created_at timestamptz not null
);

create table members (
  id bigint generated always as identity primary key,
  unique_id text not null unique,
  organization_id bigint not null references organizations,
  user_id bigint references users,
  email text not null,
  email_key text not null,
  created_at timestamptz not null,
  unique (organization_id, email_key)
);
create index members_user on members (user_id);

create table workspaces (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  name text not null,
  description text,
  created_at timestamptz not null
);
create index workspaces_organization on workspaces (organization_id);

create table workspace_users (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  member_id bigint not null references members on delete cascade,
  role_id bigint not null,
  created_at timestamptz not null,
  unique (workspace_id, member_id)
);
create index workspace_users_member on workspace_users (member_id);

-- The HTTP edge: counters that hold across processes, and answers to repeat.
create unlogged table rate_windows (
  key text primary key,
  started_at timestamptz not null,
  hits integer not null
);

create table idempotency_keys (
  caller text not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  headers jsonb,
  body bytea,
  created_at timestamptz not null,
  primary key (caller, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
