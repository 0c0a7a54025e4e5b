-- Room: audit. Events lie in ranges of workflows, each of about a month: what is done to one reads and cleans no other.
-- The table of before becomes the first range, which has room for a million workflows that begin meanwhile.
do $$
declare
  newest bigint;
begin
  for newest in select coalesce(max(workflow_id), 0) from events loop
    null;
  end loop;
  execute format('alter table events add constraint events_bound check (workflow_id < %s) not valid',
    (newest / 1000000 + 2) * 1000000);
end $$;
alter table events validate constraint events_bound;

-- A reference needs a key without the workflow. These rows go with their workflow, as its events do.
alter table deliveries drop constraint deliveries_event_id_fkey;
alter table mails drop constraint mails_event_id_fkey;
alter table summary_lines drop constraint summary_lines_event_id_fkey;

-- Nothing here reads a row: the table is locked for milliseconds. It is waited for shortly, so that of those who would
-- wait for each other this one gives up, and tries again.
do $$
declare
  newest bigint;
  bound text;
begin
  perform set_config('lock_timeout', '200ms', true);
  -- The triggers of their reference go to the new table.
  lock table workflows in access exclusive mode;
  lock table events in access exclusive mode;
  newest := coalesce(pg_sequence_last_value('events_id_seq'), 0);
  bound := (select substring(pg_get_constraintdef(oid) from '\d+') from pg_constraint
    where conrelid = 'events'::regclass and conname = 'events_bound');
  drop trigger if exists frozen_organization on events;
  alter index events_pkey rename to events_first_pkey;
  alter index events_workflow_id_sequence_key rename to events_first_workflow_id_sequence_key;
  alter index events_snapshot_age rename to events_first_snapshot_age;
  alter table events rename to events_first;
  alter table events_first alter column id drop identity;

  create table events (
    id bigint generated always as identity,
    workflow_id bigint not null,
    sequence integer not null,
    name text not null,
    occurred_at timestamptz not null,
    actor jsonb,
    detail jsonb not null,
    previous_hash bytea,
    hash bytea not null,
    snapshot text,
    version smallint not null,
    snapshot_sha256 bytea,
    mac bytea not null,
    constraint events_workflow_id_sequence_key unique (workflow_id, sequence)
  ) partition by range (workflow_id);
  create index events_snapshot_age on events (occurred_at) where snapshot is not null;
  alter table events add constraint events_workflow_id_fkey
    foreign key (workflow_id) references workflows on delete cascade;
  if newest > 0 then
    perform setval('events_id_seq', newest);
  end if;

  execute format('alter table events attach partition events_first for values from (minvalue) to (%s)', bound);
  alter table events_first drop constraint events_bound;
  -- Of workflows beyond the ranges that were made: no event may find no place.
  create table events_rest partition of events default;
  alter table events_rest add constraint events_rest_pkey primary key (id);
end $$;
