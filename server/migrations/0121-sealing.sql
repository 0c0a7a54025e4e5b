-- Room: sealing. What the seal of each document reached.
create table seals (
  document_id bigint not null,
  workflow_id bigint not null,
  state text not null,
  attempts integer not null default 0,
  cause text,
  file_id bigint,
  sealed_at timestamptz,
  level text,
  -- The last document timestamp over all of it: whose it is, and when a later one has to be put over it, long
  -- before its certificate runs out.
  timestamp_authority text,
  timestamp_is_internal boolean,
  timestamp_serial text,
  timestamped_at timestamptz,
  renew_at timestamptz,
  -- The latest event that requested the sealing: a listener that is told of it twice requests it once.
  requested_event bigint,
  -- When the bytes that a sealed file holds as well were removed, or were found to be others.
  compacted_at timestamptz,
  constraint seals_pkey primary key (document_id),
  constraint seals_document_id_fkey foreign key (document_id) references documents on delete cascade,
  constraint seals_workflow_id_fkey foreign key (workflow_id) references workflows on delete cascade,
  constraint seals_file_id_fkey foreign key (file_id) references files
);
alter table seals add constraint seals_state_check check (state in ('pending', 'sealed', 'failed'));
create index seals_workflow on seals (workflow_id);
create index seals_renewal on seals (renew_at) where state = 'sealed';
create index seals_file on seals (file_id) where file_id is not null;
create index seals_waiting on seals (workflow_id) where state = 'pending';
create index seals_to_compact on seals (sealed_at, document_id)
  where state = 'sealed' and compacted_at is null;
