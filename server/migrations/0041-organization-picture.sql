-- Room: workspaces. What the stamps of an organization show; null for their text.
alter table organizations add column picture_file_id bigint references files;
create unique index organizations_picture on organizations (picture_file_id);
