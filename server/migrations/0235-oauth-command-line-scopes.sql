-- Room: oauth. What `paraph login --seal` and `paraph login --organization` ask for.
update integration_apps set scopes = scopes || '{seals:write,organization:write}' where client_id = 'paraph-cli';
