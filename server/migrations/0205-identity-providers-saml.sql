-- Room: identity-providers. SAML 2.0 as a second protocol of connections: `issuer` is then the entity id of the provider,
-- `client_id` our own, and there is no secret.
alter table identity_providers
  drop constraint identity_providers_kind_check,
  add constraint identity_providers_kind_check check (kind in ('oidc', 'saml'));

create table saml_providers (
  connection_id text not null,
  -- Where people sign in, and out; empty: not set up yet, as providers ask for our addresses first.
  sso_url text not null,
  slo_url text,
  -- By which it signs, DER in base64: two while it changes them.
  certificates text[] not null,
  -- How it is asked to name people; null: as it likes.
  name_format text,
  -- Where its metadata is read daily, when that worked last, and why it has not since.
  metadata_url text,
  metadata_read_at timestamptz,
  metadata_problem text,
  -- Attributes with the address and the name of a person; empty: those that are usual.
  email_attribute text not null,
  name_attribute text not null,
  signs_requests boolean not null,
  -- A sign-in that begins at the provider leads to one that begins here.
  allows_unsolicited boolean not null,
  -- Why its latest answer to a sign-in was refused.
  answer_problem text,
  -- Our own key at it, encrypted by the vault, and its certificate, DER in base64.
  sealed_key text not null,
  own_certificate text not null,
  constraint saml_providers_pkey primary key (connection_id),
  constraint saml_providers_connection_id_fkey
    foreign key (connection_id) references identity_providers on delete cascade
);

-- Assertions and requests to sign out that were used: each counts once.
create table saml_messages (
  connection_id text not null,
  message_id text not null,
  expires_at timestamptz not null,
  constraint saml_messages_pkey primary key (connection_id, message_id),
  constraint saml_messages_connection_id_fkey
    foreign key (connection_id) references identity_providers on delete cascade
);
create index saml_messages_end on saml_messages (expires_at);
