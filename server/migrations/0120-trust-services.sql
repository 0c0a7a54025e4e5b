-- Room: trust-services. The providers of remote signing keys that an organization has set up.
create table trust_providers (
  id bigint generated always as identity,
  organization_id bigint not null,
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
  created_at timestamptz not null,
  constraint trust_providers_pkey primary key (id),
  constraint trust_providers_organization_id_fkey
    foreign key (organization_id) references organizations on delete cascade
);
create index trust_providers_organization on trust_providers (organization_id);
