-- Room: transparency-log. Leaves wait here until they have their place in the log; they are committed with what they prove.
create table transparency_pending (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('seal', 'events')),
  hash bytea not null check (octet_length(hash) = 32)
);
create table transparency_leaves (
  position bigint primary key,
  kind text not null,
  hash bytea not null,
  added_at timestamptz not null
);
create index transparency_leaves_hash on transparency_leaves (hash);
-- The hashes of the tree in tiles of 256 (C2SP tlog-tiles); a full tile never changes again.
create table transparency_tiles (
  level smallint not null,
  index bigint not null,
  hashes bytea not null,
  primary key (level, index)
);
alter table transparency_tiles alter column hashes set storage external;
-- One row, whose lock gives the leaves of all processes one order.
create table transparency_state (
  is_only boolean primary key default true check (is_only),
  size bigint not null,
  last_added_at timestamptz,
  checkpoint text
);
insert into transparency_state (size) values (0);
-- The checkpoints that were timestamped, one an hour at most.
create table transparency_checkpoints (
  size bigint primary key,
  checkpoint text not null,
  made_at timestamptz not null,
  timestamp bytea not null
);

-- What was sealed, and what ended, before there was a log.
insert into transparency_pending (kind, hash)
  select 'seal', files.sha256 from seals join files on files.id = seals.file_id
  where seals.state = 'sealed' order by seals.sealed_at;
insert into transparency_pending (kind, hash)
  select 'events', head from workflow_ledger where octet_length(head) = 32 order by workflow_id;
