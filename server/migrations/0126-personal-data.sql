-- Room: personal-data. An account that is erased while mails about what it sent are still being deleted: their
-- address is known until then, and the row is gone after it.
create table account_erasures (
  user_id bigint not null,
  email text not null,
  started_at timestamptz not null,
  -- How many workflows the account sent, and how many of them are done; the last one of these.
  total bigint not null,
  done bigint not null default 0,
  after_id bigint not null default 0,
  constraint account_erasures_pkey primary key (user_id),
  constraint account_erasures_user_id_fkey foreign key (user_id) references users
);
