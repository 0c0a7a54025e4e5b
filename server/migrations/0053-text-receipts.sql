-- Room: identification. A gateway reports whether a text message reached the phone.
alter table signing_codes drop constraint signing_codes_delivery_check;
alter table signing_codes add constraint signing_codes_delivery_check
  check (delivery in ('queued', 'sent', 'delivered', 'failed', 'kept'));
