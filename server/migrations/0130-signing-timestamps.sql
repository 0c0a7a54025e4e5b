-- Room: signing. Signatures get their timestamp at once: the job of each that still waits is due now, as nobody is called
-- before. The table stays for a process of the version before, and is dropped one release later.
do $$
  declare waiting record;
  begin
    for waiting in select action_id from pending_timestamps
    loop
      perform graphile_worker.add_job(
        'timestamp-signature', json_build_object('id', waiting.action_id),
        job_key => 'timestamp:' || waiting.action_id, flags => array['seal']
      );
    end loop;
  end $$;
