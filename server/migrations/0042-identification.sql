-- Room: workflows. How a recipient is reached and identified beyond the mailbox.
-- identification: null means the default of the organization, which the start of an advanced workflow writes here.
alter table recipients
  add column phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  add column language text check (language in ('en', 'fr', 'de', 'es', 'ar')),
  add column identification text
    check (identification in ('code-sms', 'code-mail', 'passkey', 'identity-provider'));

-- Room: workspaces. Null: the first identification that the instance offers.
alter table organizations
  add column default_identification text
    check (default_identification in ('code-sms', 'code-mail', 'passkey', 'identity-provider'));
