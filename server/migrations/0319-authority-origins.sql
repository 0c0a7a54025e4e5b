-- Room: authority. Instances from which organizations came, as the operator of this one has named them: what was signed
-- there is judged by their roots and their log.
create table origins (
  -- As `/log/key` of that instance shows it.
  log_key text not null,
  base_url text not null,
  -- Base64 of DER: the roots, and the issuing certificates below them.
  roots text[] not null,
  issuing text[] not null,
  -- Since when its log holds every certificate of a signature; the epoch: always; null: it does not demand that.
  logged_since timestamptz,
  named_at timestamptz not null,
  constraint origins_pkey primary key (log_key)
);

-- Of a certificate that one of them issued: its issuers, the root last. Whether it was revoked, that instance says.
alter table certificates add column outside_issuers bytea[];
-- The list of this instance is of its own.
create index concurrently certificates_revoked_here on certificates (serial)
  where revoked_at is not null and outside_issuers is null;
drop index certificates_revoked;
