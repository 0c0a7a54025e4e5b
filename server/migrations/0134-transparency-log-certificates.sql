-- Room: transparency-log. Since when a signature counts only with the proof that the log holds its certificate.
alter table transparency_state
  -- The epoch: every signature. Null: none, as an instance that issued certificates before has them without proofs.
  add column certificates_since timestamptz;
update transparency_state set certificates_since = 'epoch' where not exists (select from certificates);
