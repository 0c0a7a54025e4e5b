-- Room: database. Which versions may use the schema as it is: one row. A migration that takes what a version before needs
-- raises it.
create table schema_compatibility (
  single boolean not null default true,
  oldest_version text not null,
  constraint schema_compatibility_pkey primary key (single),
  constraint schema_compatibility_single_check check (single)
);
insert into schema_compatibility (oldest_version) values ('0.2.0');
