-- Room: holds. What may not be erased, whoever asks: exactly one of a workflow, a workspace and a person's address.
-- Without foreign keys to them, so that a lifted hold stays on record when they are gone.
create table legal_holds (
  id bigint generated always as identity,
  organization_id bigint not null,
  workflow_id bigint,
  workspace_id bigint,
  email text,
  email_key text,
  reason text not null,
  placed_at timestamptz not null,
  placed_by jsonb not null,
  lifted_at timestamptz,
  lifted_by jsonb,
  constraint legal_holds_pkey primary key (id),
  constraint legal_holds_organization_id_fkey
    foreign key (organization_id) references organizations on delete cascade,
  constraint legal_holds_lifted_check check ((lifted_at is null) = (lifted_by is null)),
  constraint legal_holds_subject_check check (num_nonnulls(workflow_id, workspace_id, email_key) = 1)
);
create index legal_holds_organization on legal_holds (organization_id, id desc);
create index legal_holds_active on legal_holds (organization_id) where lifted_at is null;
