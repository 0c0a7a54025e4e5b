-- Room: workflows. The transaction that last changed a workflow or a row that belongs to it: as long as it is the same, a
-- process may show again what it loaded before. Recorded by triggers, so that no writer can forget it, and once a
-- transaction.
alter table workflows add column changed_in xid8 not null default '0';
alter table workflows alter column changed_in set default pg_current_xact_id();

create function record_change() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end $$;
create trigger workflows_changed before update on workflows
  for each row execute function record_change();

-- A row that this transaction wrote says so already. In a restored database a transaction may have the number of an
-- earlier one, but it did not write the row: hence both conditions.
create function record_changed_part() returns trigger language plpgsql as $$
begin
  update workflows set changed_in = pg_current_xact_id() where id = new.workflow_id
    and (changed_in <> pg_current_xact_id() or xmin <> pg_current_xact_id()::xid);
  return null;
end $$;

create function record_changed_parts() returns trigger language plpgsql as $$
begin
  update workflows set changed_in = pg_current_xact_id()
    where id = any (array(select workflow_id from changed_rows))
      and (changed_in <> pg_current_xact_id() or workflows.xmin <> pg_current_xact_id()::xid);
  return null;
end $$;

do $$
declare
  part text;
begin
  foreach part in array array['documents', 'recipients', 'recipient_roles', 'steps', 'actions', 'fields'] loop
    execute format('create trigger %1$I after update on %2$I for each row when (old.* is distinct from new.*)
      execute function record_changed_part()', part || '_changed', part);
    execute format('create trigger %1$I after insert on %2$I referencing new table as changed_rows
      for each statement execute function record_changed_parts()', part || '_added', part);
    execute format('create trigger %1$I after delete on %2$I referencing old table as changed_rows
      for each statement execute function record_changed_parts()', part || '_removed', part);
  end loop;
end $$;

-- The size of a document is that of its latest revision, which stays as it was inserted.
create function record_new_revision() returns trigger language plpgsql as $$
begin
  update workflows set changed_in = pg_current_xact_id()
    where id = (select workflow_id from documents where id = new.document_id)
      and (changed_in <> pg_current_xact_id() or xmin <> pg_current_xact_id()::xid);
  return null;
end $$;
create trigger revisions_added after insert on revisions
  for each row execute function record_new_revision();

-- Most changes of a row are no change of a count: a trigger for each row has a condition, which one with tables has not.
create function count_changed_workflow() returns trigger language plpgsql as $$
begin
  insert into workflow_count_changes (workspace_id, creator_id, status, source_type, source_value, change) values
    (old.workspace_id, old.creator_id, old.status, old.source_type, coalesce(old.source_value, ''), -1),
    (new.workspace_id, new.creator_id, new.status, new.source_type, coalesce(new.source_value, ''), 1);
  return null;
end $$;
drop trigger workflows_counted_anew on workflows;
drop function count_changed_workflows();
create trigger workflows_counted_anew after update on workflows for each row
  when ((old.workspace_id, old.creator_id, old.status, old.source_type, old.source_value)
    is distinct from (new.workspace_id, new.creator_id, new.status, new.source_type, new.source_value))
  execute function count_changed_workflow();
