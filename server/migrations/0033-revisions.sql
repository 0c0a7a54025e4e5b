-- Room: revisions. A document that people see is its original followed by the incremental updates of its rows, in order.
-- The original stays one file; the sealed file is a whole one again (documents.sealed_file_id).
create table revisions (
  document_id bigint not null references documents on delete cascade,
  number integer not null check (number >= 0),
  kind text not null check (kind in ('fields', 'signature')),
  action_id bigint references actions on delete cascade,
  -- Empty where the file needed no change.
  bytes bytea not null,
  -- Of the whole file up to and including this revision.
  size bigint not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  made_at timestamptz not null,
  primary key (document_id, number),
  check ((kind = 'fields') = (number = 0)),
  check ((kind = 'signature') = (action_id is not null))
);
create unique index revisions_action on revisions (action_id, document_id) where action_id is not null;
