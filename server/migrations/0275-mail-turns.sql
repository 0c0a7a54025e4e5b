-- Room: mail. When its turn is, where the mail server has a pace; null before it has one.
alter table mails add column turn_at timestamptz;
