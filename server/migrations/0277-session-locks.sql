-- Room: accounts. A session whose device was handed to another person: it opens nothing until its person is back.
create table session_locks (
  token_hash bytea not null,
  -- Keyed hash of the digits that were chosen when the device was handed over.
  pin_hash bytea not null,
  wrong_pins smallint not null default 0,
  -- The calls of whom the device was handed to, below which alone a link's cookie counts; null once it is handed back.
  open_path text,
  -- Where its person goes on.
  return_path text not null,
  locked_at timestamptz not null,
  constraint session_locks_pkey primary key (token_hash),
  constraint session_locks_token_hash_fkey foreign key (token_hash) references sessions
    on update cascade on delete cascade,
  constraint session_locks_pin_hash_check check (octet_length(pin_hash) = 32)
);
