-- Room: signing. What reaches people by link. A token is derived when a mail is written and only its hash is kept.
create table signing_links (
  id text primary key,
  workflow_id bigint not null references workflows on delete cascade,
  recipient_id bigint not null references recipients on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  superseded_at timestamptz
);
create index signing_links_recipient on signing_links (recipient_id);

create table consents (
  action_id bigint primary key references actions on delete cascade,
  version text not null,
  language text not null,
  time_zone text,
  text_sha256 bytea not null,
  given_at timestamptz not null
);

create table marks (
  id text primary key,
  recipient_id bigint not null references recipients on delete cascade,
  kind text not null check (kind in ('signature', 'initials')),
  method text not null check (method in ('draw', 'type', 'upload')),
  text text,
  font text,
  file_id bigint not null references files,
  created_at timestamptz not null
);
create index marks_recipient on marks (recipient_id);

-- Room: sealing.
create table seals (
  document_id bigint primary key references documents on delete cascade,
  workflow_id bigint not null references workflows on delete cascade,
  state text not null check (state in ('pending', 'sealed', 'failed')),
  attempts integer not null default 0,
  cause text,
  file_id bigint references files,
  sealed_at timestamptz
);
create index seals_workflow on seals (workflow_id);

create table signatures (
  id bigint generated always as identity primary key,
  document_id bigint not null references documents on delete cascade,
  action_id bigint not null references actions on delete cascade,
  position integer not null,
  certificate_serial text not null,
  code text not null,
  signed_at timestamptz not null,
  unique (document_id, action_id)
);

-- Room: authority.
create table certificates (
  serial text primary key,
  subject text not null,
  der bytea not null,
  workflow_id bigint references workflows on delete set null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
