-- Room: identity-providers. The OpenID Connect provider at which people of an organization sign in, to show who
-- signs.
create table identity_providers (
  organization_id bigint not null,
  -- https://login.example.org/realms/acme
  issuer text not null,
  client_id text not null,
  -- Encrypted by the vault.
  sealed_secret text not null,
  changed_at timestamptz not null,
  constraint identity_providers_pkey primary key (organization_id),
  constraint identity_providers_organization_id_fkey
    foreign key (organization_id) references organizations on delete cascade
);
