-- Room: workflows. A field may ask for a file.
alter table fields drop constraint fields_type_check;
alter table fields add constraint fields_type_check check (type in ('signature', 'initials', 'date', 'name', 'email',
  'company', 'department', 'title', 'location', 'address', 'text', 'number', 'checkbox', 'radio', 'dropdown', 'stamp',
  'attachment'));

-- Room: signing. The file that a signer attached in a field, whose value has its name and hash.
create table attachments (
  field_id bigint primary key references fields on delete cascade,
  recipient_id bigint not null references recipients on delete cascade,
  name text not null,
  file_id bigint not null references files,
  added_at timestamptz not null
);
create unique index attachments_file on attachments (file_id);
create index attachments_recipient on attachments (recipient_id);
