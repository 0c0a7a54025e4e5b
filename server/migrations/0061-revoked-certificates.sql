-- Room: authority. The list of revoked certificates is made for each seal, however many certificates there are.
create index certificates_revoked on certificates (serial) where revoked_at is not null;
