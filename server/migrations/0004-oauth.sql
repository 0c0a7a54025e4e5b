-- Room: oauth. Apps, what users allowed them, and the codes and tokens that follow; every secret is a SHA-256.
create table integration_apps (
  id bigint generated always as identity primary key,
  client_id text not null unique,
  secret_hash bytea not null,
  name text not null,
  owner_id bigint not null references users,
  redirect_uris text[] not null,
  scopes text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  deleted_at timestamptz
);
create index integration_apps_owner on integration_apps (owner_id);

create table app_grants (
  id bigint generated always as identity primary key,
  app_id bigint not null references integration_apps,
  user_id bigint not null references users on delete cascade,
  scopes text[] not null,
  approved_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index app_grants_user on app_grants (user_id);
create index app_grants_app on app_grants (app_id);

create table authorization_codes (
  code_hash bytea primary key,
  grant_id bigint not null references app_grants on delete cascade,
  redirect_uri text not null,
  code_challenge text,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table tokens (
  token_hash bytea primary key,
  grant_id bigint not null references app_grants on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  scopes text[] not null,
  issued_at timestamptz not null,
  expires_at timestamptz,
  rotates boolean not null default false,
  rotated_at timestamptz,
  revoked_at timestamptz
);
create index tokens_grant on tokens (grant_id);

-- Room: mail. One row a message; the job that sends it carries the id alone.
create table mails (
  id bigint generated always as identity primary key,
  workflow_id bigint references workflows on delete cascade,
  event_id bigint references events on delete cascade,
  recipient_id bigint references recipients on delete cascade,
  kind text not null,
  to_email text not null,
  to_name text,
  detail jsonb not null,
  state text not null check (state in ('queued', 'sent', 'failed', 'kept')),
  attempts integer not null default 0,
  last_error text,
  smtp_reply text,
  created_at timestamptz not null,
  sent_at timestamptz,
  next_attempt_at timestamptz
);
create index mails_workflow on mails (workflow_id);
create unique index mails_once on mails (event_id, kind, to_email) where event_id is not null;

-- Room: webhooks.
create table deliveries (
  id bigint generated always as identity primary key,
  workflow_id bigint not null references workflows on delete cascade,
  event_id bigint not null references events on delete cascade,
  event_name text not null,
  webhook_id text not null,
  url text not null,
  body text not null,
  state text not null check (state in ('pending', 'delivered', 'dead')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  delivered_at timestamptz
);
create index deliveries_workflow on deliveries (workflow_id, id);
create unique index deliveries_once on deliveries (event_id, url);

create table delivery_attempts (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references deliveries on delete cascade,
  attempted_at timestamptz not null,
  status integer,
  error text,
  response text,
  duration_ms integer not null
);
create index delivery_attempts_delivery on delivery_attempts (delivery_id);
