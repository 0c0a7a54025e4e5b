-- Room: workflows. Seals of organizations: workflows without people, which the lists of all others leave out.
alter table workflows drop constraint workflows_source_type_check;
alter table workflows add constraint workflows_source_type_check
  check (source_type in ('api', 'web', 'mobile', 'integration', 'seal')) not valid;
alter table workflows validate constraint workflows_source_type_check;
-- A workspace may have a hundred times as many seals as other workflows: their pages read none of them.
create index concurrently workflows_workspace_listed on workflows (workspace_id, id desc)
  include (creator_id, status, source_type, source_value) where source_type <> 'seal';
