-- Room: http. Counters that hold across processes, answers to repeat, and senders to tell the operator of.

create unlogged table rate_windows (
  key text not null,
  started_at timestamptz not null,
  hits integer not null,
  constraint rate_windows_pkey primary key (key)
);
create index rate_windows_age on rate_windows (started_at);

create table idempotency_keys (
  caller text not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  headers jsonb,
  body bytea,
  created_at timestamptz not null,
  -- Which process carries a claim out, by the id of the advisory lock that it holds as long as it lives. A claim
  -- whose lock is free belongs to a process that died.
  holder integer,
  constraint idempotency_keys_pkey primary key (caller, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Addresses that sent X-Forwarded-For without being named as proxies: the operator is told of them.
create table unnamed_proxies (
  address text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  constraint unnamed_proxies_pkey primary key (address)
);
