-- Room: accounts. Browsers in which somebody signed in before: failed sign-ins of strangers do not lock these out. One
-- browser may be known for several accounts.
create table known_devices (
  token_hash bytea not null,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (token_hash, user_id)
);
create index known_devices_user on known_devices (user_id, expires_at);
create index known_devices_end on known_devices (expires_at);
