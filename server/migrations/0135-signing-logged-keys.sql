-- Room: signing. What a signature by a key outside the service will hold beside its certificate.
alter table bound_previews
  -- That the log holds the certificate; null for that of another authority.
  add column log_proof jsonb,
  -- Who signs, and how that is known: the certificate has the hash of these bytes.
  add column proof_record bytea;

-- Room: authority. A key outside the service gets one certificate.
alter table certificates
  -- SHA-256 of the SubjectPublicKeyInfo; null where the key was made for one signature and is gone.
  add column public_key_hash bytea,
  add constraint certificates_public_key_hash_key unique (public_key_hash),
  add constraint certificates_public_key_hash_check check (octet_length(public_key_hash) = 32);
