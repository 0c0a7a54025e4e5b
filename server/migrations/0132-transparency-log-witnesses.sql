-- Room: transparency-log. Who has seen our log, and what this instance has seen of the logs of others.

-- Who has seen our log: the lines that witnesses answered for its checkpoints (C2SP tlog-cosignature).
create table transparency_cosignatures (
  size bigint not null,
  witness text not null,
  line text not null,
  seen_at timestamptz not null,
  constraint transparency_cosignatures_pkey primary key (size, witness)
);

-- What each witness answered last, by its key; one that the settings do not name any more stays and is not asked.
create table transparency_witness_states (
  key text not null,
  size bigint not null default 0,
  seen_at timestamptz,
  -- Null: the last answer was a cosignature.
  failing_since timestamptz,
  problem text,
  -- Since when it says that our log does not continue what it saw; null: it does not say so.
  refused_since timestamptz,
  notified_at timestamptz,
  constraint transparency_witness_states_pkey primary key (key)
);

-- Logs of others that this instance cosigns, with the last checkpoint that it did. A row is never deleted: who names a
-- log again goes on where it was.
create table witnessed_logs (
  origin text not null,
  public_key bytea not null,
  added_at timestamptz not null,
  removed_at timestamptz,
  size bigint not null default 0,
  -- Null: none yet.
  checkpoint text,
  seen_at timestamptz,
  constraint witnessed_logs_pkey primary key (origin),
  constraint witnessed_logs_public_key_check check (octet_length(public_key) = 32)
);

-- Signed checkpoints of these logs that do not continue the one beside them.
create table witnessed_forks (
  id bigint generated always as identity,
  origin text not null,
  root bytea not null,
  refused text not null,
  cosigned text not null,
  -- The same size with another root; otherwise only a proof was wrong, which anyone may have sent.
  is_proven boolean not null,
  refused_at timestamptz not null,
  notified_at timestamptz,
  constraint witnessed_forks_pkey primary key (id),
  constraint witnessed_forks_once unique (origin, root),
  constraint witnessed_forks_origin_fkey foreign key (origin) references witnessed_logs
);
