-- Room: signing. What a signer is shown before the last press: the very update that will be appended, but for its CMS.
create table previews (
  id text primary key,
  link_id text not null references signing_links on delete cascade,
  action_id bigint not null references actions on delete cascade,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  -- In which the time of the signature is shown, and in whose day it is valid.
  time_zone text not null,
  shown_hash text not null,
  -- Of the latest revisions and the own answers; the same for every preview of the same content.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  trail_events integer not null,
  trail_head text not null
);
create index previews_expires on previews (expires_at);

create table preview_documents (
  preview_id text not null references previews on delete cascade,
  document_id bigint not null references documents on delete cascade,
  code text not null,
  bytes bytea not null,
  primary key (preview_id, document_id)
);
create index previews_link on previews (link_id);
create index previews_action on previews (action_id);
create index preview_documents_document on preview_documents (document_id);
