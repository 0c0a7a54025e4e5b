-- Room: workspaces. The same for what API keys of the organization open.
alter table organizations add column embed_origins text[] not null default '{}';
