-- Room: accounts. Pages, mails and certificates are in nine languages, of which four are new.
alter table users drop constraint users_language_check;
alter table users add constraint users_language_check
  check (language in ('en', 'fr', 'de', 'es', 'it', 'pt', 'nl', 'pl', 'ar')) not valid;
alter table users validate constraint users_language_check;
alter table recipients drop constraint recipients_language_check;
alter table recipients add constraint recipients_language_check
  check (language in ('en', 'fr', 'de', 'es', 'it', 'pt', 'nl', 'pl', 'ar')) not valid;
alter table recipients validate constraint recipients_language_check;
alter table contacts drop constraint contacts_language_check;
alter table contacts add constraint contacts_language_check
  check (language in ('en', 'fr', 'de', 'es', 'it', 'pt', 'nl', 'pl', 'ar'));
alter table completion_certificates drop constraint completion_certificates_edition_check;
alter table completion_certificates add constraint completion_certificates_edition_check
  check (edition in ('sender', 'en', 'fr', 'de', 'es', 'it', 'pt', 'nl', 'pl', 'ar')) not valid;
alter table completion_certificates validate constraint completion_certificates_edition_check;

-- An IANA name, such as Europe/Paris; null: that of the browser.
alter table users add column time_zone text;
-- Null: that of the device.
alter table users add column color_scheme text;
alter table users add constraint users_color_scheme_check check (color_scheme in ('light', 'dark')) not valid;
alter table users validate constraint users_color_scheme_check;
