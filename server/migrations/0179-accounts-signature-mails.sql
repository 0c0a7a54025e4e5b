-- Room: accounts. Whether a sender is told of each signature, where a signature is recorded: mostly nobody is, and then
-- no job follows it.
alter table users add column wants_signature_mails boolean not null default false;
update users set wants_signature_mails = true
where id in (select user_id from mail_settings where signatures <> 'off');

-- Room: mail. Nobody asks any more whether anybody is told.
drop index mail_settings_signatures;
