-- Callback secrets are encrypted with a key of the vault, which no migration can read: a job does it for the rows that
-- are there, and finds them by these indexes, which are empty afterwards. A secret in the clear has 32 characters.
create index workflows_plain_secret on workflows (id)
  where length(preferences ->> 'WorkflowNotificationCallbackUrlSecretPreference') = 32;
create index templates_plain_secret on templates (id)
  where length(preferences ->> 'WorkflowNotificationCallbackUrlSecretPreference') = 32;
