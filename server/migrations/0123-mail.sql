-- Room: mail. One row a message; the job that sends it carries the id alone.
create table mails (
  id bigint generated always as identity,
  workflow_id bigint,
  event_id bigint,
  recipient_id bigint,
  kind text not null,
  to_email text not null,
  to_name text,
  detail jsonb not null,
  state text not null,
  attempts integer not null default 0,
  last_error text,
  smtp_reply text,
  created_at timestamptz not null,
  sent_at timestamptz,
  next_attempt_at timestamptz,
  constraint mails_pkey primary key (id),
  constraint mails_workflow_id_fkey foreign key (workflow_id) references workflows on delete cascade,
  constraint mails_event_id_fkey foreign key (event_id) references events on delete cascade,
  constraint mails_recipient_id_fkey foreign key (recipient_id) references recipients on delete cascade
);
alter table mails add constraint mails_kind_check
  check (kind in (
    'invitation', 'reminder', 'completed', 'declined', 'passed_on', 'canceled', 'expired', 'start_failed',
    'blocked', 'mail_failed', 'delivery_dead', 'file_damaged', 'callback_changed', 'key_used',
    'password_reset', 'password_changed', 'access_ended', 'member_invited', 'signing_code', 'code_failed',
    'address_proof'
  ));
alter table mails add constraint mails_state_check check (state in ('queued', 'sent', 'failed', 'kept'));
create index mails_workflow on mails (workflow_id);
create unique index mails_once on mails (event_id, kind, to_email) where event_id is not null;
create index mails_age on mails (created_at) where state <> 'queued';
create index mails_recipient on mails (recipient_id) where recipient_id is not null;
create index mails_queued on mails (created_at) where state = 'queued';
create index mails_failed on mails (created_at) where state = 'failed';
