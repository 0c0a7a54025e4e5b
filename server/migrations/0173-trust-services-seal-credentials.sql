-- Room: trust-services. The certificates with which organizations seal, and the seals that were made with them.
create table seal_credentials (
  organization_id bigint not null,
  -- Null: the sandbox of this instance.
  provider_id bigint,
  credential_id text not null,
  -- Null: the provider asks for none.
  sealed_pin text,
  -- From the certificate to the trust anchor.
  chain bytea[] not null,
  is_qualified boolean not null,
  -- When the certificate ends.
  expires_at timestamptz not null,
  -- Null: the administrators have not been told that it ends.
  warned_at timestamptz,
  set_at timestamptz not null,
  -- Null: nothing is wrong with it, as far as is known.
  problem text,
  -- The provider refused to release the key, and is not asked again before the setting is renewed: a PIN that is tried again locks it.
  is_blocked boolean not null,
  -- Null: the administrators have not been told of the problem.
  told_at timestamptz,
  constraint seal_credentials_pkey primary key (organization_id),
  constraint seal_credentials_organization_id_fkey
    foreign key (organization_id) references organizations (id) on delete cascade,
  -- A provider that goes would lower the seals.
  constraint seal_credentials_provider_id_fkey foreign key (provider_id) references trust_providers (id)
);
create index seal_credentials_provider on seal_credentials (provider_id);

create table provided_seals (
  document_id bigint not null,
  provider text not null,
  is_sandbox boolean not null,
  is_qualified boolean not null,
  serial text not null,
  -- From the certificate to the trust anchor.
  chain bytea[] not null,
  constraint provided_seals_pkey primary key (document_id),
  constraint provided_seals_document_id_fkey
    foreign key (document_id) references documents (id) on delete cascade
);
