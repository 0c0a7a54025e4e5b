-- Stored files are checked chunk by chunk when they are served, and all of them are read again within 30 days.
alter table files
  -- SHA-256 of each 256 KiB, one after another; null for a file of one chunk, and until an older file is read whole.
  add column chunk_digests bytea,
  -- When the whole file was last read and compared with its SHA-256.
  add column checked_at timestamptz not null default '-infinity',
  -- What that reading found wrong; null: nothing.
  add column finding text check (finding in ('damaged', 'missing')),
  -- The finding that the timeline of the file's workflow has recorded.
  add column reported_finding text;
create index files_checked on files (checked_at);
create index files_finding on files (checked_at) where finding is not null;
