-- Room: oauth. Apps, what users allowed them, and the codes and tokens that follow; every secret is a SHA-256.

-- The command line is public (RFC 6749 §2.1), so without a secret, and nobody's, so without an owner.
create table integration_apps (
  id bigint generated always as identity,
  client_id text not null,
  secret_hash bytea,
  name text not null,
  owner_id bigint,
  redirect_uris text[] not null,
  scopes text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  deleted_at timestamptz,
  constraint integration_apps_pkey primary key (id),
  constraint integration_apps_client_id_key unique (client_id),
  constraint integration_apps_owner_id_fkey foreign key (owner_id) references users
);
create index integration_apps_owner on integration_apps (owner_id);
insert into integration_apps (client_id, secret_hash, name, owner_id, redirect_uris, scopes, created_at)
values ('paraph-cli', null, 'Paraph command line', null, '{http://127.0.0.1/callback}',
  '{profile:read,workspaces:read,workflows:write,templates:read,webhooks:write}', now());

create table app_grants (
  id bigint generated always as identity,
  app_id bigint not null,
  user_id bigint not null,
  scopes text[] not null,
  approved_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint app_grants_pkey primary key (id),
  constraint app_grants_app_id_fkey foreign key (app_id) references integration_apps,
  constraint app_grants_user_id_fkey foreign key (user_id) references users on delete cascade
);
create index app_grants_user on app_grants (user_id);
create index app_grants_app on app_grants (app_id);

create table authorization_codes (
  code_hash bytea not null,
  grant_id bigint not null,
  redirect_uri text not null,
  code_challenge text,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint authorization_codes_pkey primary key (code_hash),
  constraint authorization_codes_grant_id_fkey foreign key (grant_id) references app_grants on delete cascade
);
create index authorization_codes_grant on authorization_codes (grant_id);

create table tokens (
  token_hash bytea not null,
  grant_id bigint not null,
  kind text not null,
  scopes text[] not null,
  issued_at timestamptz not null,
  expires_at timestamptz,
  rotates boolean not null default false,
  rotated_at timestamptz,
  constraint tokens_pkey primary key (token_hash),
  constraint tokens_grant_id_fkey foreign key (grant_id) references app_grants on delete cascade
);
alter table tokens add constraint tokens_kind_check check (kind in ('access', 'refresh'));
create index tokens_grant on tokens (grant_id);
