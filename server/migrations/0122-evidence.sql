-- Room: evidence. The sealed certificates of completion, each made when it is first asked for: the sender's, and
-- one of each language for recipients, without what is personal of others.
create table completion_certificates (
  workflow_id bigint not null,
  file_id bigint not null,
  made_at timestamptz not null,
  edition text not null default 'sender',
  constraint completion_certificates_pkey primary key (workflow_id, edition),
  constraint completion_certificates_workflow_id_fkey
    foreign key (workflow_id) references workflows on delete cascade,
  constraint completion_certificates_file_id_fkey foreign key (file_id) references files
);
alter table completion_certificates add constraint completion_certificates_edition_check
  check (edition in ('sender', 'en', 'fr', 'de', 'es', 'ar'));
create unique index completion_certificates_file on completion_certificates (file_id);
