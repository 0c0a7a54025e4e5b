-- Room: identification. What shows, beyond the link, who signs.

-- What shows, beyond the link, who signs a content; used by one signature.
create table proofs (
  id bigint generated always as identity,
  workflow_id bigint not null,
  action_id bigint not null,
  link_id text not null,
  method text not null,
  -- Of the previews that it counts for.
  content_hash bytea not null,
  proven_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- What others can check later; no secrets.
  detail jsonb not null,
  constraint proofs_pkey primary key (id),
  constraint proofs_workflow_id_fkey foreign key (workflow_id) references workflows on delete cascade,
  constraint proofs_action_id_fkey foreign key (action_id) references actions on delete cascade,
  constraint proofs_link_id_fkey foreign key (link_id) references signing_links on delete cascade,
  constraint proofs_content_hash_check check (octet_length(content_hash) = 32)
);
alter table proofs add constraint proofs_method_check
  check (method in ('code-sms', 'code-mail', 'passkey', 'identity-provider'));
create index proofs_action on proofs (action_id);
create index proofs_workflow on proofs (workflow_id);
create index proofs_link on proofs (link_id);
create index proofs_expires on proofs (expires_at);

-- Codes that are sent to recipients, with what became of their messages.
create table signing_codes (
  id bigint generated always as identity,
  workflow_id bigint not null,
  action_id bigint not null,
  link_id text not null,
  method text not null,
  -- Of the previews that it counts for.
  content_hash bytea not null,
  -- A phone number or an address.
  destination text not null,
  language text not null,
  -- Under a key of the vault, over link, action, content and code.
  code_hash bytea not null,
  salt bytea not null,
  -- With a key of the vault, until the message is sent.
  encrypted_code text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  -- Used, or replaced by a later one.
  ended_at timestamptz,
  delivery text not null,
  attempts integer not null default 0,
  problem text,
  constraint signing_codes_pkey primary key (id),
  constraint signing_codes_workflow_id_fkey foreign key (workflow_id) references workflows on delete cascade,
  constraint signing_codes_action_id_fkey foreign key (action_id) references actions on delete cascade,
  constraint signing_codes_link_id_fkey foreign key (link_id) references signing_links on delete cascade,
  constraint signing_codes_code_hash_check check (octet_length(code_hash) = 32),
  constraint signing_codes_content_hash_check check (octet_length(content_hash) = 32)
);
alter table signing_codes add constraint signing_codes_method_check
  check (method in ('code-sms', 'code-mail'));
alter table signing_codes add constraint signing_codes_delivery_check
  check (delivery in ('queued', 'sent', 'delivered', 'failed', 'kept'));
create index signing_codes_action on signing_codes (action_id);
create index signing_codes_workflow on signing_codes (workflow_id);
create index signing_codes_link on signing_codes (link_id);
create index signing_codes_expires on signing_codes (expires_at);
