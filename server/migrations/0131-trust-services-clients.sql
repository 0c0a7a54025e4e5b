-- Room: trust-services. What some providers ask of their clients.
alter table trust_providers
  -- Signed into each request for a confirmation (`account_token`); null: the provider asks for none.
  add column account_id text,
  -- Where the client's secret is sent; null: as the metadata of the OAuth server say, else in the body.
  add column client_authentication text,
  add constraint trust_providers_client_authentication_check
    check (client_authentication in ('body', 'header'));
