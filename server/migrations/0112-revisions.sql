-- Room: revisions. A document that people see is its original followed by the incremental updates of its rows, in
-- order. The original stays one file; the sealed file is a whole one again (documents.sealed_file_id).
create table revisions (
  document_id bigint not null,
  number integer not null,
  kind text not null,
  action_id bigint,
  -- Empty where the file needed no change; null once the sealed file alone holds them.
  bytes bytea,
  -- Of the whole file up to and including this revision.
  size bigint not null,
  sha256 bytea not null,
  made_at timestamptz not null,
  constraint revisions_pkey primary key (document_id, number),
  constraint revisions_document_id_fkey foreign key (document_id) references documents on delete cascade,
  constraint revisions_action_id_fkey foreign key (action_id) references actions on delete cascade,
  constraint revisions_number_check check (number >= 0),
  constraint revisions_fields_check check ((kind = 'fields') = (number = 0)),
  constraint revisions_signature_check check ((kind = 'signature') = (action_id is not null)),
  constraint revisions_sha256_check check (octet_length(sha256) = 32)
);
alter table revisions add constraint revisions_kind_check check (kind in ('fields', 'signature'));
create unique index revisions_action on revisions (action_id, document_id) where action_id is not null;
