-- Room: identification. Codes that are sent to recipients, with what became of their messages.
create table signing_codes (
  id bigint generated always as identity primary key,
  workflow_id bigint not null references workflows on delete cascade,
  action_id bigint not null references actions on delete cascade,
  link_id text not null references signing_links on delete cascade,
  method text not null check (method in ('code-sms', 'code-mail')),
  -- Of the previews that it counts for.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  -- A phone number or an address.
  destination text not null,
  language text not null,
  -- Under a key of the vault, over link, action, content and code.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  salt bytea not null,
  -- With a key of the vault, until the message is sent.
  encrypted_code text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  -- Used, or replaced by a later one.
  ended_at timestamptz,
  delivery text not null check (delivery in ('queued', 'sent', 'failed', 'kept')),
  attempts integer not null default 0,
  problem text
);
create index signing_codes_action on signing_codes (action_id);
create index signing_codes_workflow on signing_codes (workflow_id);
create index signing_codes_link on signing_codes (link_id);
create index signing_codes_expires on signing_codes (expires_at);

-- A code may be sent by mail; a code by text message that cannot be delivered is reported to the sender.
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in ('invitation', 'reminder', 'completed', 'declined',
  'passed_on', 'canceled', 'expired', 'start_failed', 'blocked', 'mail_failed', 'delivery_dead', 'file_damaged',
  'callback_changed', 'key_used', 'password_reset', 'password_changed', 'access_ended', 'member_invited',
  'signing_code', 'code_failed'));
