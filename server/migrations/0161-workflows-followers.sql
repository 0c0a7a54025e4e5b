-- Room: workflows. Who gets copies of a workflow, and acts in nothing.
create table followers (
  id bigint generated always as identity,
  workflow_id bigint not null,
  position integer not null,
  name text not null,
  email text not null,
  email_key text not null,
  -- Of their mails and page; null: the language of the browser, and English in mails.
  language text,
  -- Which copies they get: of the request, of the end, or both.
  copied_when text not null,
  -- Whose requests they get copies of; null: the start of the workflow.
  recipient_id bigint,
  -- When they opened their link first; null: not yet.
  opened_at timestamptz,
  -- Since when they want no more mails; null: they want them.
  stopped_at timestamptz,
  -- What the mail server said of the last mail to them, if it was given up; null: nothing.
  mail_problem text,
  constraint followers_pkey primary key (id),
  constraint followers_workflow_id_email_key_key unique (workflow_id, email_key),
  constraint followers_workflow_id_fkey foreign key (workflow_id) references workflows on delete cascade,
  constraint followers_recipient_id_fkey foreign key (recipient_id) references recipients on delete set null
);
alter table followers add constraint followers_copied_when_check check (copied_when in ('start', 'end', 'both'));
create index followers_recipient on followers (recipient_id) where recipient_id is not null;
-- All of one person, wherever they are: for their export.
create index followers_email_key on followers (email_key);
