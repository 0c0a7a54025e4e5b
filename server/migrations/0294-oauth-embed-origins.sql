-- Room: oauth. The origins of an app whose pages may show signing in a frame.
alter table integration_apps add column embed_origins text[] not null default '{}';
