-- Room: design. Links by which somebody prepares or looks at one workflow without signing in here; tokens are hashed.
create table design_sessions (
  id text primary key,
  kind text not null check (kind in ('design', 'view')),
  token_hash bytea not null unique,
  workflow_id bigint not null references workflows on delete cascade,
  user_id bigint not null references users on delete cascade,
  organization_id bigint references organizations on delete cascade,
  app_client_id text,
  api_key_id bigint references api_keys on delete cascade,
  on_behalf boolean not null,
  callback_url text,
  auto_start boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index design_sessions_workflow on design_sessions (workflow_id);
create index design_sessions_user on design_sessions (user_id);
create index design_sessions_organization on design_sessions (organization_id);
create index design_sessions_key on design_sessions (api_key_id);
create index design_sessions_end on design_sessions (expires_at);
