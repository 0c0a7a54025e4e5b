-- Room: sandbox-provider. Who asked for a test certificate at the built-in provider of an instance on loopback.
create table sandbox_holders (
  id text primary key,
  name text not null unique,
  -- The private key, encrypted by the vault.
  sealed_key text not null,
  -- Kind of credential to its certificate in base64.
  certificates jsonb not null,
  created_at timestamptz not null
);
-- Codes, tokens, activation data and answers that are not ready yet.
create table sandbox_grants (
  secret_hash bytea primary key check (octet_length(secret_hash) = 32),
  kind text not null check (kind in ('activation', 'answer', 'code', 'token')),
  detail jsonb not null,
  expires_at timestamptz not null
);
create index sandbox_grants_expires on sandbox_grants (expires_at);

-- Room: trust-services. The providers of remote signing keys that an organization has set up.
create table trust_providers (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  -- Of the methods: https://rssp.example.org/csc/v2
  base_url text not null,
  -- Null: as the provider's `info` says.
  oauth_url text,
  client_id text not null,
  -- Encrypted by the vault.
  sealed_secret text not null,
  -- PEM.
  anchors text not null,
  enabled boolean not null,
  created_at timestamptz not null
);
create index trust_providers_organization on trust_providers (organization_id);
