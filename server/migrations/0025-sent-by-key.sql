-- Room: workflows. The API key that another member made, by which a workflow was sent: {name, maker}.
alter table workflows add column sent_by_key jsonb;
