-- Room: transparency-log. The hashes of what was sealed and of trails that ended, in a tree that only grows.

-- Leaves wait here until they have their place in the log; they are committed with what they prove.
create table transparency_pending (
  id bigint generated always as identity,
  kind text not null,
  hash bytea not null,
  constraint transparency_pending_pkey primary key (id),
  constraint transparency_pending_hash_check check (octet_length(hash) = 32)
);
alter table transparency_pending add constraint transparency_pending_kind_check
  check (kind in ('seal', 'events'));

create table transparency_leaves (
  position bigint not null,
  kind text not null,
  hash bytea not null,
  added_at timestamptz not null,
  constraint transparency_leaves_pkey primary key (position)
);
create index transparency_leaves_hash on transparency_leaves (hash);

-- The hashes of the tree in tiles of 256 (C2SP tlog-tiles); a full tile never changes again.
create table transparency_tiles (
  level smallint not null,
  index bigint not null,
  hashes bytea not null,
  constraint transparency_tiles_pkey primary key (level, index)
);
alter table transparency_tiles alter column hashes set storage external;

-- One row, whose lock gives the leaves of all processes one order.
create table transparency_state (
  is_only boolean not null default true,
  size bigint not null,
  last_added_at timestamptz,
  checkpoint text,
  constraint transparency_state_pkey primary key (is_only),
  constraint transparency_state_is_only_check check (is_only)
);
insert into transparency_state (size) values (0);

-- The checkpoints that were timestamped, one an hour at most.
create table transparency_checkpoints (
  size bigint not null,
  checkpoint text not null,
  made_at timestamptz not null,
  timestamp bytea not null,
  constraint transparency_checkpoints_pkey primary key (size)
);
