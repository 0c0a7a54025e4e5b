-- Room: passkeys. The passkeys with which people show who they are; they belong to an address, not to a workflow.
create table passkeys (
  -- As the authenticator names it, base64url.
  id text primary key check (length(id) <= 1400),
  -- As `emailKey` writes it.
  address text not null,
  -- COSE, as the authenticator gave it, and DER SubjectPublicKeyInfo.
  public_key bytea not null,
  spki bytea not null,
  -- Of signatures, as the authenticator counts them; zero where it does not.
  sign_count bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_address on passkeys (address);

-- Room: signing. What an authenticator of a signer has to sign next; one for each link.
create table passkey_challenges (
  link_id text primary key references signing_links on delete cascade,
  -- Of the previews that it counts for; null where a passkey is set up.
  content_hash bytea check (octet_length(content_hash) = 32),
  nonce bytea not null check (octet_length(nonce) = 32),
  expires_at timestamptz not null
);
create index passkey_challenges_expires on passkey_challenges (expires_at);
