-- Room: evidence. The sealed certificate of completion, made when it is first asked for.
create table completion_certificates (
  workflow_id bigint primary key references workflows on delete cascade,
  file_id bigint not null references files,
  made_at timestamptz not null
);
create unique index completion_certificates_file on completion_certificates (file_id);
