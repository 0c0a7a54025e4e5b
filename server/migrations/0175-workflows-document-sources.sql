-- Room: workflows. What a document was made of, where it is not a PDF that was sent: the file as it was sent, and what is
-- said of it. Null for the others.
alter table documents add column source_file_id bigint, add column source jsonb;
alter table documents
  add constraint documents_source_file_id_fkey foreign key (source_file_id) references files not valid,
  add constraint documents_source_check check ((source is null) = (source_file_id is null)) not valid;
alter table documents validate constraint documents_source_file_id_fkey;
alter table documents validate constraint documents_source_check;
create index concurrently documents_source_file on documents (source_file_id) where source_file_id is not null;
