-- Room: signing. How far a signer has come with the provider of their qualified key; one for each link.
create table provider_visits (
  link_id text primary key references signing_links on delete cascade,
  action_id bigint not null references actions on delete cascade,
  preview_id text not null references previews on delete cascade,
  provider_key text not null,
  -- Of the state that the provider returns with the code; null while the person is not on its pages.
  state_hash bytea unique check (octet_length(state_hash) = 32),
  -- What the vault encrypts: verifier of the code, tokens, activation data.
  sealed_secrets text not null,
  credential_id text,
  -- DER of its certificate, then its issuers up to the trust anchor, and by what its key signs.
  chain bytea[],
  algorithm text,
  -- The provider promised the signatures under this id.
  response_id text,
  -- Document to signature in base64, once the provider has signed.
  signatures jsonb,
  -- What the person is told; null when nothing failed.
  problem text,
  expires_at timestamptz not null
);
create index provider_visits_expires on provider_visits (expires_at);
create index provider_visits_action on provider_visits (action_id);
create index provider_visits_preview on provider_visits (preview_id);

-- Certificates that others issued: the holder's, then its issuers up to the trust anchor. Null for those of this instance.
alter table signatures add column outside_chain bytea[];

-- Room: workspaces. Whether the organization has set up a provider of qualified signatures that is switched on.
alter table organizations add column has_trust_provider boolean not null default false;
update organizations set has_trust_provider = true
  where exists (select from trust_providers where organization_id = organizations.id and enabled);

-- Room: workflows. The remote transaction of a qualified signature: {"provider", "responseId"}.
alter table actions add column transaction jsonb;
