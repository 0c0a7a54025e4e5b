-- Room: workflows. How many workflows of each kind a workspace holds, so that no list has to count them. Every
-- statement that makes, changes or deletes workflows leaves what it changed, which nobody has to wait for; a job puts
-- the changes into the counts. The sum of both is exact in every transaction's own view. Neither refers to the
-- workspace: that would have the job wait for who closes one, and the other way round.
create table workflow_counts (
  workspace_id bigint not null,
  creator_id bigint not null,
  status text not null,
  source_type text not null,
  source_value text not null,
  total bigint not null,
  primary key (workspace_id, creator_id, status, source_type, source_value)
);

create table workflow_count_changes (
  id bigint generated always as identity primary key,
  workspace_id bigint not null,
  creator_id bigint not null,
  status text not null,
  source_type text not null,
  source_value text not null,
  change bigint not null
);
create index workflow_count_changes_workspace on workflow_count_changes (workspace_id);

create function count_new_workflows() returns trigger language plpgsql as $$
begin
  insert into workflow_count_changes (workspace_id, creator_id, status, source_type, source_value, change)
    select workspace_id, creator_id, status, source_type, coalesce(source_value, ''), count(*)
      from new_rows group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger workflows_counted_in after insert on workflows
  referencing new table as new_rows for each statement execute function count_new_workflows();

create function count_gone_workflows() returns trigger language plpgsql as $$
begin
  insert into workflow_count_changes (workspace_id, creator_id, status, source_type, source_value, change)
    select workspace_id, creator_id, status, source_type, coalesce(source_value, ''), -count(*)
      from old_rows group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger workflows_counted_out after delete on workflows
  referencing old table as old_rows for each statement execute function count_gone_workflows();

create function count_changed_workflows() returns trigger language plpgsql as $$
begin
  insert into workflow_count_changes (workspace_id, creator_id, status, source_type, source_value, change)
    select workspace_id, creator_id, status, source_type, coalesce(source_value, ''), sum(change)
      from (
        select workspace_id, creator_id, status, source_type, source_value, 1 as change from new_rows
        union all
        select workspace_id, creator_id, status, source_type, source_value, -1 from old_rows
      ) as both_rows
      group by 1, 2, 3, 4, 5 having sum(change) <> 0;
  return null;
end $$;
create trigger workflows_counted_anew after update on workflows
  referencing old table as old_rows new table as new_rows
  for each statement execute function count_changed_workflows();

-- Behind the triggers, whose making waits for whoever writes: nothing is missed and nothing counted twice.
insert into workflow_counts (workspace_id, creator_id, status, source_type, source_value, total)
  select workspace_id, creator_id, status, source_type, coalesce(source_value, ''), count(*)
    from workflows group by 1, 2, 3, 4, 5;

-- A page far back is found in the index alone, whichever of the usual filters is set.
drop index workflows_workspace;
drop index workflows_workspace_status;
create index workflows_workspace on workflows (workspace_id, id desc)
  include (creator_id, status, source_type, source_value);
create index workflows_workspace_status on workflows (workspace_id, status, id desc)
  include (creator_id, source_type, source_value);
create index workflows_workspace_creator on workflows (workspace_id, creator_id, id desc)
  include (status, source_type, source_value);
create index workflows_workspace_source on workflows (workspace_id, source_type, id desc)
  include (creator_id, status, source_value);
create index workflows_workspace_value on workflows (workspace_id, source_value, id desc)
  include (creator_id, status, source_type) where source_value is not null;

-- A search looks into names and addresses. Where the database does not allow the extension it reads every row of the
-- workspaces instead: the same answers, later.
do $$
begin
  create extension if not exists pg_trgm;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'no pg_trgm: searches will read every row';
end $$;
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index workflows_name_words on workflows using gin (name gin_trgm_ops);
    create index recipients_words on recipients using gin (name gin_trgm_ops, email gin_trgm_ops);
  end if;
exception when undefined_object then
  raise notice 'pg_trgm lies in a schema that is not searched: searches will read every row';
end $$;
