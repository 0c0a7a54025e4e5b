-- Room: workflows. Reminders by themselves, and recipients whom no mail reaches.
alter table actions
  -- When the person who has the action now was asked; null: before this version, or not yet.
  add column asked_at timestamptz,
  -- When the next automatic reminder goes out; null: none will.
  add column reminder_due_at timestamptz,
  add column reminders_sent integer not null default 0;
create index concurrently actions_reminder_due on actions (reminder_due_at, id) where reminder_due_at is not null;
alter table recipients
  -- As the browser told when they opened their link; null: not known.
  add column time_zone text,
  -- What the mail server said of the last mail that asked them, if it was given up; null: nothing.
  add column mail_problem text;
