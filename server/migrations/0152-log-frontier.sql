-- Room: transparency-log. The hashes of the perfect subtrees of which the log consists, from the left: by them it grows without its tiles being
-- read. Null until it grows for the first time by this version, which takes them from the tiles.
alter table transparency_state add column frontier bytea;
