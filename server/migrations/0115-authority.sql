-- Room: authority. The certificates that this instance issued.
create table certificates (
  serial text not null,
  subject text not null,
  der bytea not null,
  workflow_id bigint,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- Why a certificate was revoked, where somebody said (RFC 5280 §5.3.1).
  revocation_reason text,
  -- A certificate for a key that the signer alone holds has to be used before this time, or it is revoked. Null
  -- once it was used, and for certificates that are recorded together with their signature.
  use_before timestamptz,
  constraint certificates_pkey primary key (serial),
  constraint certificates_workflow_id_fkey foreign key (workflow_id) references workflows on delete set null
);
create index certificates_workflow on certificates (workflow_id) where workflow_id is not null;
create index certificates_unused on certificates (use_before)
  where use_before is not null and revoked_at is null;
create index certificates_revoked on certificates (serial) where revoked_at is not null;
