-- Room: identification. The host of the page that asked for a code; null where it was asked for at the address of the instance.
alter table signing_codes add column page_host text;
