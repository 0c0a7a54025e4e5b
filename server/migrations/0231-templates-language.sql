-- Room: templates. The language of people whose language nobody has said; null where their workspace or organization says it.
alter table templates add column language text;
