-- Keys of LinkedIn addresses and emails as they are written, and the stored rows with their new keys.

create function private.visible_text(value text) returns text language sql immutable parallel safe
return regexp_replace(
  value collate "C",
  '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]', '', 'g'
);
comment on function private.visible_text is 'A text without control characters and characters without width.';

create function private.clean_email(value text) returns text language plpgsql immutable parallel safe as $$
declare
  most_decorated constant int := 1000;
  label constant text := '[^ !-,./:-@[-^`{-~“”„‘’‚«»‹›…•·]+';
  visible text collate "C";
  addresses text collate "C";
  parts text[] collate "C";
begin
  if value is null or value collate "C" ~ '^[A-Za-z0-9._+-]+@([A-Za-z0-9-]+\.)+[A-Za-z0-9-]+$' or char_length(value) > most_decorated then
    return value;
  end if;
  visible := private.collapse_spaces(private.visible_text(value));
  addresses := replace(translate(visible, '＠﹫', '@@'), '%20', ' ');
  addresses := regexp_replace(addresses, '^([^@]*)%40', '\1@');
  addresses := regexp_replace(addresses, '^(?:[^<>@]*|[^<>,;|]*)<([^<>]*@[^<>]*)>.*$', '\1');
  addresses := regexp_replace(addresses, '[^<>@,;|]*<([^<>]*)>', ' \1', 'g');
  addresses := regexp_replace(btrim(addresses, ' '), '^["''“„(<[]*(?:mailto|smtp|(?:e-?)?mail) ?: ?/*', '', 'i');
  addresses := regexp_replace(addresses, '(@[^ ?#(]*) ?[?#(].*$', '\1');
  select array_agg(part order by place) into parts
  from regexp_split_to_table(addresses, '[ ,;|]+') with ordinality as split (part, place)
  where part collate "C" ~ '[^ !-/:-@[-`{-~•·–—]';
  if exists (select from unnest(parts) part where position('@' in part) = 0) then
    return visible;
  end if;
  return coalesce((regexp_match(
    parts[1],
    '^["''`“”„‘’‚«»‹›()[\]{}<>:;/\\•·]*([^ @"“”„«»‹›<>()[\]:;,\\]+@(?:' || label || '\.)+' || label || ')(?:[!-,./:;>\]}`“”’»›…]+|[/\\].*)?$'
  ))[1], visible);
end $$;
comment on function private.clean_email is
  'The address in what an email program, a spreadsheet or a web page writes, of several the first. Other texts lose white space at their ends and invisible characters only. domain/email.ts in SQL.';

create function private.is_placeholder_email(value text) returns boolean language plpgsql immutable parallel safe as $$
declare
  local_part constant text collate "C" := rtrim(translate(lower(split_part(value, '@', 1) collate "C"), '._-', ''), '0123456789');
  domain constant text collate "C" := lower(split_part(value, '@', 2) collate "C");
begin
  return local_part = any (
    '{emailnotunlocked,notunlocked,emailnotavailable,emailnotfound,emailnotprovided,emailnotknown,notavailable,notfound,notprovided,notknown,notgiven,'
    'notdisclosed,notapplicable,emaillocked,emailhidden,emailunavailable,emailmissing,noemail,nomail,noemailaddress,noemailavailable,noemailfound,'
    'noemailprovided,noemailgiven,noemailyet,novalidemail,unknown,unknownemail,undefined,unavailable,placeholder,placeholderemail,dummyemail,fakeemail,'
    'yourname,youremail,yourmail,username,firstname,lastname,fullname,firstnamelastname,firstlast,namesurname,vorname,nachname,vornamenachname,'
    'prenomnom,nombreapellido,nombreapellidos,nomecognome,nomesobrenome,nomeapelido,voornaamachternaam}'::text[]
  ) or local_part = any (
    '{no,none,"null",nil,nan,na,test,testing,tester,testuser,testemail,testmail,email,mail,name,user,you,abc,asdf,asdfasdf,asdfgh,qwerty,xxx,xxxx,foo,'
    'example,sample,demo,nobody,someone,anyone}'::text[]
  ) and translate(split_part(domain, '.', 1), '-', '') = any (
    '{no,none,"null",nil,nan,na,test,testing,testmail,nomail,noemail,domain,company,website,yourdomain,yourcompany,yourwebsite,mydomain,mycompany,example,'
    'sample,demo,dummy,fake,invalid,nowhere,nobody,undefined,unknown,abc,asdf,asdfasdf,asdfgh,qwerty,xyz,xxx,xxxx,bar,placeholder}'::text[]
  ) and domain ~ '^[^.]+[.](com|org|net|info|invalid|(com?[.])?[a-z][a-z])$'
  or domain in ('email.com', 'mail.com') and local_part in ('email', 'mail', 'test', 'name', 'user', 'no', 'none', 'null')
  or domain in ('example.com', 'example.org', 'example.net') and local_part in ('info', 'contact', 'hello', 'admin', 'office', 'sales', 'support')
  or concat_ws('@', local_part, domain) in ('a@a.com', 'aa@aa.com', 'aaa@aaa.com', 'a@b.com', 'aa@bb.com', 'x@x.com', 'xx@xx.com');
end $$;
comment on function private.is_placeholder_email is
  'Whether an email stands for one that is not known, such as email_not_unlocked@domain.com and test@test.com. domain/email.ts in SQL.';

create function private.stored_email(value text) returns text language plpgsql immutable parallel safe as $$
declare
  cleaned constant text := private.clean_email(value);
begin
  return case when not private.is_placeholder_email(cleaned) then cleaned end;
end $$;
comment on function private.stored_email is 'An email as a lead has it: its address alone, null for a placeholder.';

create function private.email_key(email text) returns text language sql immutable parallel safe
return private.index_key(private.text_key(private.stored_email(email)));
comment on function private.email_key is 'The key of a lead''s email: equal for the same address however it is written; null for a placeholder.';

-- A subdomain is www, m or two letters. A page that names nobody has no key: the bare host, pages for signing in, searching and redirecting, and the
-- names that exports give those whom they do not know.
create or replace function private.linkedin_key(url text) returns text language plpgsql immutable parallel safe as $$
declare
  address text collate "C";
  query text collate "C";
  segments text[] collate "C";
  host text collate "C";
  subdomain text collate "C";
  page text collate "C";
  name text collate "C";
begin
  -- The form of most addresses, without patterns, which take ten times as long.
  address := lower(url collate "C");
  segments := string_to_array(split_part(split_part(address, '?', 1), '#', 1), '/');
  name := segments[5];
  if segments[1] in ('https:', 'http:') and segments[2] = '' and segments[4] in ('in', 'company') and coalesce(segments[6], '') = ''
    and (segments[3] in ('www.linkedin.com', 'linkedin.com') or segments[3] like '__.linkedin.com' and segments[3] ~ '^[a-z]{2}')
    and translate(name, 'abcdefghijklmnopqrstuvwxyz0123456789-', '') = '' and translate(name, '-0', '') <> ''
    and translate(name, '-', '') <> all (
      '{unavailable,unknown,undefined,"null",none,nan,na,notavailable,notfound,notprovided,noprofile,nourl,nolinkedin,me,headless,yourname,yourprofile,yourusername,'
      'linkedinmember}'::text[]
    )
  then
    return private.index_key('linkedin.com/' || segments[4] || '/' || name);
  end if;

  address := split_part(private.text_key(case when octet_length(url) = char_length(url) then url else private.visible_text(url) end), '#', 1);
  query := '&' || substr(address, length(split_part(address, '?', 1)) + 2);
  address := regexp_replace(translate(split_part(address, '?', 1), '\', '/'), '^([a-z][a-z0-9+.-]*:)?//', '');
  segments := array_remove(string_to_array(address, '/'), '');
  host := regexp_replace(segments[1], '\.?(:[0-9]*)?$', '');
  subdomain := split_part(host, '.', 1);
  if (subdomain in ('www', 'm') or subdomain similar to '[a-z][a-z]') and split_part(host, '.', 3) <> '' then
    host := substr(host, length(subdomain) + 2);
  end if;
  if host = 'linkedin.cn' then
    host := 'linkedin.com';
  end if;
  segments := segments[2:];
  if position('%' in address) > 0 then
    segments := array(
      select coalesce(private.text_key(private.decode_percent(segment)), segment)
      from unnest(segments) with ordinality as rest (segment, place)
      order by place
    );
  end if;
  name := private.text_key(private.decode_percent(substring(query from '&(?:amp;)?id=([^&]+)')));

  if host <> 'linkedin.com' and host not like '%.linkedin.com' then
    -- An address elsewhere counts without its query, unless that has an id, or is what the page is for.
    if cardinality(segments) = 0 or segments[1] in ('url', 'search', 'login', 'signin', 'redirect', 'redir', 'l.php') then
      return null;
    end if;
    return private.index_key(host || '/' || array_to_string(segments, '/') || coalesce('?id=' || name, ''));
  end if;

  while segments[1] in ('comm', 'mwlite', 'incareer', 'organization-guest') loop
    segments := segments[2:];
  end loop;
  if segments[1] in ('profile', 'sales') and segments[2] in ('in', 'company', 'account') then
    segments := segments[2:];
  end if;
  page := segments[1];
  case
    when page in ('in', 'company', 'company-beta', 'account', 'school', 'showcase') then
      page := case when page in ('company-beta', 'account') then 'company' else page end;
      name := coalesce(segments[2], case page when 'company' then name end);
      if name = 'n' and segments[3] = 'a' then
        return null;
      end if;
    when page = 'sales' and segments[2] in ('lead', 'people', 'profile') then
      page := 'in';
      name := segments[3];
    when page = 'profile' and name is not null then
      page := 'in';
    when page in ('talent', 'recruiter') and segments[2] in ('profile', 'p') then
      page := page || '/profile';
      name := segments[3];
    when page is null or page in (
      'account', 'authwall', 'checkpoint', 'dir', 'feed', 'hiring', 'home', 'jobs', 'li', 'login', 'messaging', 'mynetwork', 'nhome', 'notifications',
      'people', 'premium', 'profile', 'recruiter', 'redir', 'redirect', 'reg', 'safety', 'sales', 'search', 'signup', 'ssr-login', 'start', 'talent',
      'uas', 'unavailable'
    ) or page = 'pub' and coalesce(segments[2], 'dir') = 'dir' then
      return null;
    else
      return private.index_key(host || '/' || array_to_string(segments, '/'));
  end case;
  -- Of `urn:li:fs_salesProfile:(ID,…)` and `ID,NAME_SEARCH,token` the id counts.
  name := regexp_replace(name, '^urn:li:[a-z_]+:\(?|[?#&,;].*$|[.)\]>"'']+$', '', 'g');
  if coalesce(name, '') = '' or name ~ '^[-_.#*0]+$|^[{[<]' or translate(name, '-/', '') = any (
      '{unavailable,unknown,undefined,"null",none,nan,na,notavailable,notfound,notprovided,noprofile,nourl,nolinkedin,me,headless,yourname,yourprofile,yourusername,'
      'linkedinmember}'::text[]
    )
  then
    return null;
  elsif page = 'in' and host = 'linkedin.com' and name ~ '^[0-9]+$' and segments[1] <> 'in' then
    return 'linkedin.com/profile/view?id=' || name;
  end if;
  return private.index_key(host || '/' || page || '/' || name);
end $$;
comment on function private.linkedin_key is
  'Equal for addresses of the same LinkedIn page: lower case, without scheme, subdomain, query, fragment and what follows the name of the page. The id of a member in a query or of Sales Navigator is a name too. Null for an address that names nobody.';

create function private.host_key(domain text) returns text language sql immutable parallel safe
return private.index_key(nullif(
  regexp_replace(
    regexp_replace(private.text_key(domain), '^([a-z][a-z0-9+.-]*:)?//|[/?#].*$', '', 'g'),
    '^www\.(?=[^.]+\.)|\.?(:[0-9]*)?$', '', 'g'
  ),
  ''
));
comment on function private.host_key is 'Equal for addresses of the same host: lower case, without scheme, www., port, path, query and fragment.';

create or replace function private.domain_key(domain text) returns text language plpgsql immutable parallel safe as $$
declare
  host constant text := private.host_key(domain);
begin
  return case when private.is_shared_domain(host) or private.is_platform(host) then null else host end;
end $$;
comment on function private.domain_key is 'Equal for addresses of the same domain: as host_key, and null for a domain that many companies share.';

create function private.clean_lead_email() returns trigger language plpgsql as $$
begin
  new.email := private.stored_email(new.email);
  return new;
end $$;
comment on function private.clean_lead_email is 'Stores the address alone, without what surrounds it, so that lists and tools know it.';
create trigger clean_email before insert or update of email on public.leads
  for each row when (new.email is not null) execute function private.clean_lead_email();

create function private.erased_keys(secret bytea, email_key text, linkedin_key text) returns text[] language plpgsql immutable parallel safe as $$
begin
  return array[
    private.erased_key(secret, email_key), private.erased_key(secret, linkedin_key),
    private.erased_key(secret, replace(linkedin_key, 'linkedin.com/in/', 'linkedin.com/comm/in/')),
    private.erased_key(secret, replace(linkedin_key, 'linkedin.com/in/', 'linkedin.com/mwlite/in/')),
    private.erased_key(secret, replace(linkedin_key, 'linkedin.com/in/', 'linkedin.com/mwlite/profile/in/'))
  ];
end $$;
comment on function private.erased_keys is 'The hashes by which an erased contact is recognized, also those of the former keys of a LinkedIn page.';

-- The key of an entry that names nobody is its text, which no lead has.
create or replace function private.contact_key(kind text, value text) returns text language plpgsql immutable parallel safe as $$
begin
  return coalesce(
    case
      when kind = 'domain' or kind = 'company' and private.text_key(value) ~ '^(https?://|www\.)' then private.host_key(value)
      when kind = 'linkedin' then private.linkedin_key(value)
      when kind = 'email' then private.email_key(value)
    end,
    private.index_key(private.text_key(value))
  );
end $$;

create or replace function private.contact_error(kind text, value text, reason text) returns text language plpgsql immutable parallel safe as $$
declare
  most_of_value constant int := case kind when 'email' then 320 when 'company' then 500 else 2000 end;
  most_of_domain constant int := 253;
  most_of_reason constant int := 500;
  -- Accents and symbols, in any script. PostgreSQL takes the square of their number to put accents in order.
  many_accents constant text := '[^[:alnum:][:punct:][:space:]]{31}';
  key text;
begin
  if kind is null or kind <> all ('{email,domain,linkedin,company}') then
    return 'Kind must be email, domain, linkedin or company';
  elsif value is null or not private.has_text(value) then
    return 'Value is missing';
  elsif char_length(value) > most_of_value then
    return format('Value is too long (%s characters, at most %s)', char_length(value), most_of_value);
  elsif char_length(reason) > most_of_reason then
    return format('Reason is too long (%s characters, at most %s)', char_length(reason), most_of_reason);
  elsif value collate "und-x-icu" ~ many_accents then
    return 'Value has more than 30 accents or symbols in a row';
  end if;
  key := private.contact_key(kind, value);
  return case
    when kind = 'domain' and (char_length(key) > most_of_domain or starts_with(key, 'md5:'))
      then format('Domain is too long (at most %s characters)', most_of_domain)
    when kind = 'email' and private.is_placeholder_email(private.clean_email(value)) then 'Email names nobody: ' || value
    when kind = 'email' and key !~ '^[^@ ]+@[^@ .]+(\.[^@ .]+)+$' then 'Email is not valid: ' || value
    when kind = 'domain' and (key is null or key !~ '^[^@/ .]+(\.[^@/ .]+)+$') then 'Domain is not valid: ' || value
    when kind = 'linkedin' and coalesce(private.linkedin_key(value), '') !~ '^([^/]+\.)?linkedin\.com/(in|company|pub|school|showcase|profile|talent|recruiter)/.'
      then 'LinkedIn page is not valid: ' || value
    when key is null then 'Value is missing'
    when kind in ('domain', 'company') and private.is_shared_domain(key)
      then format('Many users have addresses at %s: add their email addresses instead', key)
  end;
end $$;

create or replace function private.row_keys(type text, content jsonb) returns text[] language plpgsql immutable as $$
declare
  keys text[] := case type
    when 'leads' then array[private.linkedin_key(content ->> 'linkedin_profile_url'), private.email_key(content ->> 'email')]
    else array[private.domain_key(content ->> 'domain'), private.linkedin_key(content ->> 'linkedin_url')]
  end;
begin
  if num_nonnulls(keys[1], keys[2]) > 0 then
    return keys;
  end if;
  return keys || private.index_key(
    private.text_key(content ->> 'name') || case type when 'leads' then e'\n' || coalesce(private.text_key(content ->> 'company'), '') else '' end
  );
end $$;

create or replace function private.stored_rows(customer uuid, type text, ids uuid[], purpose text) returns jsonb[]
language plpgsql set search_path = '' as $$
declare
  columns constant text := 'id, import_id, created_at, duplicate_keys, ' || array_to_string((private.identity_of(type)).columns, ', ');
  found jsonb[];
  internals jsonb;
begin
  execute format(
    'select array_agg(to_jsonb(stored)) from (select %s from public.%I where customer_id = $1 and id = any ($2) order by id%s) stored',
    case purpose when 'match' then columns else '*' end, type, case purpose when 'change' then ' for update' else '' end
  ) into found using customer, ids;
  if purpose <> 'match' then
    execute format(
      'select jsonb_object_agg(%1$I, custom) from public.internal_values where customer_id = $1 and %1$I = any ($2)',
      case type when 'leads' then 'lead_id' else 'company_id' end
    ) into internals using customer, ids;
    found := array(select content || jsonb_build_object('internal', coalesce(internals -> (content ->> 'id'), '{}')) from unnest(found) content);
  end if;
  return found;
end $$;

create or replace function private.match_rows(customer uuid, type text, file_rows jsonb, purpose text)
returns table ("row" int, content jsonb, keys text[], id uuid, place int, stored jsonb, owners uuid[])
language plpgsql set search_path = '' set enable_nestloop = off set jit = off as $$
#variable_conflict use_column
declare
  columns constant text[] := (private.identity_of(type)).columns;
  contents jsonb[];
  firsts text[];
  seconds text[];
  thirds text[];
  ids uuid[];
  found jsonb[];
begin
  select array_agg(content), array_agg(keys[1]), array_agg(keys[2]), array_agg(keys[3]) into contents, firsts, seconds, thirds
  from (select value as content, private.row_keys(type, value) as keys from jsonb_array_elements(file_rows) offset 0) keyed;
  execute format(
    'select array_agg(id) from (
       select id from public.%1$I where customer_id = $1 and %2$I = any ($2)
       union all
       select id from public.%1$I where customer_id = $1 and %3$I = any ($3)
       union all
       select id from public.%1$I where customer_id = $1 and %4$I = any ($4)
     ) known',
    type, columns[1], columns[2], columns[3]
  ) into ids using customer, firsts, seconds, thirds;
  found := private.stored_rows(customer, type, ids, purpose);
  return query
    with known as materialized (
      select
        (stored ->> 'id')::uuid as id,
        case when stored -> 'duplicate_keys' ? columns[1] is not true then stored ->> columns[1] end as first,
        case when stored -> 'duplicate_keys' ? columns[2] is not true then stored ->> columns[2] end as second,
        case when stored -> 'duplicate_keys' ? columns[3] is not true then stored ->> columns[3] end as third,
        stored
      from unnest(found) stored
    ), named as materialized (
      select distinct on (third) id, third, stored from known where third is not null order by third, stored ->> 'created_at', id
    )
    select
      (file.content ->> 'row')::int, file.content, array[file.first, file.second, file.third],
      coalesce(one.id, two.id, named.id), case when one.id is not null then 1 when two.id is not null then 2 else 3 end,
      coalesce(one.stored, two.stored, named.stored), array[one.id, two.id]
    from unnest(contents, firsts, seconds, thirds) as file (content, first, second, third)
    left join known one on one.first = file.first
    left join known two on two.second = file.second
    left join named on named.third = file.third;
end $$;

create or replace function private.record_duplicates(import public.imports, file_rows json) returns void
language plpgsql set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  columns constant text[] := (private.identity_of(import.import_type)).columns;
  firsts text[];
  seconds text[];
  thirds text[];
  known record;
  ids uuid[];
begin
  select array_agg(first), array_agg(second), array_agg(case when num_nonnulls(first, second) = 0 then private.index_key(third) end)
  into firsts, seconds, thirds
  from (
    select private.linkedin_key(linkedin_profile_url) as first, private.email_key(email) as second,
      private.text_key(name) || e'\n' || coalesce(private.text_key(company), '') as third
    from json_to_recordset(file_rows) as file (linkedin_profile_url text, email text, name text, company text)
    where import.import_type = 'leads'
    union all
    select private.domain_key(domain), private.linkedin_key(linkedin_url), private.text_key(name)
    from json_to_recordset(file_rows) as file (domain text, linkedin_url text, name text)
    where import.import_type = 'companies'
  ) keyed;
  execute format(
    'select array_agg(id) as ids, array_agg(import_id) as imports, array_agg(created_at) as dates,
       array_agg(case when ''%2$s'' = any (duplicate_keys) is not true then first end) as firsts,
       array_agg(case when ''%3$s'' = any (duplicate_keys) is not true then second end) as seconds,
       array_agg(case when ''%4$s'' = any (duplicate_keys) is not true then third end) as thirds
     from (
       select id, import_id, created_at, duplicate_keys, %2$I as first, %3$I as second, %4$I as third
       from public.%1$I where customer_id = $1 and %2$I = any ($2)
       union
       select id, import_id, created_at, duplicate_keys, %2$I, %3$I, %4$I from public.%1$I where customer_id = $1 and %3$I = any ($3)
       union
       select id, import_id, created_at, duplicate_keys, %2$I, %3$I, %4$I from public.%1$I where customer_id = $1 and %4$I = any ($4)
     ) stored',
    import.import_type, columns[1], columns[2], columns[3]
  ) into known using import.customer_id, firsts, seconds, thirds;
  with stored as materialized (
    select * from unnest(known.ids, known.imports, known.dates, known.firsts, known.seconds, known.thirds)
      as stored (id, import_id, created_at, first, second, third)
  ), named as materialized (
    select distinct on (third) id, import_id, third from stored where third is not null order by third, created_at, id
  )
  select array_agg(distinct coalesce(one.id, two.id, named.id)) into ids
  from unnest(firsts, seconds, thirds) as file (first, second, third)
  left join stored one on one.first = file.first
  left join stored two on two.second = file.second
  left join named on named.third = file.third
  where case when one.id is not null then one.import_id when two.id is not null then two.import_id else named.import_id end is distinct from import.id
    and num_nonnulls(one.id, two.id, named.id) > 0;
  insert into public.import_matches (customer_id, import_id, lead_id, company_id)
  select
    import.customer_id, import.id, case import.import_type when 'leads' then id end, case import.import_type when 'companies' then id end
  from unnest(ids) id
  on conflict do nothing;
end $$;

create or replace function private.suppressed_rows(customer uuid, import_type text, file_rows json) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  row_numbers int[];
  row_keys text[];
  company_keys text[];
  names text[];
  domains text[];
  wanted text[];
  listed_keys text[];
  listed_values text[];
  rejected jsonb;
begin
  if not private.has_entries(array[customer]) then
    return null;
  end if;
  if import_type = 'leads' then
    with file as materialized (
      select "row", private.email_key(email) as email_key, private.linkedin_key(linkedin_profile_url) as linkedin_key, company
      from json_to_recordset(file_rows) as given ("row" int, email text, linkedin_profile_url text, company text)
    )
    select array_agg("row"), array_agg(key) into row_numbers, row_keys
    from (
      select "row", key from file cross join unnest(array[email_key, linkedin_key, private.index_key(private.text_key(company))]) key
      union all
      select file."row", parent.key
      from file
      join (
        select domain, unnest(private.parent_domains(domain)) as key
        from (select distinct split_part(email_key, '@', 2) as domain from file) used
      ) parent on parent.domain = split_part(file.email_key, '@', 2)
    ) keyed
    where key is not null;
    company_keys := array(
      select distinct private.index_key(private.text_key(company)) from json_to_recordset(file_rows) as given (company text) where company is not null
    );
    select array_agg(name_key), array_agg(domain_key) into names, domains
    from public.companies employer
    where employer.customer_id = customer and employer.name_key = any (company_keys) and employer.domain_key is not null;
    select row_numbers || array_agg("row"), row_keys || array_agg(key) into row_numbers, row_keys
    from (
      select "row", unnest(private.parent_domains(employer.domain_key)) as key
      from json_to_recordset(file_rows) as given ("row" int, company text)
      join unnest(names, domains) as employer (name_key, domain_key) on employer.name_key = private.index_key(private.text_key(company))
    ) employed;
  else
    select array_agg("row"), array_agg(key) into row_numbers, row_keys
    from (
      select "row", unnest(
        private.parent_domains(private.domain_key(domain)) || private.linkedin_key(linkedin_url) || private.index_key(private.text_key(name))
      ) as key
      from json_to_recordset(file_rows) as given ("row" int, name text, domain text, linkedin_url text)
    ) keyed
    where key is not null;
  end if;
  select row_numbers || array_agg("row"), row_keys || array_agg(key) into row_numbers, row_keys
  from (
    select own."row", private.erased_key(stored.secret, own.key) as key
    from unnest(row_numbers, row_keys) as own ("row", key) cross join private.contact_secret stored
    where own.key ~ '[@/]' and exists (select from public.agency_do_not_contact where kind = 'erased')
  ) further;
  wanted := array(select distinct unnest(row_keys));
  select array_agg(match_key), array_agg(case kind when 'erased' then 'erased at their request' else value end) into listed_keys, listed_values
  from (
    select kind, value, match_key from public.do_not_contact where customer_id = customer and match_key = any (wanted) and removed_at is null
    union all
    select kind, value, match_key from public.agency_do_not_contact where match_key = any (wanted) and removed_at is null
  ) entry;
  select jsonb_agg(jsonb_build_object('row', "row", 'error', 'On the do-not-contact list: ' || value)) into rejected
  from (
    select own."row", min(entry.value) as value
    from unnest(row_numbers, row_keys) as own ("row", key)
    join unnest(listed_keys, listed_values) as entry (key, value) using (key)
    group by own."row"
  ) found;
  return rejected;
end $$;

create or replace function private.do_not_contact_matches(customer_id uuid, lead_ids uuid[]) returns table (
  lead_id uuid, is_agency boolean, kind text, value text, reason text, source text, created_at timestamptz
) language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  perform private.require_cardinality('ids', lead_ids, 10000);
  return query
    with contact as materialized (
      select
        lead.id, lead.email_key, lead.linkedin_key,
        private.contact_keys(lead.email_key, lead.linkedin_key, lead.company) || array(
          select unnest(private.parent_domains(employer.domain_key))
          from public.companies employer
          where employer.customer_id = do_not_contact_matches.customer_id
            and employer.name_key = private.index_key(private.text_key(lead.company)) and employer.domain_key is not null
        ) as keys
      from public.leads lead
      where lead.customer_id = do_not_contact_matches.customer_id and lead.id = any (do_not_contact_matches.lead_ids)
    )
    select contact.id, false, entry.kind, entry.value, entry.reason, entry.source, entry.created_at
    from contact
    cross join unnest(contact.keys) as own (key)
    join public.do_not_contact entry
      on entry.customer_id = do_not_contact_matches.customer_id and entry.match_key = own.key and entry.removed_at is null
    union
    select contact.id, true, entry.kind, entry.value, entry.reason, entry.source, entry.created_at
    from contact
    cross join unnest(contact.keys) as own (key)
    join public.agency_do_not_contact entry on entry.match_key = own.key and entry.removed_at is null and entry.kind <> 'erased'
    union
    select contact.id, true, entry.kind, entry.value, entry.reason, entry.source, entry.created_at
    from contact
    cross join private.contact_secret stored
    join public.agency_do_not_contact entry
      on entry.kind = 'erased' and entry.removed_at is null
      and entry.match_key = any (private.erased_keys(stored.secret, contact.email_key, contact.linkedin_key));
end $$;

create or replace function private.erased_condition() returns text language sql immutable parallel safe
return '(private.erased_keys((select secret from private.contact_secret), email_key, linkedin_key) && '
  'array(select match_key from public.agency_do_not_contact where kind = ''erased'' and removed_at is null))';

revoke all on function
  private.visible_text, private.clean_email, private.is_placeholder_email, private.stored_email, private.email_key, private.host_key,
  private.clean_lead_email, private.erased_keys
  from public, anon, authenticated, service_role;
grant execute on function
  private.visible_text, private.clean_email, private.is_placeholder_email, private.stored_email, private.email_key, private.host_key
  to authenticated, service_role;

-- Rows with another key than before, each marked as a duplicate of itself by all keys, so that none takes the key of another one while they change.
-- Without nested loops, because statistics do not know the marks.
set local enable_nestloop = off;
alter table public.leads disable trigger user;
alter table public.companies disable trigger user;
alter table public.do_not_contact disable trigger user;
alter table public.agency_do_not_contact disable trigger user;

insert into private.shortened_texts (relation, row_id, column_name, original_text)
select 'public.leads', id, 'email', email from public.leads where email is distinct from private.stored_email(email);

update public.leads set
  email = private.stored_email(email), linkedin_profile_url = linkedin_profile_url, duplicate_of = id,
  duplicate_keys = '{linkedin_key,email_key,name_key}'
where email is distinct from private.stored_email(email) or linkedin_key is distinct from private.linkedin_key(linkedin_profile_url);

update public.companies set
  domain = domain, linkedin_url = linkedin_url, duplicate_of = id, duplicate_keys = '{domain_key,linkedin_key,name_key}'
where domain_key is distinct from private.domain_key(domain) or linkedin_key is distinct from private.linkedin_key(linkedin_url);

-- Of the rows with one key the oldest has it: that of the first import, and of an import the first row. First the others that were not changed, then those
-- that were, then those that are no duplicates.
update public.leads stored set duplicate_of = ranked.owner, duplicate_keys = ranked.keys
from (
  select customer_id, id, array_agg(key order by place) as keys, (array_agg(owner order by place))[1] as owner
  from (
    select keyed.customer_id, keyed.id, key, place, first_value(keyed.id) over (
      partition by keyed.customer_id, key, value order by coalesce(import.created_at, keyed.created_at), keyed.created_at desc, keyed.id
    ) as owner
    from (
      select customer_id, id, import_id, created_at, 'linkedin_key' as key, 1 as place, linkedin_key as value from public.leads
      where (customer_id, linkedin_key) in (select customer_id, linkedin_key from public.leads where duplicate_of = id)
      union all
      select customer_id, id, import_id, created_at, 'email_key' as key, 2 as place, email_key as value from public.leads
      where (customer_id, email_key) in (select customer_id, email_key from public.leads where duplicate_of = id)
      union all
      select customer_id, id, import_id, created_at, 'name_key' as key, 3 as place, name_key as value from public.leads
      where (customer_id, name_key) in (select customer_id, name_key from public.leads where duplicate_of = id)
    ) keyed
    left join public.imports import on import.customer_id = keyed.customer_id and import.id = keyed.import_id
  ) named
  where owner <> id
  group by customer_id, id
) ranked
where stored.customer_id = ranked.customer_id and stored.id = ranked.id and stored.duplicate_of is null;

update public.leads stored set duplicate_of = ranked.owner, duplicate_keys = ranked.keys
from (
  select customer_id, id, array_agg(key order by place) as keys, (array_agg(owner order by place))[1] as owner
  from (
    select keyed.customer_id, keyed.id, key, place, first_value(keyed.id) over (
      partition by keyed.customer_id, key, value order by coalesce(import.created_at, keyed.created_at), keyed.created_at desc, keyed.id
    ) as owner
    from (
      select customer_id, id, import_id, created_at, 'linkedin_key' as key, 1 as place, linkedin_key as value from public.leads
      where (customer_id, linkedin_key) in (select customer_id, linkedin_key from public.leads where duplicate_of = id)
      union all
      select customer_id, id, import_id, created_at, 'email_key' as key, 2 as place, email_key as value from public.leads
      where (customer_id, email_key) in (select customer_id, email_key from public.leads where duplicate_of = id)
      union all
      select customer_id, id, import_id, created_at, 'name_key' as key, 3 as place, name_key as value from public.leads
      where (customer_id, name_key) in (select customer_id, name_key from public.leads where duplicate_of = id)
    ) keyed
    left join public.imports import on import.customer_id = keyed.customer_id and import.id = keyed.import_id
  ) named
  where owner <> id
  group by customer_id, id
) ranked
where stored.customer_id = ranked.customer_id and stored.id = ranked.id and stored.duplicate_of = stored.id;

update public.leads set duplicate_of = null, duplicate_keys = null where duplicate_of = id;

update public.companies stored set duplicate_of = ranked.owner, duplicate_keys = ranked.keys
from (
  select customer_id, id, array_agg(key order by place) as keys, (array_agg(owner order by place))[1] as owner
  from (
    select keyed.customer_id, keyed.id, key, place, first_value(keyed.id) over (
      partition by keyed.customer_id, key, value order by coalesce(import.created_at, keyed.created_at), keyed.created_at desc, keyed.id
    ) as owner
    from (
      select customer_id, id, import_id, created_at, 'domain_key' as key, 1 as place, domain_key as value from public.companies
      where (customer_id, domain_key) in (select customer_id, domain_key from public.companies where duplicate_of = id)
      union all
      select customer_id, id, import_id, created_at, 'linkedin_key' as key, 2 as place, linkedin_key as value from public.companies
      where (customer_id, linkedin_key) in (select customer_id, linkedin_key from public.companies where duplicate_of = id)
      union all
      select customer_id, id, import_id, created_at, 'name_key' as key, 3 as place, name_key as value from public.companies
      where (customer_id, name_key) in (select customer_id, name_key from public.companies where duplicate_of = id and domain_key is null and linkedin_key is null) and domain_key is null and linkedin_key is null
    ) keyed
    left join public.imports import on import.customer_id = keyed.customer_id and import.id = keyed.import_id
  ) named
  where owner <> id
  group by customer_id, id
) ranked
where stored.customer_id = ranked.customer_id and stored.id = ranked.id and stored.duplicate_of is null;

update public.companies stored set duplicate_of = ranked.owner, duplicate_keys = ranked.keys
from (
  select customer_id, id, array_agg(key order by place) as keys, (array_agg(owner order by place))[1] as owner
  from (
    select keyed.customer_id, keyed.id, key, place, first_value(keyed.id) over (
      partition by keyed.customer_id, key, value order by coalesce(import.created_at, keyed.created_at), keyed.created_at desc, keyed.id
    ) as owner
    from (
      select customer_id, id, import_id, created_at, 'domain_key' as key, 1 as place, domain_key as value from public.companies
      where (customer_id, domain_key) in (select customer_id, domain_key from public.companies where duplicate_of = id)
      union all
      select customer_id, id, import_id, created_at, 'linkedin_key' as key, 2 as place, linkedin_key as value from public.companies
      where (customer_id, linkedin_key) in (select customer_id, linkedin_key from public.companies where duplicate_of = id)
      union all
      select customer_id, id, import_id, created_at, 'name_key' as key, 3 as place, name_key as value from public.companies
      where (customer_id, name_key) in (select customer_id, name_key from public.companies where duplicate_of = id and domain_key is null and linkedin_key is null) and domain_key is null and linkedin_key is null
    ) keyed
    left join public.imports import on import.customer_id = keyed.customer_id and import.id = keyed.import_id
  ) named
  where owner <> id
  group by customer_id, id
) ranked
where stored.customer_id = ranked.customer_id and stored.id = ranked.id and stored.duplicate_of = stored.id;

update public.companies set duplicate_of = null, duplicate_keys = null where duplicate_of = id;

-- Entries with one key apply to the same leads; the older is the one that another addition repeats.
update public.do_not_contact set value = value, is_repeat = true where match_key is distinct from private.contact_key(kind, value);
update public.agency_do_not_contact set value = value, is_repeat = true where match_key is distinct from private.contact_key(kind, value);
update public.do_not_contact entry set is_repeat = false
from (
  select customer_id, id, row_number() over (partition by customer_id, match_key, kind, removed_at is null order by is_repeat, created_at, id) as place
  from public.do_not_contact
) ranked
where entry.customer_id = ranked.customer_id and entry.id = ranked.id and place = 1 and is_repeat;
update public.agency_do_not_contact entry set is_repeat = false
from (
  select id, row_number() over (partition by match_key, kind, removed_at is null order by is_repeat, created_at, id) as place
  from public.agency_do_not_contact
) ranked
where entry.id = ranked.id and place = 1 and is_repeat;

-- The keys of leads that were handed off. A key is an address without its scheme.
update public.hand_off_rows set linkedin_key = private.linkedin_key(linkedin_key), email_key = private.email_key(email_key)
where linkedin_key not like 'md5:%' and linkedin_key is distinct from private.linkedin_key(linkedin_key)
  or email_key not like 'md5:%' and email_key is distinct from private.email_key(email_key);
update public.handed_off_leads set linkedin_key = private.linkedin_key(linkedin_key), email_key = private.email_key(email_key)
where linkedin_key not like 'md5:%' and linkedin_key is distinct from private.linkedin_key(linkedin_key)
  or email_key not like 'md5:%' and email_key is distinct from private.email_key(email_key);

-- What imports have given, so that their undo still finds it.
update public.import_matches set given = given || jsonb_build_object('email', private.stored_email(given ->> 'email'))
where given ->> 'email' is distinct from private.stored_email(given ->> 'email');

alter table public.leads enable trigger user;
alter table public.companies enable trigger user;
alter table public.do_not_contact enable trigger user;
alter table public.agency_do_not_contact enable trigger user;
set local enable_nestloop = on;
