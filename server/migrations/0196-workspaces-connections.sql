-- Room: workspaces. Whether addresses of the organization sign in by its connection alone: then one administrator keeps
-- a password.
alter table organizations add column requires_connection boolean not null default false;
