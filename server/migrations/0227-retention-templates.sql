-- Room: retention. The policy of a template counts for the workflows that were made of it.

-- Without a foreign key: how long they are kept stays as it was set when the template is gone.
alter table retention_policies add column template_id bigint;
alter table retention_policies drop constraint retention_policies_subject_key;
alter table retention_policies add constraint retention_policies_subject_key
  unique nulls not distinct (organization_id, workspace_id, template_id, workflow_id);
alter table retention_policies drop constraint retention_policies_subject_check;
alter table retention_policies add constraint retention_policies_subject_check
  check (num_nonnulls(workspace_id, template_id, workflow_id) <= 1) not valid;
alter table retention_policies validate constraint retention_policies_subject_check;

alter table retention_changes add column template_id bigint;
alter table retention_changes drop constraint retention_changes_subject_check;
alter table retention_changes add constraint retention_changes_subject_check
  check (num_nonnulls(workspace_id, template_id, workflow_id) <= 1) not valid;
alter table retention_changes validate constraint retention_changes_subject_check;
