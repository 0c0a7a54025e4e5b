-- Room: accounts. Changes of the address of an account, until nobody can stop them any more.
create table address_changes (
  id bigint generated always as identity,
  user_id bigint not null,
  former_email text not null,
  email text not null,
  -- The links in the new mailbox and in the former one are derived from it.
  link_id text not null,
  proof_hash bytea not null,
  refusal_hash bytea not null,
  requested_at timestamptz not null,
  -- Null until the new mailbox has confirmed it.
  changed_at timestamptz,
  -- Until then it can be confirmed; once confirmed, stopped from the former mailbox.
  expires_at timestamptz not null,
  constraint address_changes_pkey primary key (id),
  constraint address_changes_link_id_key unique (link_id),
  constraint address_changes_proof_hash_key unique (proof_hash),
  constraint address_changes_refusal_hash_key unique (refusal_hash),
  constraint address_changes_user_id_fkey foreign key (user_id) references users on delete cascade
);
create index address_changes_user on address_changes (user_id);
create unique index address_changes_pending on address_changes (user_id) where changed_at is null;
