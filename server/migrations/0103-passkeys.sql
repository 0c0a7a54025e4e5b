-- Room: passkeys. The passkeys with which people show who they are; they belong to an address, not to a workflow.
create table passkeys (
  -- As the authenticator names it, base64url.
  id text not null,
  -- As `emailKey` writes it.
  address text not null,
  -- COSE, as the authenticator gave it, and DER SubjectPublicKeyInfo.
  public_key bytea not null,
  spki bytea not null,
  -- Of signatures, as the authenticator counts them; zero where it does not.
  sign_count bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint passkeys_pkey primary key (id),
  constraint passkeys_id_check check (length(id) <= 1400)
);
create index passkeys_address on passkeys (address);
