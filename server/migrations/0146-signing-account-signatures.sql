-- Room: signing. The signature and initials that a person keeps with their account, for documents to their own address.
create table account_signatures (
  user_id bigint not null,
  kind text not null,
  method text not null,
  text text,
  font text,
  file_id bigint not null,
  created_at timestamptz not null,
  constraint account_signatures_pkey primary key (user_id, kind),
  constraint account_signatures_user_id_fkey foreign key (user_id) references users on delete cascade,
  constraint account_signatures_file_id_fkey foreign key (file_id) references files
);
alter table account_signatures add constraint account_signatures_kind_check check (kind in ('signature', 'initials'));
alter table account_signatures add constraint account_signatures_method_check check (method in ('draw', 'type', 'upload'));
create index account_signatures_file on account_signatures (file_id);

-- When the picture was kept with the account that it was taken from; null for one that was made for this document.
alter table signature_images add column kept_at timestamptz;
