-- Room: signing. By whom the first device has the session, where it came by no mail: the next one has it by no mail either.
alter table handovers add column hosted jsonb;
