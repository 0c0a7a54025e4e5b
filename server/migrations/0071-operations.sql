-- Room: http (metrics). What is under way or has failed, counted by a collector every few seconds, whatever the history.
create index workflows_blocked on workflows (id) where status = 'blocked';
create index seals_waiting on seals (workflow_id) where state = 'pending';
create index mails_queued on mails (created_at) where state = 'queued';
create index mails_failed on mails (created_at) where state = 'failed';
create index deliveries_pending on deliveries (created_at) where state = 'pending';
create index deliveries_dead on deliveries (created_at) where state = 'dead';
