-- Room: sealing. Null: by SHA-256 alone, of a version that knew no other.
alter table seals add column timestamp_hashes text[];
