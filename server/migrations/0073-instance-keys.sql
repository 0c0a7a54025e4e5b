-- Room: audit.
-- Which keys this database belongs to: what was sealed, chained and linked with them can be read with no others.
create table instance_keys (
  name text primary key,
  fingerprint bytea not null
);
