-- Texts that are longer than the previous migration allows are shortened, so that their rows can be changed again; the whole text is
-- kept in private.shortened_texts, which only the database's owner reads. Imports never stored such texts and the screens offered none
-- but campaign names of 201 to 500 characters, so this finds what was written through the API.
create table private.shortened_texts (
  id bigint generated always as identity primary key,
  relation text not null,
  row_id uuid not null,
  column_name text not null,
  whole text not null,
  shortened_at timestamptz not null default now()
);
revoke all on private.shortened_texts from public, anon, authenticated, service_role;

-- Two rows that differ beyond the limit only may not be shortened both where a unique index tells them apart: such a row stays as it
-- is, its constraint stays unvalidated, and its next change has to bring a shorter text.
do $$
declare
  limited record;
  too_long record;
  shortened int;
  is_left boolean;
begin
  for limited in
    select
      conrelid::regclass as relation, conname, attname,
      substring(pg_get_constraintdef(pg_constraint.oid) from '<= (\d+)')::int as most
    from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'c' and not convalidated and connamespace = 'public'::regnamespace and conname like '%\_length'
    order by conrelid, attnum
  loop
    shortened := 0;
    is_left := false;
    for too_long in
      execute format('select id, %1$I as whole from %2$s where char_length(%1$I) > $1', limited.attname, limited.relation)
      using limited.most
    loop
      begin
        execute format('update %s set %I = $1 where id = $2', limited.relation, limited.attname)
          using left(too_long.whole, limited.most - 1) || '…', too_long.id;
        insert into private.shortened_texts (relation, row_id, column_name, whole)
        values (limited.relation::text, too_long.id, limited.attname, too_long.whole);
        shortened := shortened + 1;
      exception when unique_violation then
        is_left := true;
      end;
    end loop;
    if shortened > 0 then
      raise warning '% texts of %.% were shortened to % characters; private.shortened_texts has the whole ones',
        shortened, limited.relation, limited.attname, limited.most;
    end if;
    if is_left then
      raise warning 'Texts of %.% that are longer than % characters stay, for shortened they would be duplicates: shorten them otherwise',
        limited.relation, limited.attname, limited.most;
    else
      execute format('alter table %s validate constraint %I', limited.relation, limited.conname);
    end if;
  end loop;
end $$;
