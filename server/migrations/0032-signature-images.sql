-- Room: signing. A signature image is what a recipient drew, typed or uploaded for their fields.
alter table marks rename to signature_images;
alter index marks_recipient rename to signature_images_recipient;
alter index marks_file rename to signature_images_file;

-- PostgreSQL keeps the names of constraints, and from version 18 on names those of "not null" too.
do $$
declare
  former name;
begin
  for former in
    select conname from pg_constraint where conrelid = 'signature_images'::regclass and conname like 'marks\_%'
  loop
    execute format(
      'alter table signature_images rename constraint %I to %I',
      former, replace(former, 'marks_', 'signature_images_')
    );
  end loop;
end $$;
