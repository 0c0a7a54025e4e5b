-- Room: workspaces. What the app begins a document with, by key; what is absent is left to the next wider level.
alter table organizations add column defaults jsonb;
alter table workspaces add column defaults jsonb;
