-- Room: agents. Files that agents have announced, and sent by a PUT to an address of its own; until they are used or an hour is over.
create table agent_uploads (
  id text not null,
  token_hash bytea not null,
  -- The token or key that announced it: no other one uses it.
  caller text not null,
  name text not null,
  size bigint not null,
  sha256 bytea not null,
  file_id bigint,
  expires_at timestamptz not null,
  constraint agent_uploads_pkey primary key (id),
  constraint agent_uploads_token_hash_key unique (token_hash),
  constraint agent_uploads_file_id_fkey foreign key (file_id) references files
);
create index agent_uploads_file on agent_uploads (file_id);
create index agent_uploads_expiry on agent_uploads (expires_at);
