-- Room: accounts. An address belongs to an account once the person has shown that they read the mailbox. Until then the
-- account only claims it, beside others that may: so sign-up says the same of every address, and nothing that is looked up
-- by address finds an account that has not proved it.
alter table users add column claimed_key text;
update users set claimed_key = email_key, email_key = 'claimed-' || id
  where email_proven_at is null and erased_at is null;
create index users_claimed_key on users (claimed_key, id) where claimed_key is not null;

alter table account_links drop constraint account_links_kind_check;
alter table account_links add constraint account_links_kind_check
  check (kind in ('set_up', 'password_reset', 'access_review', 'address_proof'));

-- The mail with that link. Where the address has an account already, it says so to the person who reads the mailbox.
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in ('invitation', 'reminder', 'completed', 'declined',
  'passed_on', 'canceled', 'expired', 'start_failed', 'blocked', 'mail_failed', 'delivery_dead', 'file_damaged',
  'callback_changed', 'key_used', 'password_reset', 'password_changed', 'access_ended', 'member_invited',
  'signing_code', 'code_failed', 'address_proof'));
