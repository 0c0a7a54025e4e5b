-- Room: oauth. A revocation ends a grant with all of its tokens; no token is revoked alone.
alter table tokens drop column revoked_at;
