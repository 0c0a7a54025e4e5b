-- Room: identification. What shows, beyond the link, who signs a content; used by one signature.
create table proofs (
  id bigint generated always as identity primary key,
  workflow_id bigint not null references workflows on delete cascade,
  action_id bigint not null references actions on delete cascade,
  link_id text not null references signing_links on delete cascade,
  method text not null check (method in ('code-sms', 'code-mail', 'passkey', 'identity-provider')),
  -- Of the previews that it counts for.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  proven_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- What others can check later; no secrets.
  detail jsonb not null
);
create index proofs_action on proofs (action_id);
create index proofs_workflow on proofs (workflow_id);
create index proofs_link on proofs (link_id);
create index proofs_expires on proofs (expires_at);
