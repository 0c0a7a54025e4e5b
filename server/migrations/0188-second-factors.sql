-- Room: second-factors. What people show besides the password of their account.
create table totp_secrets (
  user_id bigint not null,
  sealed_secret text not null,
  -- Of the last code that was taken: none of its step, or of one before, is taken again.
  last_step bigint not null default 0,
  created_at timestamptz not null,
  -- Null until a first code has shown that the app has the secret.
  confirmed_at timestamptz,
  constraint totp_secrets_pkey primary key (user_id),
  constraint totp_secrets_user_id_fkey foreign key (user_id) references users on delete cascade
);

create table recovery_codes (
  user_id bigint not null,
  code_hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (user_id, code_hash),
  constraint recovery_codes_user_id_fkey foreign key (user_id) references users on delete cascade
);

-- Passkeys that sign in. Those of signers prove a mailbox, are in `passkeys`, and open no account.
create table account_passkeys (
  -- As the authenticator names it, base64url.
  id text not null,
  user_id bigint not null,
  name text not null,
  -- COSE, as the authenticator gave it.
  public_key bytea not null,
  -- Of signatures, as the authenticator counts them; zero where it does not.
  sign_count bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint account_passkeys_pkey primary key (id),
  constraint account_passkeys_user_id_fkey foreign key (user_id) references users on delete cascade,
  constraint account_passkeys_id_check check (length(id) <= 1400)
);
create index account_passkeys_user on account_passkeys (user_id);

-- What a browser is to answer, once, within minutes.
create table factor_challenges (
  -- SHA-256 of the token in the cookie of the browser, or of its session.
  token_hash bytea not null,
  kind text not null,
  -- Null where a passkey is still to say who it is.
  user_id bigint,
  nonce bytea not null,
  expires_at timestamptz not null,
  constraint factor_challenges_pkey primary key (token_hash, kind),
  constraint factor_challenges_user_id_fkey foreign key (user_id) references users on delete cascade
);
alter table factor_challenges add constraint factor_challenges_kind_check
  check (kind in ('second_step', 'sign_in', 'set_up', 'step_up'));
create index factor_challenges_user on factor_challenges (user_id);
create index factor_challenges_end on factor_challenges (expires_at);

-- What an organization wants of its members; without a row it offers a second factor.
create table factor_policies (
  organization_id bigint not null,
  policy text not null,
  -- How long members have before it is needed.
  grace_days integer not null,
  constraint factor_policies_pkey primary key (organization_id),
  constraint factor_policies_organization_id_fkey
    foreign key (organization_id) references organizations on delete cascade
);
alter table factor_policies add constraint factor_policies_policy_check check (policy in ('off', 'offered', 'required'));

-- From when a person without a second factor needs one, and what they were told of it.
create table factor_dues (
  user_id bigint not null,
  due_at timestamptz not null,
  -- Null until the day before has been told.
  reminded_at timestamptz,
  constraint factor_dues_pkey primary key (user_id),
  constraint factor_dues_user_id_fkey foreign key (user_id) references users on delete cascade
);
create index factor_dues_untold on factor_dues (due_at) where reminded_at is null;

-- Resets that an administrator asked for, until they are carried out or withdrawn.
create table factor_resets (
  user_id bigint not null,
  organization_id bigint not null,
  asked_by bigint not null,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  constraint factor_resets_pkey primary key (user_id),
  constraint factor_resets_user_id_fkey foreign key (user_id) references users on delete cascade,
  constraint factor_resets_organization_id_fkey
    foreign key (organization_id) references organizations on delete cascade,
  constraint factor_resets_asked_by_fkey foreign key (asked_by) references users on delete cascade
);
create index factor_resets_organization on factor_resets (organization_id);
create index factor_resets_asker on factor_resets (asked_by);
create index factor_resets_due on factor_resets (due_at);
