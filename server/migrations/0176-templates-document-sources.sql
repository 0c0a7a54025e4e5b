-- Room: templates. The same of the documents of templates, whose copies take it along.
alter table template_documents add column source_file_id bigint, add column source jsonb;
alter table template_documents
  add constraint template_documents_source_file_id_fkey foreign key (source_file_id) references files not valid,
  add constraint template_documents_source_check check ((source is null) = (source_file_id is null)) not valid;
alter table template_documents validate constraint template_documents_source_file_id_fkey;
alter table template_documents validate constraint template_documents_source_check;
create index concurrently template_documents_source_file on template_documents (source_file_id) where source_file_id is not null;
