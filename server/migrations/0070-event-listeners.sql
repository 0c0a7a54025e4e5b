-- Room: sealing. The latest event that requested the sealing: a listener that is told of it twice requests it once.
alter table seals add column requested_event bigint;

-- Room: signing. The same for a retry of the timestamps of signatures.
alter table pending_timestamps add column retried_event bigint;
