-- Room: accounts. People, their sessions and the links mailed to them.

create table users (
  id bigint generated always as identity,
  email text not null,
  email_key text not null,
  -- When somebody vouched for the address, or its mailbox was read; null while it is only claimed.
  email_proven_at timestamptz,
  name text not null,
  first_name text,
  last_name text,
  country text,
  password_hash text not null,
  picture_file_id bigint,
  instance_owner boolean not null default false,
  created_at timestamptz not null,
  -- The language of the mails to a person and of the certificates of what they sent; null: English.
  language text,
  -- An erased account keeps its row, because what the person sent refers to it, and nothing of the person.
  erased_at timestamptz,
  -- An address belongs to an account once the person has shown that they read the mailbox. Until then the account
  -- only claims it, beside others that may: so sign-up says the same of every address, and nothing that is looked
  -- up by address finds an account that has not proved it.
  claimed_key text,
  -- Until then an account of open sign-up sends and uploads no more a day than a person who tries the service out;
  -- null for accounts that the operator or a member vouched for, and once the operator has lifted the limits.
  limited_until timestamptz,
  constraint users_pkey primary key (id),
  constraint users_email_key_key unique (email_key),
  constraint users_picture_file_id_fkey foreign key (picture_file_id) references files
);
alter table users add constraint users_language_check check (language in ('en', 'fr', 'de', 'es', 'ar'));
create index users_picture_file on users (picture_file_id) where picture_file_id is not null;
create index users_claimed_key on users (claimed_key, id) where claimed_key is not null;

create table sessions (
  token_hash bytea not null,
  user_id bigint not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ip text,
  user_agent text,
  constraint sessions_pkey primary key (token_hash),
  constraint sessions_user_id_fkey foreign key (user_id) references users on delete cascade
);
create index sessions_user on sessions (user_id);

create table account_links (
  token_hash bytea not null,
  kind text not null,
  user_id bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint account_links_pkey primary key (token_hash),
  constraint account_links_user_id_fkey foreign key (user_id) references users on delete cascade
);
alter table account_links add constraint account_links_kind_check
  check (kind in ('set_up', 'password_reset', 'access_review', 'address_proof'));
create index account_links_user on account_links (user_id) where user_id is not null;

-- Browsers in which somebody signed in before: failed sign-ins of strangers do not lock these out. One browser may
-- be known for several accounts.
create table known_devices (
  token_hash bytea not null,
  user_id bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint known_devices_pkey primary key (token_hash, user_id),
  constraint known_devices_user_id_fkey foreign key (user_id) references users on delete cascade
);
create index known_devices_user on known_devices (user_id, expires_at);
create index known_devices_end on known_devices (expires_at);
