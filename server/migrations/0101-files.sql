-- Room: files. What lies in blob storage, the keys of what is encrypted there, and who still needs a blob.

-- A row is written only after its bytes are safe.
create table files (
  id bigint generated always as identity,
  blob_key text not null,
  sha256 bytea not null,
  size bigint not null,
  format text not null,
  created_at timestamptz not null,
  -- SHA-256 of each 256 KiB, one after another; null for a file of one chunk, and until an older file is read whole.
  chunk_digests bytea,
  -- Files are checked chunk by chunk when they are served, and all of them are read again within 30 days. When the
  -- whole file was last read and compared with its SHA-256.
  checked_at timestamptz not null default '-infinity',
  -- What that reading found wrong; null: nothing.
  finding text,
  -- The finding that the timeline of the file's workflow has recorded.
  reported_finding text,
  -- The beginning of another file, whose blob holds its bytes: its own blob is removed. The key of that blob stays,
  -- as earlier backups hold it.
  part_of bigint,
  constraint files_pkey primary key (id),
  constraint files_blob_key_key unique (blob_key),
  constraint files_part_of_fkey foreign key (part_of) references files
);
alter table files add constraint files_finding_check check (finding in ('damaged', 'missing'));
create index files_checked on files (checked_at);
create index files_finding on files (checked_at) where finding is not null;
create index files_part_of on files (part_of) where part_of is not null;

-- The keys that wrap the data keys of encrypted blobs. A known value under each shows whether a process that starts
-- has the same key.
create table wrapping_keys (
  id text not null,
  probe bytea not null,
  constraint wrapping_keys_pkey primary key (id),
  constraint wrapping_keys_id_check check (length(id) <= 250)
);

-- The data key of each encrypted blob, wrapped. It is not beside the bytes: deleting a row makes every copy of that
-- blob unreadable, those in backups of the storage too.
create table blob_keys (
  blob_key text not null,
  wrapping_key text not null,
  wrapped bytea not null,
  constraint blob_keys_pkey primary key (blob_key)
);
create index blob_keys_wrapping_key on blob_keys (wrapping_key);

-- Plain blobs whose files were encrypted since: removed once no request can be reading them any more.
create table replaced_blobs (
  blob_key text not null,
  replaced_at timestamptz not null,
  constraint replaced_blobs_pkey primary key (blob_key)
);
create index replaced_blobs_replaced_at on replaced_blobs (replaced_at);

-- While one is in force, stored files that nothing names any more stay: a backup is copying those of its snapshot.
-- It ends by itself when its holder dies.
create table blob_leases (
  holder text not null,
  ends_at timestamptz not null,
  constraint blob_leases_pkey primary key (holder)
);
