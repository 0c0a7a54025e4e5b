-- Rooms: workflows, mail. Closed lists for the columns whose TypeScript types are closed lists.
alter table workflows
  add constraint workflows_status_check check (status in ('not_started', 'started', 'approved', 'to_be_archived',
    'signed', 'declined', 'canceled', 'expired', 'blocked')),
  add constraint workflows_old_status_check check (old_status in ('not_started', 'started', 'approved',
    'to_be_archived', 'signed', 'declined', 'canceled', 'expired', 'blocked'));
alter table steps add constraint steps_status_check
  check (status in ('not_started', 'started', 'signed', 'approved', 'declined'));
alter table actions add constraint actions_status_check
  check (status in ('not_started', 'started', 'signed', 'approved', 'declined'));
alter table fields add constraint fields_type_check check (type in ('signature', 'initials', 'date', 'name', 'email',
  'company', 'department', 'title', 'location', 'address', 'text', 'number', 'checkbox', 'radio', 'dropdown', 'stamp'));
alter table mails add constraint mails_kind_check check (kind in ('invitation', 'reminder', 'completed', 'declined',
  'canceled', 'expired', 'blocked', 'mail_failed', 'delivery_dead', 'file_damaged', 'callback_changed', 'key_used',
  'password_reset', 'password_changed', 'access_ended', 'member_invited'));
