-- Room: files. The beginning of another file, whose blob holds its bytes: its own blob is removed. The key of that blob stays, as
-- earlier backups hold it.
alter table files add column part_of bigint references files;
create index files_part_of on files (part_of) where part_of is not null;

-- Room: revisions. Null once the sealed file alone holds them.
alter table revisions alter column bytes drop not null;

-- Room: sealing. When the bytes that a sealed file holds as well were removed, or were found to be others.
alter table seals add column compacted_at timestamptz;
create index seals_to_compact on seals (sealed_at, document_id) where state = 'sealed' and compacted_at is null;
