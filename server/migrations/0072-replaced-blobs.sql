-- Room: files. Plain blobs whose files were encrypted since: removed once no request can be reading them any more.
create table replaced_blobs (
  blob_key text primary key,
  replaced_at timestamptz not null
);
create index replaced_blobs_replaced_at on replaced_blobs (replaced_at);
