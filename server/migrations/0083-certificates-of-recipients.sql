-- Room: evidence. Recipients have a certificate of their own in each of their languages, without what is personal of
-- others; the sender's is the one that there was.
alter table completion_certificates
  add column edition text not null default 'sender' check (edition in ('sender', 'en', 'fr', 'de', 'es', 'ar')),
  drop constraint completion_certificates_pkey,
  add primary key (workflow_id, edition);
