-- Room: accounts. The language of the mails to a person and of the certificates of what they sent; null: English.
alter table users add column language text check (language in ('en', 'fr', 'de', 'es', 'ar'));
