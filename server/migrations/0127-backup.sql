-- Room: backups. When a backup was made, and what this instance is restored from.

-- When each backup began and ended, and where it went.
create table backups (
  snapshot text not null,
  place text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  files bigint not null default 0,
  bytes bigint not null default 0,
  unreadable bigint not null default 0,
  constraint backups_pkey primary key (snapshot)
);
create index backups_finished_at on backups (finished_at);

-- At most one row: from which backup this instance is being restored, or where it was moved to. Nothing starts then.
create table restores (
  only_row boolean not null default true,
  snapshot text not null,
  source text not null,
  started_at timestamptz not null,
  is_loaded boolean not null default false,
  moved_to text,
  constraint restores_pkey primary key (only_row),
  constraint restores_only_row_check check (only_row)
);
