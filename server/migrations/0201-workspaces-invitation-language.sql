-- Room: workspaces. The language that an invitation was mailed in, and is mailed in again; null: before it was kept.
alter table invitations add column language text;
alter table invitations add constraint invitations_language_check
  check (language in ('en', 'fr', 'de', 'es', 'it', 'pt', 'nl', 'pl', 'ar')) not valid;
alter table invitations validate constraint invitations_language_check;
