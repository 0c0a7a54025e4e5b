-- Room: mail. What the operator is told of logs that forked.
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check
  check (kind in (
    'invitation', 'reminder', 'completed', 'declined', 'passed_on', 'canceled', 'expired', 'start_failed',
    'blocked', 'mail_failed', 'delivery_dead', 'file_damaged', 'callback_changed', 'key_used',
    'password_reset', 'password_changed', 'access_ended', 'member_invited', 'signing_code', 'code_failed',
    'address_proof', 'log_warning'
  )) not valid;
alter table mails validate constraint mails_kind_check;
