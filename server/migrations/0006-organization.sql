-- Room: workspaces. Who runs an organization, the roles it makes for itself, and who is asked to join.
alter table members add column administrator boolean not null default false;
-- Whoever founded an organization has run it all along.
update members set administrator = true
  where id in (select min(id) from members where user_id is not null group by organization_id);

create table custom_roles (
  id bigint generated always as identity (start with 100) primary key,
  organization_id bigint not null references organizations on delete cascade,
  key text not null,
  name text not null,
  permissions text[] not null,
  created_at timestamptz not null,
  unique (organization_id, key)
);

create table invitations (
  token_hash bytea primary key,
  member_id bigint not null references members on delete cascade,
  inviter_id bigint not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index invitations_member on invitations (member_id);

-- Room: developers. What an organization gives to its programs; secrets are hashed, or derived and never kept.
create table api_keys (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  member_id bigint not null references members on delete cascade,
  creator_id bigint not null references users on delete cascade,
  name text not null,
  secret_hash bytea not null unique,
  hint text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index api_keys_organization on api_keys (organization_id);
create index api_keys_member on api_keys (member_id);

create table webhook_endpoints (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  url text not null,
  events text[] not null,
  enabled boolean not null,
  verifies_certificate boolean not null,
  secret_key text not null,
  previous_secret_key text,
  previous_secret_ends_at timestamptz,
  -- What happened before is not told: the endpoint was not there, was off, or did not want it.
  listens_since timestamptz not null,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index webhook_endpoints_organization on webhook_endpoints (organization_id);

-- Room: webhooks. A delivery goes to the workflow's own callback, or to an endpoint of its organization.
alter table deliveries add column endpoint_id bigint references webhook_endpoints on delete cascade;
drop index deliveries_once;
create unique index deliveries_once on deliveries (event_id, endpoint_id) nulls not distinct;
create index deliveries_endpoint on deliveries (endpoint_id, id desc) where endpoint_id is not null;
