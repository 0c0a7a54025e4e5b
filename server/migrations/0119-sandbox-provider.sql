-- Room: sandbox. The built-in trust provider of an instance on loopback.

-- Who asked for a test certificate.
create table sandbox_holders (
  id text not null,
  name text not null,
  -- The private key, encrypted by the vault.
  sealed_key text not null,
  -- Kind of credential to its certificate in base64.
  certificates jsonb not null,
  created_at timestamptz not null,
  constraint sandbox_holders_pkey primary key (id),
  constraint sandbox_holders_name_key unique (name)
);

-- Codes, tokens, activation data and answers that are not ready yet.
create table sandbox_grants (
  secret_hash bytea not null,
  kind text not null,
  detail jsonb not null,
  expires_at timestamptz not null,
  constraint sandbox_grants_pkey primary key (secret_hash),
  constraint sandbox_grants_secret_hash_check check (octet_length(secret_hash) = 32)
);
alter table sandbox_grants add constraint sandbox_grants_kind_check
  check (kind in ('activation', 'answer', 'code', 'token'));
create index sandbox_grants_expires on sandbox_grants (expires_at);
