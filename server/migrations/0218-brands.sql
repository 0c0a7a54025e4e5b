-- Room: brands. How an organization shows itself to the people it asks.

-- A draft is seen by its administrators alone; what is published, by everybody who is asked.
create table brands (
  organization_id bigint not null,
  phase text not null,
  -- "#1d4ed8", with enough contrast; null: ours.
  accent text,
  logo_file_id bigint,
  -- What mails are sent as; null: the name of the organization.
  sender_name text,
  -- Where replies go; null: to the sender of the document.
  reply_address text,
  -- Below a mail, before what we say of it.
  footer text,
  -- What the organization says beside the consent, by language.
  disclosures jsonb not null default '{}',
  changed_at timestamptz not null,
  constraint brands_pkey primary key (organization_id, phase),
  constraint brands_organization_id_fkey foreign key (organization_id) references organizations on delete cascade,
  constraint brands_logo_file_id_fkey foreign key (logo_file_id) references files
);
alter table brands add constraint brands_phase_check check (phase in ('draft', 'published'));
create index brands_logo on brands (logo_file_id) where logo_file_id is not null;

-- Each text that was ever published. Rows are never changed: consents name the one that was shown.
create table disclosures (
  id bigint generated always as identity,
  organization_id bigint not null,
  language text not null,
  text text not null,
  text_sha256 bytea not null,
  published_at timestamptz not null,
  constraint disclosures_pkey primary key (id),
  constraint disclosures_text_key unique (organization_id, language, text_sha256),
  constraint disclosures_organization_id_fkey
    foreign key (organization_id) references organizations on delete cascade
);
