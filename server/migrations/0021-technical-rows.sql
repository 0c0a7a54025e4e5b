-- Room: webhooks. A notification's text is the snapshot of its event, so it is stored there alone; a text that differs,
-- or whose event has none, stays where it is.
alter table deliveries alter column body drop not null;
update deliveries set body = null
  from events where events.id = deliveries.event_id and events.snapshot = deliveries.body;

-- What the sweep of technical rows searches by.
create index mails_age on mails (created_at) where state <> 'queued';
create index deliveries_age on deliveries (created_at) where state <> 'pending';
create index events_snapshot_age on events (occurred_at) where snapshot is not null;
create index rate_windows_age on rate_windows (started_at);

-- Every foreign key has an index: deleting a row looks for what refers to it, in every table that may.
create index account_links_user on account_links (user_id) where user_id is not null;
create index actions_role on actions (role_id);
create index actions_step on actions (step_id);
create index api_keys_creator on api_keys (creator_id);
create index authorization_codes_grant on authorization_codes (grant_id);
create index certificates_workflow on certificates (workflow_id) where workflow_id is not null;
create index documents_original_file on documents (original_file_id);
create index documents_sealed_file on documents (sealed_file_id) where sealed_file_id is not null;
create index documents_thumb_file on documents (thumb_file_id) where thumb_file_id is not null;
create index fields_role on fields (role_id);
create index invitations_inviter on invitations (inviter_id);
create index mails_recipient on mails (recipient_id) where recipient_id is not null;
create index marks_file on marks (file_id);
create index recipient_roles_recipient on recipient_roles (recipient_id);
create index seals_file on seals (file_id) where file_id is not null;
create index signatures_action on signatures (action_id);
create index signing_links_workflow on signing_links (workflow_id);
create index template_documents_original_file on template_documents (original_file_id);
create index template_documents_thumb_file on template_documents (thumb_file_id) where thumb_file_id is not null;
create index templates_creator_alone on templates (creator_id);
create index templates_organization on templates (organization_id);
create index users_picture_file on users (picture_file_id) where picture_file_id is not null;
create index workflows_creator on workflows (creator_id);
create index workflows_organization on workflows (organization_id);
