-- Room: workflows. Files that the sender adds for information: people read them, and nobody signs them.
create table annexes (
  id bigint generated always as identity,
  workflow_id bigint not null,
  position integer not null,
  name text not null,
  -- By its content.
  format text not null,
  size bigint not null,
  -- Hexadecimal.
  sha256 text not null,
  file_id bigint not null,
  added_at timestamptz not null,
  constraint annexes_pkey primary key (id),
  constraint annexes_workflow_id_fkey foreign key (workflow_id) references workflows on delete cascade,
  constraint annexes_file_id_fkey foreign key (file_id) references files
);
create index annexes_workflow_id on annexes (workflow_id);
create index annexes_file_id on annexes (file_id);
