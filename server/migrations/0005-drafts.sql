-- Room: workflows. Drafts are made step by step: what was found in a document is kept for fields placed later.
alter table documents add column found jsonb not null default '{"anchors": [], "formFields": []}';
alter table recipients add column anchor_tag text;
alter table actions add column reminded_at timestamptz;
create index fields_document on fields (document_id);
create index workflows_scheduled on workflows (scheduled_start_at)
  where status = 'not_started' and scheduled_start_at is not null;
create index workflows_metadata on workflows using gin (metadata jsonb_path_ops);
