-- Room: signing. Links, consents, answers and signatures of recipients, and how far each has come with signing.

-- What reaches people by link. A token is derived when a mail is written and only its hash is kept.
create table signing_links (
  id text not null,
  workflow_id bigint not null,
  recipient_id bigint not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  superseded_at timestamptz,
  constraint signing_links_pkey primary key (id),
  constraint signing_links_token_hash_key unique (token_hash),
  constraint signing_links_workflow_id_fkey foreign key (workflow_id) references workflows on delete cascade,
  constraint signing_links_recipient_id_fkey
    foreign key (recipient_id) references recipients on delete cascade
);
create index signing_links_recipient on signing_links (recipient_id);
create index signing_links_workflow on signing_links (workflow_id);

create table consents (
  action_id bigint not null,
  version text not null,
  language text not null,
  time_zone text,
  text_sha256 bytea not null,
  given_at timestamptz not null,
  constraint consents_pkey primary key (action_id),
  constraint consents_action_id_fkey foreign key (action_id) references actions on delete cascade
);

-- What a recipient drew, typed or uploaded for their fields.
create table signature_images (
  id text not null,
  recipient_id bigint not null,
  kind text not null,
  method text not null,
  text text,
  font text,
  file_id bigint not null,
  created_at timestamptz not null,
  constraint signature_images_pkey primary key (id),
  constraint signature_images_recipient_id_fkey
    foreign key (recipient_id) references recipients on delete cascade,
  constraint signature_images_file_id_fkey foreign key (file_id) references files
);
alter table signature_images add constraint signature_images_kind_check
  check (kind in ('signature', 'initials'));
alter table signature_images add constraint signature_images_method_check
  check (method in ('draw', 'type', 'upload'));
create index signature_images_recipient on signature_images (recipient_id);
create index signature_images_file on signature_images (file_id);

create table signatures (
  id bigint generated always as identity,
  document_id bigint not null,
  action_id bigint not null,
  position integer not null,
  certificate_serial text not null,
  code text not null,
  signed_at timestamptz not null,
  -- Certificates that others issued: the holder's, then its issuers up to the trust anchor. Null for those of this
  -- instance.
  outside_chain bytea[],
  constraint signatures_pkey primary key (id),
  constraint signatures_document_id_action_id_key unique (document_id, action_id),
  constraint signatures_document_id_fkey foreign key (document_id) references documents on delete cascade,
  constraint signatures_action_id_fkey foreign key (action_id) references actions on delete cascade
);
create index signatures_action on signatures (action_id);

-- A signature that was made while no timestamp was to be had; its revisions get it later.
create table pending_timestamps (
  action_id bigint not null,
  workflow_id bigint not null,
  attempts integer not null default 0,
  cause text,
  -- The latest event that requested a retry: a listener that is told of it twice requests it once.
  retried_event bigint,
  constraint pending_timestamps_pkey primary key (action_id),
  constraint pending_timestamps_action_id_fkey foreign key (action_id) references actions on delete cascade,
  constraint pending_timestamps_workflow_id_fkey
    foreign key (workflow_id) references workflows on delete cascade
);
create index pending_timestamps_workflow on pending_timestamps (workflow_id);

-- What a signer is shown before the last press: the very update that will be appended, but for its CMS.
create table previews (
  id text not null,
  link_id text not null,
  action_id bigint not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  -- In which the time of the signature is shown, and in whose day it is valid.
  time_zone text not null,
  shown_hash text not null,
  -- Of the latest revisions and the own answers; the same for every preview of the same content.
  content_hash bytea not null,
  trail_events integer not null,
  trail_head text not null,
  -- The room for the CMS, which depends on the certificates of the signer.
  contents_bytes integer not null,
  constraint previews_pkey primary key (id),
  constraint previews_link_id_fkey foreign key (link_id) references signing_links on delete cascade,
  constraint previews_action_id_fkey foreign key (action_id) references actions on delete cascade,
  constraint previews_content_hash_check check (octet_length(content_hash) = 32)
);
create index previews_expires on previews (expires_at);
create index previews_link on previews (link_id);
create index previews_action on previews (action_id);

create table preview_documents (
  preview_id text not null,
  document_id bigint not null,
  code text not null,
  bytes bytea not null,
  -- What the signature will cover: SHA-256 over the byte range.
  digest bytea not null,
  constraint preview_documents_pkey primary key (preview_id, document_id),
  constraint preview_documents_preview_id_fkey foreign key (preview_id) references previews on delete cascade,
  constraint preview_documents_document_id_fkey
    foreign key (document_id) references documents on delete cascade,
  constraint preview_documents_digest_check check (octet_length(digest) = 32)
);
create index preview_documents_document on preview_documents (document_id);

-- The file that a signer attached in a field, whose value has its name and hash.
create table attachments (
  field_id bigint not null,
  recipient_id bigint not null,
  name text not null,
  file_id bigint not null,
  added_at timestamptz not null,
  constraint attachments_pkey primary key (field_id),
  constraint attachments_field_id_fkey foreign key (field_id) references fields on delete cascade,
  constraint attachments_recipient_id_fkey foreign key (recipient_id) references recipients on delete cascade,
  constraint attachments_file_id_fkey foreign key (file_id) references files
);
create unique index attachments_file on attachments (file_id);
create index attachments_recipient on attachments (recipient_id);

-- A preview whose signature is made outside the service, by a key that the signer alone holds.
create table bound_previews (
  preview_id text not null,
  -- DER: the signer's certificate, then its issuers.
  certificates bytea[] not null,
  -- Of the certificate, if this instance issued it.
  certificate_serial text,
  algorithm text not null,
  bound_at timestamptz not null,
  constraint bound_previews_pkey primary key (preview_id),
  constraint bound_previews_preview_id_fkey foreign key (preview_id) references previews on delete cascade
);
create index bound_previews_certificate on bound_previews (certificate_serial);

-- How far a signer has come with the provider of their qualified key; one for each link.
create table provider_visits (
  link_id text not null,
  action_id bigint not null,
  preview_id text not null,
  provider_key text not null,
  -- Of the state that the provider returns with the code; null while the person is not on its pages.
  state_hash bytea,
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
  expires_at timestamptz not null,
  constraint provider_visits_pkey primary key (link_id),
  constraint provider_visits_state_hash_key unique (state_hash),
  constraint provider_visits_link_id_fkey foreign key (link_id) references signing_links on delete cascade,
  constraint provider_visits_action_id_fkey foreign key (action_id) references actions on delete cascade,
  constraint provider_visits_preview_id_fkey foreign key (preview_id) references previews on delete cascade,
  constraint provider_visits_state_hash_check check (octet_length(state_hash) = 32)
);
create index provider_visits_expires on provider_visits (expires_at);
create index provider_visits_action on provider_visits (action_id);
create index provider_visits_preview on provider_visits (preview_id);

-- A signer on the way to the identity provider of the organization and back; one for each link.
create table identity_visits (
  link_id text not null,
  action_id bigint not null,
  -- Of the previews that the sign-in will count for.
  content_hash bytea not null,
  issuer text not null,
  client_id text not null,
  -- Of the state that the provider returns; null once it was returned.
  state_hash bytea,
  -- What the vault encrypts: verifier of the code and nonce; empty once they were used.
  sealed_secrets text not null,
  -- What the person is told; null when nothing failed.
  problem text,
  begun_at timestamptz not null,
  expires_at timestamptz not null,
  constraint identity_visits_pkey primary key (link_id),
  constraint identity_visits_state_hash_key unique (state_hash),
  constraint identity_visits_link_id_fkey foreign key (link_id) references signing_links on delete cascade,
  constraint identity_visits_action_id_fkey foreign key (action_id) references actions on delete cascade,
  constraint identity_visits_content_hash_check check (octet_length(content_hash) = 32),
  constraint identity_visits_state_hash_check check (octet_length(state_hash) = 32)
);
create index identity_visits_expires on identity_visits (expires_at);
create index identity_visits_action on identity_visits (action_id);

-- An address that opens the session of a link on another device, once; one for each link.
create table handovers (
  link_id text not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  constraint handovers_pkey primary key (link_id),
  constraint handovers_token_hash_key unique (token_hash),
  constraint handovers_link_id_fkey foreign key (link_id) references signing_links on delete cascade,
  constraint handovers_token_hash_check check (octet_length(token_hash) = 32)
);
create index handovers_expires on handovers (expires_at);

-- What an authenticator of a signer has to sign next; one for each link.
create table passkey_challenges (
  link_id text not null,
  -- Of the previews that it counts for; null where a passkey is set up.
  content_hash bytea,
  nonce bytea not null,
  expires_at timestamptz not null,
  constraint passkey_challenges_pkey primary key (link_id),
  constraint passkey_challenges_link_id_fkey foreign key (link_id) references signing_links on delete cascade,
  constraint passkey_challenges_content_hash_check check (octet_length(content_hash) = 32),
  constraint passkey_challenges_nonce_check check (octet_length(nonce) = 32)
);
create index passkey_challenges_expires on passkey_challenges (expires_at);
