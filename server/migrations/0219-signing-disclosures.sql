-- Room: signing. Which text of the organization was beside the consent that a person gave.
alter table consents
  -- Null where the organization had none.
  add column disclosure_id bigint,
  add constraint consents_disclosure_id_fkey foreign key (disclosure_id) references disclosures not valid;
alter table consents validate constraint consents_disclosure_id_fkey;
create index concurrently consents_disclosure on consents (disclosure_id) where disclosure_id is not null;
