-- Room: files. While one is in force, stored files that nothing names any more stay: a backup is copying those of its
-- snapshot. It ends by itself when its holder dies.
create table blob_leases (
  holder text primary key,
  ends_at timestamptz not null
);

-- Room: backup. When each backup began and ended, and where it went.
create table backups (
  snapshot text primary key,
  place text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  files bigint not null default 0,
  bytes bigint not null default 0,
  unreadable bigint not null default 0
);
create index backups_finished_at on backups (finished_at);

-- At most one row: from which backup this instance is being restored, or where it was moved to. Nothing starts then.
create table restores (
  only_row boolean primary key default true check (only_row),
  snapshot text not null,
  source text not null,
  started_at timestamptz not null,
  is_loaded boolean not null default false,
  moved_to text
);
