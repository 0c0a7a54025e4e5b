-- Room: signing. A preview whose signature is made outside the service, by a key that the signer alone holds.
-- What the signature will cover: SHA-256 over the byte range. Previews of earlier versions end within ten minutes.
delete from previews;
alter table preview_documents add column digest bytea not null check (octet_length(digest) = 32);
-- The room for the CMS, which depends on the certificates of the signer.
alter table previews add column contents_bytes integer not null;

create table bound_previews (
  preview_id text primary key references previews on delete cascade,
  -- DER: the signer's certificate, then its issuers.
  certificates bytea[] not null,
  -- Of the certificate, if this instance issued it.
  certificate_serial text,
  algorithm text not null,
  bound_at timestamptz not null
);
create index bound_previews_certificate on bound_previews (certificate_serial);

-- Room: authority. A certificate for such a key has to be used before this time, or it is revoked. Null once it was
-- used, and for certificates that are recorded together with their signature.
alter table certificates add column use_before timestamptz;
create index certificates_unused on certificates (use_before) where use_before is not null and revoked_at is null;
