-- Room: sealing. What a seal reached, and the document timestamp over all of it: whose it is, and when a later one has to
-- be put over it, long before its certificate runs out.
alter table seals
  add column level text,
  add column timestamp_authority text,
  add column timestamp_is_internal boolean,
  add column timestamp_serial text,
  add column timestamped_at timestamptz,
  add column renew_at timestamptz;
create index seals_renewal on seals (renew_at) where state = 'sealed';

-- Room: authority. Why a certificate was revoked, where somebody said (RFC 5280 §5.3.1).
alter table certificates add column revocation_reason text;
