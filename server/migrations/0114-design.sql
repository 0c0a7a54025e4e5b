-- Room: design. Links by which somebody prepares or looks at one workflow without signing in here; tokens are hashed.
create table design_sessions (
  id text not null,
  kind text not null,
  token_hash bytea not null,
  workflow_id bigint not null,
  user_id bigint not null,
  organization_id bigint,
  app_client_id text,
  api_key_id bigint,
  on_behalf boolean not null,
  callback_url text,
  auto_start boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint design_sessions_pkey primary key (id),
  constraint design_sessions_token_hash_key unique (token_hash),
  constraint design_sessions_workflow_id_fkey
    foreign key (workflow_id) references workflows on delete cascade,
  constraint design_sessions_user_id_fkey foreign key (user_id) references users on delete cascade,
  constraint design_sessions_organization_id_fkey
    foreign key (organization_id) references organizations on delete cascade,
  constraint design_sessions_api_key_id_fkey foreign key (api_key_id) references api_keys on delete cascade
);
alter table design_sessions add constraint design_sessions_kind_check check (kind in ('design', 'view'));
create index design_sessions_workflow on design_sessions (workflow_id);
create index design_sessions_user on design_sessions (user_id);
create index design_sessions_organization on design_sessions (organization_id);
create index design_sessions_key on design_sessions (api_key_id);
create index design_sessions_end on design_sessions (expires_at);
