-- Room: accounts. What every request of a session asks about the second factor of its account.
-- Since when the account has a second factor; null without one.
alter table users add column second_factor_at timestamptz;
-- From when an organization of the person asks for one; null where none does.
alter table users add column second_factor_due_at timestamptz;
-- How its person signed in; null for sessions that are older than this column.
alter table sessions add column method text;
-- When its person last showed a factor, or the password where there is none; null: when it was opened.
alter table sessions add column proven_at timestamptz;
alter table sessions add constraint sessions_method_check
  check (method in ('password', 'totp', 'recovery-code', 'passkey', 'connection')) not valid;
alter table sessions validate constraint sessions_method_check;
