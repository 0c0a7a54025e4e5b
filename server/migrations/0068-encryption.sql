-- Room: files. The keys that wrap the data keys of encrypted blobs. A known value under each shows whether a process
-- that starts has the same key.
create table wrapping_keys (
  id text primary key check (length(id) <= 250),
  probe bytea not null
);

-- The data key of each encrypted blob, wrapped. It is not beside the bytes: deleting a row makes every copy of that blob
-- unreadable, those in backups of the storage too.
create table blob_keys (
  blob_key text primary key,
  wrapping_key text not null,
  wrapped bytea not null
);
create index blob_keys_wrapping_key on blob_keys (wrapping_key);
