-- A scheduled start may fail because of the file; the sender gets a mail about it.
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in ('invitation', 'reminder', 'completed', 'declined',
  'passed_on', 'canceled', 'expired', 'start_failed', 'blocked', 'mail_failed', 'delivery_dead', 'file_damaged',
  'callback_changed', 'key_used', 'password_reset', 'password_changed', 'access_ended', 'member_invited'));
