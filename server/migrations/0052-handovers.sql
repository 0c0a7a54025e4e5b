-- Room: signing. An address that opens the session of a link on another device, once; one for each link.
create table handovers (
  link_id text primary key references signing_links on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  expires_at timestamptz not null
);
create index handovers_expires on handovers (expires_at);
