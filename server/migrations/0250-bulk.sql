-- Room: bulk. Workflows made of one template and the rows of a table.
create table bulk_jobs (
  id bigint generated always as identity,
  organization_id bigint not null,
  workspace_id bigint not null,
  -- Null once the template was deleted: what the job needs of it is below.
  template_id bigint,
  creator_id bigint not null,
  -- The credential that made the job, as workflows name their source and their trail its actor.
  caller jsonb not null,
  state text not null,
  file_name text not null,
  encoding text not null,
  -- The template when the table was sent, with copies of its files, which the workflows share.
  template jsonb not null,
  columns jsonb not null,
  name_pattern text not null,
  is_locked boolean not null,
  tag_ids jsonb not null,
  starts_at timestamptz,
  rate_per_minute integer,
  -- Why it is paused, where nobody asked for it.
  paused_for text,
  -- The row after which returned mails are counted: that of the last resumption.
  counted_from integer not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  constraint bulk_jobs_pkey primary key (id),
  constraint bulk_jobs_organization_id_fkey foreign key (organization_id) references organizations on delete cascade,
  constraint bulk_jobs_workspace_id_fkey foreign key (workspace_id) references workspaces on delete cascade,
  constraint bulk_jobs_template_id_fkey foreign key (template_id) references templates on delete set null,
  constraint bulk_jobs_creator_id_fkey foreign key (creator_id) references users
);
alter table bulk_jobs add constraint bulk_jobs_state_check
  check (state in ('checking', 'ready', 'sending', 'paused', 'done', 'canceled'));
create index bulk_jobs_template on bulk_jobs (template_id, id);
create index bulk_jobs_workspace on bulk_jobs (workspace_id);
create index bulk_jobs_organization on bulk_jobs (organization_id);
create index bulk_jobs_creator on bulk_jobs (creator_id);
create index bulk_jobs_ended on bulk_jobs (ended_at) where ended_at is not null;
create index bulk_jobs_open on bulk_jobs (id) where state in ('checking', 'sending');

create table bulk_rows (
  job_id bigint not null,
  -- As a spreadsheet counts: the headings are row 1.
  row integer not null,
  state text not null,
  -- Null once there is the workflow, which says it all.
  cells text[],
  -- The caller's own key, of one row of the job.
  key text,
  -- By column; what has none is under an empty heading.
  problems jsonb,
  -- The addresses of its people, in order; null once there is the workflow.
  people text,
  -- A row before it with the same people.
  same_as integer,
  workflow_id bigint,
  constraint bulk_rows_pkey primary key (job_id, row),
  constraint bulk_rows_job_id_fkey foreign key (job_id) references bulk_jobs on delete cascade,
  constraint bulk_rows_workflow_id_fkey foreign key (workflow_id) references workflows on delete set null
);
alter table bulk_rows add constraint bulk_rows_state_check
  check (state in ('waiting', 'valid', 'invalid', 'sent', 'failed', 'canceled'));
create index bulk_rows_state on bulk_rows (job_id, state, row);
create index bulk_rows_workflow on bulk_rows (workflow_id) where workflow_id is not null;

-- The bytes that its workflows share, each a file of its own.
create table bulk_files (
  job_id bigint not null,
  file_id bigint not null,
  constraint bulk_files_pkey primary key (job_id, file_id),
  constraint bulk_files_job_id_fkey foreign key (job_id) references bulk_jobs on delete cascade,
  constraint bulk_files_file_id_fkey foreign key (file_id) references files
);
create index bulk_files_file on bulk_files (file_id);
