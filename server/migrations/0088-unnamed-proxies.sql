-- The HTTP edge. Addresses that sent X-Forwarded-For without being named as proxies: the operator is told of them.
create table unnamed_proxies (
  address text primary key,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null
);
