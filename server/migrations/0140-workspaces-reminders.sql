-- Room: workspaces. How recipients are reminded where a workflow does not say it; null: as the next wider one says.
alter table organizations add column reminders text;
alter table workspaces add column reminders text;
