-- Room: oauth. Apps that no user has registered: by a document of their own, or by themselves.

alter table integration_apps add column origin text not null default 'made';
alter table integration_apps add constraint integration_apps_origin_check
  check (origin in ('made', 'document', 'registered')) not valid;
alter table integration_apps validate constraint integration_apps_origin_check;
-- Of a document: until when it counts as it was read.
alter table integration_apps add column read_until timestamptz;
alter table integration_apps add column etag text;
