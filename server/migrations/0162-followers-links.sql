-- Room: followers. What reaches followers by link: a token is derived when a mail is written, and only its hash is stored.
create table follower_links (
  id text not null,
  workflow_id bigint not null,
  follower_id bigint not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  constraint follower_links_pkey primary key (id),
  constraint follower_links_token_hash_key unique (token_hash),
  constraint follower_links_follower_id_key unique (follower_id),
  constraint follower_links_workflow_id_fkey foreign key (workflow_id) references workflows on delete cascade,
  constraint follower_links_follower_id_fkey foreign key (follower_id) references followers on delete cascade,
  constraint follower_links_token_hash_check check (octet_length(token_hash) = 32)
);
create index follower_links_workflow on follower_links (workflow_id);

-- Room: mail. Copies for followers.
alter table mails add column follower_id bigint;
alter table mails add constraint mails_follower_id_fkey
  foreign key (follower_id) references followers on delete cascade not valid;
alter table mails validate constraint mails_follower_id_fkey;
create index concurrently mails_follower on mails (follower_id) where follower_id is not null;
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check
  check (kind in (
    'invitation', 'reminder', 'completed', 'declined', 'passed_on', 'canceled', 'expired', 'start_failed',
    'blocked', 'mail_failed', 'delivery_dead', 'file_damaged', 'callback_changed', 'key_used',
    'password_reset', 'password_changed', 'access_ended', 'member_invited', 'signing_code', 'code_failed',
    'address_proof', 'log_warning', 'followed_start', 'followed_end'
  )) not valid;
alter table mails validate constraint mails_kind_check;
