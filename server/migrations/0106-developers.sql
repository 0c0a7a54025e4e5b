-- Room: developers. What an organization gives to its programs; secrets are hashed, or derived and never kept.

create table api_keys (
  id bigint generated always as identity,
  organization_id bigint not null,
  member_id bigint not null,
  creator_id bigint not null,
  name text not null,
  secret_hash bytea not null,
  hint text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint api_keys_pkey primary key (id),
  constraint api_keys_secret_hash_key unique (secret_hash),
  constraint api_keys_organization_id_fkey
    foreign key (organization_id) references organizations on delete cascade,
  constraint api_keys_member_id_fkey foreign key (member_id) references members on delete cascade,
  constraint api_keys_creator_id_fkey foreign key (creator_id) references users on delete cascade
);
create index api_keys_organization on api_keys (organization_id);
create index api_keys_member on api_keys (member_id);
create index api_keys_creator on api_keys (creator_id);

create table webhook_endpoints (
  id bigint generated always as identity,
  organization_id bigint not null,
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
  deleted_at timestamptz,
  constraint webhook_endpoints_pkey primary key (id),
  constraint webhook_endpoints_organization_id_fkey
    foreign key (organization_id) references organizations on delete cascade
);
create index webhook_endpoints_organization on webhook_endpoints (organization_id);
