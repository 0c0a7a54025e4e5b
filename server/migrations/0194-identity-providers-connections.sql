-- Room: identity-providers. A provider is a connection: at it signers show who signs, members sign in, or both.
alter table identity_providers
  add column id text not null default replace(gen_random_uuid()::text, '-', ''),
  -- How its protocol is called; others may follow.
  add column kind text not null default 'oidc',
  -- As members know it; the host of the issuer where nobody has given one.
  add column name text,
  add column for_signers boolean not null default true,
  add column for_members boolean not null default false,
  -- Who has an address in one of its proven domains signs in by it alone.
  add column is_enforced boolean not null default false,
  -- Signing out here ends the session there.
  add column ends_session boolean not null default false,
  -- Which groups have which roles.
  add column mapping jsonb,
  -- When a member first signed in by it, as it is now.
  add column worked_at timestamptz,
  add column created_at timestamptz not null default now(),
  drop constraint identity_providers_pkey,
  add constraint identity_providers_pkey primary key (id),
  add constraint identity_providers_kind_check check (kind in ('oidc')),
  -- Null: of the instance, by its settings.
  alter column organization_id drop not null;
alter table identity_providers
  alter column id drop default, alter column kind drop default, alter column for_signers drop default,
  alter column created_at drop default;
create unique index concurrently identity_providers_signers on identity_providers (organization_id) where for_signers;
create index concurrently identity_providers_organization on identity_providers (organization_id);
-- Another issuer or client of the instance is another connection: its subjects are others.
create unique index concurrently identity_providers_instance on identity_providers (issuer, client_id)
  where organization_id is null;

-- Domains whose addresses sign in by a connection, once a TXT record at _paraph.DOMAIN has shown the token.
create table connection_domains (
  connection_id text not null,
  domain text not null,
  token text not null,
  proven_at timestamptz,
  constraint connection_domains_pkey primary key (connection_id, domain),
  constraint connection_domains_connection_id_fkey
    foreign key (connection_id) references identity_providers on delete cascade
);
create unique index connection_domains_proven on connection_domains (domain) where proven_at is not null;

-- Who a person at a provider is here.
create table identities (
  connection_id text not null,
  subject text not null,
  user_id bigint not null,
  -- The workspaces whose roles come from groups there, and whether that they run the organization does.
  granted_workspaces jsonb not null default '[]',
  granted_administrator boolean not null default false,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  constraint identities_pkey primary key (connection_id, subject),
  constraint identities_connection_id_fkey
    foreign key (connection_id) references identity_providers on delete cascade,
  constraint identities_user_id_fkey foreign key (user_id) references users on delete cascade
);
create index identities_user on identities (user_id);

-- One sign-in of one browser that is under way.
create table connection_visits (
  -- Of the cookie of the browser that left.
  browser_hash bytea not null,
  connection_id text not null,
  -- Null once the browser has come back.
  state_hash bytea,
  -- Encrypted by the vault: nonce and verifier, then who came back.
  sealed text not null,
  return_to text not null,
  -- Why nobody was let in.
  problem text,
  retry_at timestamptz,
  -- The account that is to confirm by its password that it is theirs.
  user_id bigint,
  expires_at timestamptz not null,
  constraint connection_visits_pkey primary key (browser_hash),
  constraint connection_visits_connection_id_fkey
    foreign key (connection_id) references identity_providers on delete cascade,
  constraint connection_visits_user_id_fkey foreign key (user_id) references users on delete cascade
);
create unique index connection_visits_state on connection_visits (state_hash);
create index connection_visits_connection on connection_visits (connection_id);
create index connection_visits_user on connection_visits (user_id);
create index connection_visits_end on connection_visits (expires_at);

-- Which session came by which connection, so that the provider can end it, and be told of its end.
create table connection_sessions (
  token_hash bytea not null,
  connection_id text not null,
  subject text not null,
  -- The session there.
  sid text,
  -- Encrypted by the vault: the ID token, which names the session when it is to be ended there.
  sealed_token text not null,
  constraint connection_sessions_pkey primary key (token_hash),
  constraint connection_sessions_token_hash_fkey foreign key (token_hash) references sessions on delete cascade,
  constraint connection_sessions_connection_id_fkey
    foreign key (connection_id) references identity_providers on delete cascade
);
create index connection_sessions_subject on connection_sessions (connection_id, subject);
create index connection_sessions_sid on connection_sessions (connection_id, sid);

-- Logout tokens that were used: each counts once (OpenID Connect Back-Channel Logout 1.0).
create table logout_tokens (
  connection_id text not null,
  token_id text not null,
  expires_at timestamptz not null,
  constraint logout_tokens_pkey primary key (connection_id, token_id),
  constraint logout_tokens_connection_id_fkey
    foreign key (connection_id) references identity_providers on delete cascade
);
create index logout_tokens_end on logout_tokens (expires_at);
