-- Room: identity-providers. The OpenID Connect provider at which people of an organization sign in, to show who signs.
create table identity_providers (
  organization_id bigint primary key references organizations on delete cascade,
  -- https://login.example.org/realms/acme
  issuer text not null,
  client_id text not null,
  -- Encrypted by the vault.
  sealed_secret text not null,
  changed_at timestamptz not null
);

-- Room: signing. A signer on the way to the identity provider of the organization and back; one for each link.
create table identity_visits (
  link_id text primary key references signing_links on delete cascade,
  action_id bigint not null references actions on delete cascade,
  -- Of the previews that the sign-in will count for.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  issuer text not null,
  client_id text not null,
  -- Of the state that the provider returns; null once it was returned.
  state_hash bytea unique check (octet_length(state_hash) = 32),
  -- What the vault encrypts: verifier of the code and nonce; empty once they were used.
  sealed_secrets text not null,
  -- What the person is told; null when nothing failed.
  problem text,
  begun_at timestamptz not null,
  expires_at timestamptz not null
);
create index identity_visits_expires on identity_visits (expires_at);
create index identity_visits_action on identity_visits (action_id);

-- Room: workspaces. Whether the organization has set up its identity provider.
alter table organizations add column has_identity_provider boolean not null default false;
