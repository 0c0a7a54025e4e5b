-- Room: audit. What happened, in a keyed chain for each workflow, and what remains of what was erased.

-- What happened, once, in a chain per workflow: keyed (HMAC) beside its plain hash, and anchored in the ledger.
create table events (
  id bigint generated always as identity,
  workflow_id bigint not null,
  sequence integer not null,
  name text not null,
  occurred_at timestamptz not null,
  actor jsonb,
  detail jsonb not null,
  previous_hash bytea,
  hash bytea not null,
  snapshot text,
  version smallint not null,
  snapshot_sha256 bytea,
  mac bytea not null,
  constraint events_pkey primary key (id),
  constraint events_workflow_id_sequence_key unique (workflow_id, sequence),
  constraint events_workflow_id_fkey foreign key (workflow_id) references workflows on delete cascade
);
create index events_snapshot_age on events (occurred_at) where snapshot is not null;

-- One row for every workflow ever created: how many events it has and which is the last. No foreign key: the row
-- stays when the workflow is deleted. Updated with every event, so no updated column is indexed.
create table workflow_ledger (
  workflow_id bigint not null,
  envelope_id text not null,
  -- What a public log may show: a hash over the envelope's id and its first event.
  leaf bytea not null,
  events integer not null,
  head bytea not null,
  head_mac bytea not null,
  mac bytea not null,
  -- The number of the checkpoint that covers the row.
  checkpoint bigint,
  constraint workflow_ledger_pkey primary key (workflow_id)
) with (fillfactor = 80);
create index workflow_ledger_uncovered on workflow_ledger (workflow_id) where checkpoint is null;

-- A running keyed code over the ledger, row by row in slices: a removed row is noticed.
create table ledger_checkpoints (
  number bigint not null,
  workflow_ids jsonb not null,
  total bigint not null,
  created_at timestamptz not null,
  mac bytea not null,
  constraint ledger_checkpoints_pkey primary key (number)
);

-- What remains of a deleted workflow: hashes, dates, who deleted it, and why.
create table workflow_tombstones (
  workflow_id bigint not null,
  envelope_id text not null,
  deleted_at timestamptz not null,
  detail jsonb not null,
  mac bytea not null,
  constraint workflow_tombstones_pkey primary key (workflow_id)
);
-- Finds the tombstone of a file by its hash.
create index workflow_tombstones_files on workflow_tombstones using gin ((detail -> 'files') jsonb_path_ops);

-- Which keys this database belongs to: what was sealed, chained and linked with them can be read with no others.
create table instance_keys (
  name text not null,
  fingerprint bytea not null,
  constraint instance_keys_pkey primary key (name)
);

-- What remains of an erased account: its id, when it was erased, and what went with it; no names.
create table account_tombstones (
  user_id bigint not null,
  erased_at timestamptz not null,
  detail jsonb not null,
  mac bytea not null,
  constraint account_tombstones_pkey primary key (user_id)
);
