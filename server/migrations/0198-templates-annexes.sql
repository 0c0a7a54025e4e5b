-- Room: templates. Files for information, which each workflow made of the template gets a copy of.
create table template_annexes (
  id bigint generated always as identity,
  template_id bigint not null,
  position integer not null,
  name text not null,
  -- By its content.
  format text not null,
  size bigint not null,
  -- Hexadecimal.
  sha256 text not null,
  file_id bigint not null,
  added_at timestamptz not null,
  constraint template_annexes_pkey primary key (id),
  constraint template_annexes_template_id_fkey foreign key (template_id) references templates on delete cascade,
  constraint template_annexes_file_id_fkey foreign key (file_id) references files
);
create index template_annexes_template_id on template_annexes (template_id);
create index template_annexes_file_id on template_annexes (file_id);
