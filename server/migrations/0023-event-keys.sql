-- Room: audit. The chain of events is keyed (HMAC) beside its plain hash, and anchored in a ledger that outlives the
-- workflow. Rows of version 1 have a hash that does not cover the snapshot; the first start after this migration
-- verifies every existing chain and adds what needs the key of the vault.
alter table events
  add column version smallint not null default 1,
  add column snapshot_sha256 bytea,
  add column mac bytea;

-- One row for every workflow ever created: how many events it has and which is the last. No foreign key: the row stays
-- when the workflow is deleted. Updated with every event, so no updated column is indexed.
create table workflow_ledger (
  workflow_id bigint primary key,
  envelope_id text not null,
  -- What a public log may show: a hash over the envelope's id and its first event.
  leaf bytea,
  events integer not null,
  head bytea,
  head_mac bytea,
  -- Null until the chain is keyed.
  mac bytea,
  -- Why the chain could not be keyed.
  fault text,
  -- The number of the checkpoint that covers the row.
  checkpoint bigint
) with (fillfactor = 80);
create index workflow_ledger_uncovered on workflow_ledger (workflow_id) where checkpoint is null;

insert into workflow_ledger (workflow_id, envelope_id, events, head)
select w.id, w.envelope_id, coalesce(last.sequence, 0), last.hash
from workflows w
left join lateral (
  select e.sequence, e.hash from events e where e.workflow_id = w.id order by e.sequence desc limit 1
) last on true;

-- A running keyed code over the ledger, row by row in slices: a removed row is noticed.
create table ledger_checkpoints (
  number bigint primary key,
  workflow_ids jsonb not null,
  total bigint not null,
  created_at timestamptz not null,
  mac bytea not null
);

-- What remains of a deleted workflow: hashes, dates, who deleted it, and why.
create table workflow_tombstones (
  workflow_id bigint primary key,
  envelope_id text not null,
  deleted_at timestamptz not null,
  detail jsonb not null,
  mac bytea not null
);
