-- Room: usage. What each workspace used in each month, counted once from the events of its workflows.
create table organization_usage (
  workspace_id bigint not null,
  -- Of UTC, as 2026-11.
  month text not null,
  organization_id bigint not null,
  started bigint not null,
  completed bigint not null,
  signatures bigint not null,
  sealed_files bigint not null,
  stored_bytes bigint not null,
  mails bigint not null,
  -- No reference to the workspace: what it used stays when it is closed.
  constraint organization_usage_pkey primary key (workspace_id, month),
  constraint organization_usage_organization_id_fkey
    foreign key (organization_id) references organizations on delete cascade,
  constraint organization_usage_month_check check (month ~ '^\d{4}-\d{2}$')
);
create index organization_usage_of on organization_usage (organization_id, month);

-- How far has been counted: one row.
create table usage_marks (
  single boolean not null default true,
  -- All events up to this id are counted.
  counted_event bigint not null default 0,
  -- The last id there was when it was looked, and the first transaction that had not begun then.
  seen_event bigint not null default 0,
  seen_transaction text,
  counted_at timestamptz,
  constraint usage_marks_pkey primary key (single),
  constraint usage_marks_single_check check (single)
);
