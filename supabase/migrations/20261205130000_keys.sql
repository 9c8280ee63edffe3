
-- A subdomain is www, m, touch or two letters. A page that names nobody has no key: the bare host, pages for signing in, searching and redirecting, and
-- the names that exports give those whom they do not know.
create or replace function private.linkedin_key(url text) returns text language plpgsql immutable strict parallel safe as $$
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
      '{unavailable,unknown,undefined,"null",none,nan,na,notavailable,notfound,notprovided,noprofile,nourl,nolinkedin,nolink,noresult,me,headless,yourname,'
      'yourprofile,yourusername,username,linkedinmember,member,private,hidden,profile,user,false,true,404,error,login,signup,edit,http,https,linkedin.com,'
      'www.linkedin.com}'::text[]
    )
  then
    return private.index_key('linkedin.com/' || segments[4] || '/' || name);
  end if;

  address := split_part(private.text_key(case when octet_length(url) = char_length(url) then url else private.visible_text(url) end), '#', 1);
  query := '&' || substr(address, length(split_part(address, '?', 1)) + 2);
  address := translate(split_part(address, '?', 1), '\', '/');
  if split_part(address, 'linkedin.c', 3) <> '' or address like '%://%://%' or translate(address, ' "''()<>[]|;', '') <> address then
    -- The first of several addresses, without what stands before it, as in `https://linkedin.com/in/https://linkedin.com/in/ada` and `[Ada](https://…)`.
    address := coalesce(
      (
        select word
        from regexp_split_to_table(address, '\s*[,;|]\s*(?=https?:|www\.|\S*linkedin\.)|\s+(?=https?:|www\.|\S*linkedin\.)') with ordinality as split (word, place)
        where word ~ 'linkedin\.c(om|n)/'
        order by place limit 1
      ),
      address
    );
    address := regexp_replace(address, '^.*[/("''<=[]((?:[a-z0-9-]+\.)*linkedin\.(?:com|cn)/)', '\1');
  end if;
  address := regexp_replace(address, '^([a-z][a-z0-9+.-]*:)?//', '');
  segments := array_remove(string_to_array(address, '/'), '');
  host := regexp_replace(segments[1], '\.?(:[0-9]*)?$', '');
  subdomain := split_part(host, '.', 1);
  if (subdomain in ('www', 'm') or subdomain similar to '[a-z][a-z]') and split_part(host, '.', 3) <> '' then
    host := substr(host, length(subdomain) + 2);
  end if;
  if host = 'linkedin.cn' or host like '%.linkedin.c%' and host ~ '^((w{2,4}|m|mobile|touch|[a-z]{2})\.)+linkedin\.c(om|n)$' then
    host := 'linkedin.com';
  end if;
  segments := segments[2:];
  -- Some exports encode an address twice.
  for round in 1..2 loop
    exit when position('%' in array_to_string(segments, '/')) = 0;
    segments := array(
      select coalesce(private.text_key(private.visible_text(private.decode_percent(segment))), segment)
      from unnest(segments) with ordinality as rest (segment, place)
      order by place
    );
  end loop;
  name := private.text_key(private.decode_percent(substring(query from '&(?:amp;)?id=([^&]+)')));

  if host <> 'linkedin.com' and host not like '%.linkedin.com' then
    -- An address elsewhere counts without its query, unless that has an id, or is what the page is for.
    if cardinality(segments) = 0 or segments[1] in (
      'url', 'search', 'login', 'signin', 'redirect', 'redir', 'l.php', 'ck', 'aclk', '404', 'error'
    ) then
      return null;
    end if;
    return private.index_key(host || '/' || array_to_string(segments, '/') || coalesce('?id=' || name, ''));
  end if;

  while segments[1] in ('comm', 'mwlite', 'm', 'mobile', 'incareer', 'organization-guest', 'public-profile') loop
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
    when page in ('talent', 'recruiter') and ('profile' = any (segments) or segments[2] = 'p') then
      page := page || '/profile';
      name := segments[coalesce(array_position(segments, 'profile'), 2) + 1];
    when page is null or page in (
      '404', 'account', 'authwall', 'checkpoint', 'dir', 'edu', 'error', 'events', 'feed', 'games', 'groups', 'help', 'hiring', 'home', 'jobs', 'learning',
      'legal', 'li', 'login', 'messaging', 'mynetwork', 'news', 'nhome', 'notifications', 'people', 'premium', 'profile', 'psettings', 'recruiter', 'redir',
      'redirect', 'reg', 'safety', 'sales', 'search', 'signup', 'ssr-login', 'start', 'talent', 'uas', 'unavailable'
    ) or page = 'pub' and coalesce(segments[2], 'dir') = 'dir' then
      return null;
    else
      -- The name of `/pub` is followed by three numbers.
      return private.index_key(host || '/' || array_to_string(case page when 'pub' then segments[:5] else segments end, '/'));
  end case;
  -- The id is the key of `urn:li:fs_salesProfile:(ID,…)` and of `ID,NAME_SEARCH,token`.
  if name like '%linkedin.c%' then
    name := regexp_replace(name, '^.*linkedin\.com/[a-z]+/', '');
  end if;
  name := regexp_replace(name, '^@|^urn:li:[a-z_]+:\(?|[?#&,;|].*$|[.)\]>"''*!:`/]+$', '', 'g');
  if coalesce(name, '') = '' or name ~ '^[-_.#*0]+$|^[{[<]' or translate(name, '-/ ', '') = any (
      '{unavailable,unknown,undefined,"null",none,nan,na,notavailable,notfound,notprovided,noprofile,nourl,nolinkedin,nolink,noresult,me,headless,yourname,'
      'yourprofile,yourusername,username,linkedinmember,member,private,hidden,profile,user,false,true,404,error,login,signup,edit,http,https,linkedin.com,'
      'www.linkedin.com}'::text[]
    )
  then
    return null;
  elsif page = 'in' and host = 'linkedin.com' and name ~ '^[0-9]+$' and (segments[1] <> 'in' or segments[2] like 'urn:%') then
    return 'linkedin.com/profile/view?id=' || name;
  end if;
  return private.index_key(host || '/' || page || '/' || name);
end $$;

create or replace function private.clean_email(value text) returns text language plpgsql immutable parallel safe as $$
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
  where part collate "C" ~ '[^ !-/:-@[-`{-~•·–—\u2190-\u2bff\U0001f000-\U0001faff]';
  if exists (select from unnest(parts) part where position('@' in part) = 0) then
    return visible;
  end if;
  return coalesce((regexp_match(
    parts[1],
    '^["''`“”„‘’‚«»‹›()[\]{}<>:;/\\•·]*([^ @"“”„«»‹›<>()[\]:;,\\]+@(?:' || label || '\.)+' || label || ')(?:[!-,./:;>\]}`“”’»›…]+|[/\\].*)?$'
  ))[1], visible);
end $$;

create or replace function private.is_placeholder_email(value text) returns boolean language plpgsql immutable parallel safe as $$
declare
  local_part constant text collate "C" := rtrim(translate(lower(split_part(value, '@', 1) collate "C"), '._-', ''), '0123456789');
  domain constant text collate "C" := lower(split_part(value, '@', 2) collate "C");
begin
  -- A vendor hides a part of it.
  return split_part(value, '@', 1) ~ '[*•●]{2}|[.]{3}|…' or local_part = any (
    '{emailnotunlocked,notunlocked,emailnotavailable,emailnotfound,emailnotprovided,emailnotknown,notavailable,notfound,notprovided,notknown,notgiven,'
    'notdisclosed,notapplicable,emaillocked,emailhidden,emailunavailable,emailmissing,noemail,nomail,noemailaddress,noemailavailable,noemailfound,'
    'noemailprovided,noemailgiven,noemailyet,novalidemail,unknown,unknownemail,undefined,unavailable,placeholder,placeholderemail,dummyemail,fakeemail,'
    'yourname,youremail,yourmail,username,firstname,lastname,fullname,firstnamelastname,firstlast,namesurname,vorname,nachname,vornamenachname,'
    'prenomnom,nombreapellido,nombreapellidos,nomecognome,nomesobrenome,nomeapelido,voornaamachternaam,emailprotected,keineemail,keinemail,ohneemail,'
    'pasdemail,sinemail,sincorreo,geenemail,nessunaemail,sememail}'::text[]
  ) or local_part = any (
    '{no,none,"null",nil,nan,na,test,testing,tester,testuser,testemail,testmail,email,mail,name,user,you,abc,asdf,asdfasdf,asdfgh,qwerty,xxx,xxxx,foo,'
    'example,sample,demo,nobody,noone,someone,anyone,your,dummy,fake,invalid,deleted,private,hidden,anonymous,guest,missing,empty,blank,temp,todo,tbd,tba,'
    'xyz,qwe,nope,keine,sin}'::text[]
  ) and translate(split_part(domain, '.', 1), '-', '') = any (
    '{no,none,"null",nil,nan,na,test,testing,testmail,nomail,noemail,domain,company,website,yourdomain,yourcompany,yourwebsite,mydomain,mycompany,example,'
    'sample,demo,dummy,fake,invalid,nowhere,nobody,undefined,unknown,abc,asdf,asdfasdf,asdfgh,qwerty,xyz,xxx,xxxx,bar,placeholder,deleted,private,hidden,'
    'anonymous,guest,missing,empty,blank,temp,todo,tbd,tba,qwe,nope,email,correo}'::text[]
  ) and domain ~ '^[^.]+[.](com|org|net|info|invalid|(com?[.])?[a-z][a-z])$'
  or domain in ('email.com', 'mail.com') and local_part in ('email', 'mail', 'test', 'name', 'user', 'no', 'none', 'null', 'your')
  or domain in ('example.com', 'example.org', 'example.net') and local_part in ('info', 'contact', 'hello', 'admin', 'office', 'sales', 'support')
  or concat_ws('@', local_part, domain) in ('a@a.com', 'aa@aa.com', 'aaa@aaa.com', 'a@b.com', 'aa@bb.com', 'x@x.com', 'xx@xx.com');
end $$;

-- Stored rows get the keys of the functions above. Rows with another key than before are first marked as duplicates of themselves by all keys, so that
-- none takes the key of another one while they change. Without nested loops, because statistics do not know the marks.
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

update public.companies set linkedin_url = linkedin_url, duplicate_of = id, duplicate_keys = '{domain_key,linkedin_key,name_key}'
where linkedin_key is distinct from private.linkedin_key(linkedin_url);

-- The oldest of the rows with one key has it: that of the first import, and of one import the first row. The rows that were not changed become duplicates
-- first, then those that were. The others are no duplicates.
do $$
declare
  type text;
  columns text[];
  keyed text;
  state text;
begin
  foreach type in array '{leads,companies}'::text[] loop
    columns := (private.identity_of(type)).columns;
    -- A company with a domain or LinkedIn page shares its name.
    keyed := format(
      'select customer_id, id, import_id, created_at, unnest(array[%2$L, %3$L, %4$L]) as key, unnest(array[1, 2, 3]) as place,
         unnest(array[%2$I, %3$I, case when num_nonnulls(%2$I, %3$I) = 0 or %1$L = ''leads'' then %4$I end]) as value
       from public.%1$I', type, columns[1], columns[2], columns[3]
    );
    foreach state in array '{"is null","= stored.id"}'::text[] loop
      execute format(
        'update public.%1$I stored set duplicate_of = named.original, duplicate_keys = named.keys
         from (
           select customer_id, id, array_agg(key order by place) as keys, (array_agg(original order by place))[1] as original
           from (
             select row.customer_id, row.id, key, place, first_value(row.id) over (
               partition by row.customer_id, key, value order by coalesce(import.created_at, row.created_at), row.created_at desc, row.id
             ) as original
             from (%2$s) row
             left join public.imports import on import.customer_id = row.customer_id and import.id = row.import_id
             where (row.customer_id, key, value) in (
               select customer_id, key, value from (%2$s where duplicate_of = id) changed where value is not null
             )
           ) ranked
           where original <> id
           group by customer_id, id
         ) named
         where stored.customer_id = named.customer_id and stored.id = named.id and stored.duplicate_of %3$s',
        type, keyed, state
      );
    end loop;
    execute format('update public.%I set duplicate_of = null, duplicate_keys = null where duplicate_of = id', type);
  end loop;
end $$;

-- Entries with one key apply to the same leads. The older is the one that another addition repeats.
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
where linkedin_key like '%linkedin.c%' and linkedin_key !~ '^linkedin[.]com/in/[^/]+/' and linkedin_key is distinct from private.linkedin_key(linkedin_key)
  or email_key not like 'md5:%' and email_key is distinct from private.email_key(email_key);
update public.handed_off_leads set linkedin_key = private.linkedin_key(linkedin_key), email_key = private.email_key(email_key)
where linkedin_key like '%linkedin.c%' and linkedin_key !~ '^linkedin[.]com/in/[^/]+/' and linkedin_key is distinct from private.linkedin_key(linkedin_key)
  or email_key not like 'md5:%' and email_key is distinct from private.email_key(email_key);

-- The emails that imports have given, so that undoing them still finds these. On Citus no function here may be stable, as jsonb_build_object is.
update public.import_matches set given = given || '{"email": null}'
where given ->> 'email' is not null and private.stored_email(given ->> 'email') is null;

alter table public.leads enable trigger user;
alter table public.companies enable trigger user;
alter table public.do_not_contact enable trigger user;
alter table public.agency_do_not_contact enable trigger user;
set local enable_nestloop = on;
