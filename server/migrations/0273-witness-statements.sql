-- Room: signing. What a witness states with their consent: where they live, and how they know the signer.
alter table consents
  add column witness_address text,
  add column witness_relation text,
  add constraint consents_witness_check check ((witness_address is null) = (witness_relation is null)) not valid;
alter table consents validate constraint consents_witness_check;
