-- Room: accounts. An erased account keeps its row, because what the person sent refers to it, and nothing of the person.
alter table users add column erased_at timestamptz;

-- Room: audit. What remains of an erased account: its id, when it was erased, and what went with it; no names.
create table account_tombstones (
  user_id bigint primary key,
  erased_at timestamptz not null,
  detail jsonb not null,
  mac bytea not null
);
