-- Room: oauth. The command line is a client of every instance's own: public (RFC 6749 §2.1), so without a secret, and
-- nobody's, so without an owner.
alter table integration_apps alter column secret_hash drop not null;
alter table integration_apps alter column owner_id drop not null;
insert into integration_apps (client_id, secret_hash, name, owner_id, redirect_uris, scopes, created_at)
values ('paraph-cli', null, 'Paraph command line', null, '{http://127.0.0.1/callback}',
  '{profile:read,workspaces:read,workflows:write,templates:read,webhooks:write}', now());
