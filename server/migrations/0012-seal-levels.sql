-- Room: sealing. What a seal reached, and the document timestamp over all of it: whose it is, and until when it can be
-- judged by its certificate, so that a later one can be put over it in time.
alter table seals
  add column level text,
  add column timestamp_authority text,
  add column timestamp_is_internal boolean,
  add column timestamp_serial text,
  add column timestamped_at timestamptz,
  add column timestamp_expires_at timestamptz;
create index seals_timestamp_expiry on seals (timestamp_expires_at) where state = 'sealed';
