-- The HTTP edge: which process carries a claim out, by the id of the advisory lock that it holds as long as it lives.
-- A claim whose lock is free belongs to a process that died; those from before this column have none.
alter table idempotency_keys add column holder integer;
