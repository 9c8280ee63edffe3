-- Schema private, settings, and functions that all files use. The files are applied in the order of supabase/config.toml.

do $$ begin
  if to_regclass('public.leads') is not null then
    raise exception 'This database has the schema of an earlier version: see "Upgrade" in docs/supabase.md';
  end if;
end $$;

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;

create schema private;
comment on schema private is 'What policies, triggers and functions use. The row API does not offer it.';
revoke all on schema private from public, anon, authenticated, service_role;
-- Generated columns are computed with the rights of the role that writes the row.
grant usage on schema private to authenticated, service_role, supabase_auth_admin;

create function private.is_plausible_date(moment timestamptz) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  return moment between '1900-01-01 00:00:00+00' and '9999-12-31 23:59:59+00';
end $$;
comment on function private.is_plausible_date is 'Whether a date is between 1900 and 9999, which every calendar can show.';

create table private.settings (
  is_only_row boolean primary key default true check (is_only_row),
  invitation_days int not null default 7 check (invitation_days > 0)
);
comment on table private.settings is 'Settings of the server''s environment that functions need. One row, written by the owner at start.';
comment on column private.settings.is_only_row is 'Always true, so that there is one row.';
comment on column private.settings.invitation_days is 'How long a new invitation is valid.';

revoke all on private.settings from public, anon, authenticated, service_role;

insert into private.settings default values;

create function private.require_length(what text, value text, most int) returns void language plpgsql immutable parallel safe as $$
begin
  if char_length(value) > most then
    raise exception 'The % is too long: % characters, at most %', what, char_length(value), most using errcode = '22001';
  end if;
end $$;
comment on function private.require_length is 'Raises an error if a text has more characters.';

-- The text of jsonb may be much longer than its size: 1e131071 has 131,072 digits.
create function private.require_size(what text, bytes int, most int) returns void language plpgsql immutable parallel safe as $$
begin
  if bytes > most then
    raise exception 'The % is too large: % bytes, at most %', what, bytes, most using errcode = '22001';
  end if;
end $$;
comment on function private.require_size is 'Raises an error if a value has more bytes than this.';

create function private.require_cardinality(what text, ids uuid[], most int) returns void language plpgsql immutable parallel safe as $$
begin
  if cardinality(ids) > most then
    raise exception 'Too many %: %, at most %', what, cardinality(ids), most using errcode = '22023';
  end if;
end $$;
comment on function private.require_cardinality is 'Raises an error if an array has more elements.';

-- A statement that waited for the change of another one would otherwise have an earlier time than that change.
create function private.time_after(last timestamptz) returns timestamptz language sql stable parallel safe
return case when last > now() and last < now() + interval '1 minute' then last + interval '1 microsecond' else now() end;
comment on function private.time_after is 'Now, or the next microsecond after a change by a transaction that began later and was committed first.';

create function private.set_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := private.time_after(old.updated_at);
  return new;
end $$;
comment on function private.set_updated_at is 'Sets updated_at to now, later than before.';

-- Administrators and members have the grants of one role. Triggers with this function distinguish them, once per statement.
create function private.reject_change() returns trigger language plpgsql as $$
begin
  raise exception '%', tg_argv[0] using errcode = 'insufficient_privilege';
end $$;
comment on function private.reject_change is 'Rejects the statement with the message of the trigger.';

revoke all on function
  private.is_plausible_date, private.require_length, private.require_size, private.require_cardinality, private.time_after,
  private.set_updated_at, private.reject_change
  from public, anon, authenticated, service_role;
grant execute on function
  private.require_length, private.require_size, private.is_plausible_date, private.time_after
  to authenticated, service_role;

-- Functions that normalize and compare texts: keys of duplicates, names, emails, addresses, search words and custom values.

-- PostgreSQL inlines SQL functions of generated columns and checks anew in each statement, which takes longer than calling these.
create function private.collapse_spaces(value text) returns text language plpgsql immutable parallel safe as $$
begin
  return btrim(regexp_replace(
    value collate "C",
    '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'
  ));
end $$;
comment on function private.collapse_spaces is
  'Trimmed text with each run of white space as one space. White space is listed by code point, because PostgreSQL''s class differs by version.';

create function private.has_text(value text) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  return value collate "C" ~ '[^\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]';
end $$;
comment on function private.has_text is 'Whether a text has a character other than white space.';

create function private.index_key(value text) returns text language plpgsql immutable parallel safe as $$
begin
  return case when octet_length(value) <= 600 then value else 'md5:' || md5(value) end;
end $$;
comment on function private.index_key is 'The text, or its hash if it is too long for an index entry.';

-- A text that is longer than any stored one is compared without Unicode forms, because normalizing takes the square of its accents: minutes for a
-- search term of 1 MB, during which PostgreSQL cannot be interrupted.
create function private.text_key(value text) returns text language plpgsql immutable parallel safe as $$
declare
  longest_stored constant int := 2000;
begin
  return nullif(private.collapse_spaces(
    case
      when octet_length(value) = char_length(value) then lower(value collate "C") collate "C"
      when char_length(value) > longest_stored then lower(value collate "und-x-icu") collate "C"
      else lower(normalize(value, nfc) collate "und-x-icu") collate "C"
    end
  ), '');
end $$;
comment on function private.text_key is 'Equal for texts that differ in case, white space or Unicode form only.';

-- The pattern matches well-formed UTF-8 only, so that convert_from raises no error.
create function private.decode_percent(value text) returns text language sql immutable strict parallel safe
return (
  select string_agg(
    case when part[1] is null then part[2] else convert_from(decode(replace(part[1], '%', ''), 'hex'), 'UTF8') end, '' order by place
  )
  from regexp_matches(
    value,
    '((?:'
      '%(?:0[1-9a-f]|[1-7][0-9a-f])|'
      '%(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]|'
      '%e0%[ab][0-9a-f]%[89ab][0-9a-f]|'
      '%(?:e[1-9a-cef])(?:%[89ab][0-9a-f]){2}|'
      '%ed%[89][0-9a-f]%[89ab][0-9a-f]|'
      '%f0%[9ab][0-9a-f](?:%[89ab][0-9a-f]){2}|'
      '%f[1-3](?:%[89ab][0-9a-f]){3}|'
      '%f4%8[0-9a-f](?:%[89ab][0-9a-f]){2}'
    ')+)|(%|[^%]+)', 'gi'
  ) with ordinality as found (part, place)
);
comment on function private.decode_percent is 'Decodes percent escapes that are valid UTF-8; others stay.';

-- A subdomain is www, m or two letters. A page that names nobody has no key: the bare host, pages for signing in, searching and redirecting, and the
-- names that exports give those whom they do not know.
create function private.linkedin_key(url text) returns text language plpgsql immutable strict parallel safe as $$
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
  -- The id is the key of `urn:li:fs_salesProfile:(ID,…)` and of `ID,NAME_SEARCH,token`.
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

create function private.domain_key(domain text) returns text language plpgsql immutable parallel safe as $$
declare
  host constant text := private.host_key(domain);
begin
  return case when private.is_shared_domain(host) or private.is_platform(host) then null else host end;
end $$;
comment on function private.domain_key is 'Equal for addresses of the same domain: as host_key, and null for a domain that many companies share.';

create function private.is_email(value text) returns boolean language sql immutable parallel safe
return char_length(value) <= 255 and value collate "C" ~ (
  '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
  '(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$'
);
comment on function private.is_email is 'Whether a text is an email address by the HTML standard, of at most 255 characters. domain/email.ts in SQL.';

-- Symbols become runes, because a trigram index contains only letters and digits. A folded text therefore has no special characters of LIKE.
-- Runes and the characters of scripts without spaces (Han, Kana, Hangul) are words of their own.
create function private.fold_text(value text) returns text language plpgsql immutable parallel safe as $$
declare
  symbols constant text := $symbols$!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~$symbols$;
  runes constant text := 'ᚠᚡᚢᚣᚤᚥᚦᚧᚨᚩᚪᚫᚬᚭᚮᚯᚰᚱᚲᚳᚴᚵᚶᚷᚸᚹᚺᚻᚼᚽᚾᚿ';
  folded text collate "C" := value;
begin
  if octet_length(value) > char_length(value) then
    folded := normalize(lower(normalize(value, nfkc) collate "und-x-icu"), nfkd);
    -- Accents, vowel points of Hebrew and Arabic, and characters that are not visible.
    folded := regexp_replace(
      folded,
      '[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc'
        '\u06df-\u06e8\u06ea-\u06ed\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]',
      '', 'g'
    );
    -- Letters that have no decomposition, and typographic marks.
    folded := translate(folded, 'øđðłħŧıȷςɐ‘’‚‛ʼʹ′“”„‟″‐‒–—―−․·•' || e'\u0085\u1680\u2028\u2029', 'oddlhtijσa''''''''''''''"""""------...    ');
    folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    folded := regexp_replace(
      normalize(folded, nfkc),
      '[\u0080-\u00bf\u00d7\u00f7\u02c2-\u02df\u037e\u0387\u055a-\u055f\u0589\u05be\u05c0\u05c3\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965'
        '\u2010-\u205e\u20a0-\u20cf\u2100-\u214f\u2190-\u2bff\u3001-\u3003\u3008-\u3020\u3030\u303d\u30fb\ufe30-\ufe6b\uff01-\uff0f'
        '\U0001f000-\U0001faff]',
      'ᛀ', 'g'
    );
  else
    folded := lower(folded);
  end if;
  -- Most texts have letters and digits only, which is faster to see than to translate.
  if folded ~ '[^a-z0-9 \u001f]' then
    folded := translate(folded, symbols || e'\t\n\u000b\f\r', runes || '     ');
    folded := regexp_replace(
      folded, '[ᚠ-ᛀ\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]', ' \& ', 'g'
    );
  end if;
  if position('  ' in folded) > 0 then
    folded := regexp_replace(folded, ' {2,}', ' ', 'g');
  end if;
  return btrim(folded);
end $$;
comment on function private.fold_text is
  'A text as search compares it: lower case, without accents (ø is o, ß is ss), one space between words. Symbols become runes.';

-- A space precedes each word, so that the beginning of a word can be searched for. No field can contain the separator. A generated column is
-- computed before the lengths of the others are checked, which are at most 500.
create function private.search_text(first text, second text default null, third text default null) returns text
language plpgsql immutable parallel safe as $$
declare
  separator constant text := e'\u001f';
  folded text := ' ' || private.fold_text(
    translate(left(first, 1000), separator, ' ')
      || e' \u001f ' || coalesce(translate(left(second, 1000), separator, ' '), '')
      || e' \u001f ' || coalesce(translate(left(third, 1000), separator, ' '), '')
  );
begin
  -- Three fields of 500 symbols or Han have 3,005.
  if char_length(folded) > 4000 then
    folded := array_to_string(array(select left(field, 1000) from unnest(string_to_array(folded, separator)) field), separator);
  end if;
  return folded;
end $$;
comment on function private.search_text is
  'The folded fields of a row, separated by U+001F, which a field cannot contain. Words are searched for in it, and lists are sorted by it. A field that is much longer once folded is cut after 1,000 characters.';

-- Lists are sorted by name and company in indexes that begin with the status, so that a list of one status is read as fast as one of all, which
-- merges three. It is a number, because PostgreSQL does not see that rows with `is_approved is null` are sorted by the next column.
create function private.name_sort_key(search_text text) returns text language sql immutable parallel safe
return left(split_part(search_text, e'\u001f', 1), 100);
comment on function private.name_sort_key is 'The folded name of a row, by which lists are sorted, from its search_text.';

create function private.company_sort_key(search_text text) returns text language sql immutable parallel safe
return coalesce(nullif(left(split_part(search_text, e'\u001f', 2), 100), ' '), e'\U0010ffff');
comment on function private.company_sort_key is 'The folded company of a lead, by which lists are sorted. Leads without one come last.';

-- No value is blank, because messages use the fallback for one that is missing.
create function private.is_custom(value jsonb) returns boolean language plpgsql immutable parallel safe as $$
begin
  return value = '{}' or jsonb_typeof(value) = 'object' and octet_length(value::text) <= 16384 and not exists (
    select from jsonb_each(value) field (key, content)
    where not private.is_custom_key(key) or jsonb_typeof(content) <> 'string' or char_length(content #>> '{}') > 2000
      or not private.has_text(content #>> '{}')
  );
end $$;
comment on function private.is_custom is
  'Whether a value has custom fields: an object of texts of at most 2,000 characters by key, of at most 16,384 bytes as text. An empty or blank field has no key.';

create function private.is_custom_key(value text) returns boolean language sql immutable parallel safe
return char_length(value) <= 60 and value collate "C" ~ '^[^\u0001-/:-^`{-\u00bf\u00d7\u00f7\u2000-\u206f\u3000]+$';
comment on function private.is_custom_key is
  'Whether a text is the key of a custom field: of word characters of any script, without capitals of A to Z.';

create function private.custom_keys(value jsonb) returns text language sql immutable parallel safe
return private.index_key(array_to_string(array(select jsonb_object_keys(value)), ','));
comment on function private.custom_keys is 'The keys of an object in one text, or its hash if it is too long for an index entry.';

create function private.custom_shape(value jsonb) returns text language sql immutable parallel safe
return case when value = '{}' then '' else private.custom_keys(value) end;
comment on function private.custom_shape is
  'Which custom fields of a row are filled. The few shapes of a customer''s rows find those with an empty field by an index.';

create function private.parent_domains(domain text) returns text[] language plpgsql immutable parallel safe as $$
declare
  labels text[];
begin
  if domain like '%.%.%' then
    labels := string_to_array(domain, '.');
    return array(select array_to_string(labels[place:], '.') collate "C" from generate_series(1, cardinality(labels) - 1) place);
  end if;
  return case when domain like '%.%' then array[domain] else '{}' end;
end $$;
comment on function private.parent_domains is 'A domain and the domains that it is a subdomain of, without the last label alone.';

create function private.is_platform(host text) returns boolean language plpgsql immutable parallel safe as $$
begin
  return private.parent_domains(host) && '{about.me,airbnb.com,alibaba.com,amazon.com,amazon.co.uk,amazon.de,amazon.fr,angel.co,angi.com,angieslist.com,apollo.io,app.link,'
    'apps.apple.com,bbb.org,behance.net,bing.com,bit.ly,bizapedia.com,bloomberg.com,bnb.com,calendly.com,canva.com,capterra.com,clutch.co,'
    'companieshouse.gov.uk,company-information.service.gov.uk,craigslist.org,crunchbase.com,cylex.de,dasoertliche.de,dealroom.co,deliveroo.co.uk,'
    'discord.com,discord.gg,dnb.com,docs.google.com,doordash.com,dribbble.com,dropbox.com,ebay.co.uk,ebay.com,ebay.de,etsy.com,europages.com,'
    'eventbrite.com,facebook.com,fb.com,fb.me,firmenabc.at,firmenwissen.de,fiverr.com,flickr.com,foursquare.com,freelancer.com,g.co,g.page,g2.com,'
    'gelbeseiten.de,github.com,gitlab.com,glassdoor.com,glassdoor.de,goo.gl,google.com,google.de,gumroad.com,houzz.com,imdb.com,implisense.com,'
    'indeed.com,infogreffe.fr,instagram.com,issuu.com,justdial.com,kickstarter.com,kompass.com,kununu.com,linkedin.com,lnkd.in,linktr.ee,'
    'loopnet.com,malt.com,malt.fr,manta.com,medium.com,meetup.com,moneyhouse.ch,moneyhouse.de,northdata.com,northdata.de,notion.site,notion.so,'
    'opencorporates.com,opentable.com,pagesjaunes.fr,paginasamarillas.es,paginegialle.it,pappers.fr,patreon.com,pinterest.com,producthunt.com,'
    'quora.com,reddit.com,rocketreach.co,scribd.com,sites.google.com,slideshare.net,snapchat.com,societe.com,sortlist.com,soundcloud.com,'
    'spotify.com,t.co,t.me,telegram.me,thumbtack.com,tiktok.com,tinyurl.com,tripadvisor.com,tripadvisor.de,trustpilot.com,twitter.com,'
    'unternehmensregister.de,upwork.com,vimeo.com,vk.com,wa.me,wellfound.com,werliefertwas.de,whatsapp.com,wikipedia.org,wlw.de,x.com,xing.com,'
    'yell.com,yellowpages.com,yelp.com,yelp.de,youtu.be,youtube.com,zefix.ch,zomato.com,zoominfo.com}'::text[];
end $$;
comment on function private.is_platform is
  'Whether a host, or a domain that it is a subdomain of, has pages of many companies, such as social networks and directories.';

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

create function private.host_key(domain text) returns text language sql immutable parallel safe
return private.index_key(nullif(
  regexp_replace(
    regexp_replace(private.text_key(domain), '^([a-z][a-z0-9+.-]*:)?//|[/?#].*$', '', 'g'),
    '^www\.(?=[^.]+\.)|\.?(:[0-9]*)?$', '', 'g'
  ),
  ''
));
comment on function private.host_key is 'Equal for addresses of the same host: lower case, without scheme, www., port, path, query and fragment.';

create function private.trimmed(value text) returns text language sql immutable parallel safe
return btrim(value, e'\t\n\x0b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff');
comment on function private.trimmed is 'Text without white space at its ends, as JavaScript''s trim().';

create function private.plain_name(value text) returns text language sql immutable parallel safe
return private.collapse_spaces(regexp_replace(
  value collate "C", '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'
));
comment on function private.plain_name is
  'One line of visible text: without control characters and marks that change the direction of text. domain/name.ts in SQL.';

-- The length is checked by a constraint, after the trigger: normalizing 20 MB would take 7 s.
create function private.normalize_name() returns trigger language plpgsql set search_path = '' as $$
begin
  if char_length(new.name) <= 10000 then
    new.name := private.plain_name(new.name);
  end if;
  return new;
end $$;
comment on function private.normalize_name is
  'Stores the name as one line of visible text. One of more than 10,000 characters stays as it is, for its length to be rejected.';

create function private.normalize_full_name() returns trigger language plpgsql set search_path = '' as $$
begin
  if char_length(new.full_name) <= 10000 then
    new.full_name := nullif(private.plain_name(new.full_name), '');
  end if;
  return new;
end $$;
comment on function private.normalize_full_name is 'As normalize_name, and null for a blank name.';

create function private.normalize_file_name() returns trigger language plpgsql set search_path = '' as $$
begin
  if char_length(new.file_name) <= 10000 then
    new.file_name := private.plain_name(new.file_name);
  end if;
  return new;
end $$;
comment on function private.normalize_file_name is 'As normalize_name, for a file name.';

create function private.words_of(term text) returns setof text language plpgsql immutable parallel safe as $$
begin
  perform private.require_length('search term', term, 200);
  return query select distinct word from string_to_table(private.collapse_spaces(coalesce(term, '')), ' ') word where private.fold_text(word) <> '';
end $$;
comment on function private.words_of is 'The words of a search term.';

-- 420 is twice the characters of a term: symbols and Han get a space each.
create function private.word_pattern(word text) returns text language sql immutable parallel safe
return case when char_length(normalize(word, nfc)) <= 2 then '% ' else '%' end || nullif(left(private.fold_text(word), 420), '') || '%';
comment on function private.word_pattern is
  'LIKE pattern for the folded texts that contain a word, of one or two letters at the beginning of a word; null for a word without characters. A word that is longer than 420 characters once folded is cut there.';

create function private.search_pattern(term text) returns text language plpgsql immutable parallel safe as $$
begin
  if char_length(term) > 200 then
    raise exception 'The search term is too long: % characters, at most 200', char_length(term) using errcode = '22001';
  end if;
  return '%' || replace(replace(replace(private.collapse_spaces(coalesce(term, '')), '\', '\\'), '%', '\%'), '_', '\_') || '%';
end $$;
comment on function private.search_pattern is 'ILIKE pattern of a search term, with its special characters escaped. At most 200 characters.';

revoke all on function
  private.collapse_spaces, private.has_text, private.index_key, private.text_key, private.decode_percent, private.linkedin_key,
  private.domain_key, private.is_email, private.fold_text, private.search_text, private.name_sort_key, private.company_sort_key,
  private.is_custom, private.is_custom_key, private.custom_keys, private.custom_shape, private.parent_domains, private.is_platform,
  private.visible_text, private.clean_email, private.is_placeholder_email, private.stored_email, private.email_key, private.host_key,
  private.trimmed, private.plain_name, private.normalize_name, private.normalize_full_name, private.normalize_file_name, private.words_of,
  private.word_pattern, private.search_pattern
  from public, anon, authenticated, service_role;
grant execute on function
  private.collapse_spaces, private.has_text, private.index_key, private.text_key, private.decode_percent, private.linkedin_key,
  private.domain_key, private.is_email, private.plain_name, private.fold_text, private.search_text, private.name_sort_key,
  private.company_sort_key, private.words_of, private.word_pattern, private.is_custom, private.is_custom_key, private.custom_keys,
  private.custom_shape, private.parent_domains, private.is_platform, private.visible_text, private.clean_email, private.is_placeholder_email,
  private.stored_email, private.email_key, private.host_key
  to authenticated, service_role;

-- Profiles and roles of accounts, and who the caller of a request is.

create table public.user_roles (
  user_id uuid not null references auth.users on delete cascade,
  role text not null check (role in ('admin', 'customer')),
  created_at timestamptz not null default now() constraint user_roles_created_at_range check (private.is_plausible_date(created_at)),
  primary key (user_id, role)
);
comment on table public.user_roles is 'Roles of users. A user without a role can see only their own profile.';

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  email text not null constraint profiles_email_length check (char_length(email) <= 255),
  full_name text constraint profiles_full_name_length check (char_length(full_name) <= 200),
  created_at timestamptz not null default now(),
  search_text text collate "C" generated always as (private.search_text(coalesce(full_name, ''), email)) stored
);
comment on table public.profiles is
  'One row per account (auth.users), so that the row API can show names and emails. A trigger on auth.users copies both.';
comment on column public.profiles.id is 'Id of the account.';

create index profiles_created_idx on public.profiles (created_at desc, id desc);

-- Not a definer of security and without settings, so that its callers, which are, read it as a part of their own query. The claims are parsed once.
create function private.callers() returns table (user_id uuid) language sql stable as $$
  select account.id
  from (select auth.jwt() as claims offset 0) token
  join auth.sessions session on session.id = nullif(claims ->> 'session_id', '')::uuid
  join auth.users account on account.id = session.user_id
  where account.id = coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), claims ->> 'sub')::uuid
    and (session.not_after is null or session.not_after > now())
    and (account.banned_until is null or account.banned_until <= now())
    and account.deleted_at is null
    and (
      claims ->> 'aal' = 'aal2'
      or not exists (select from auth.mfa_factors factor where factor.user_id = account.id and factor.status = 'verified')
    )
$$;
comment on function private.callers is 'The user of the request as a row, or none. See caller_id.';

create function private.caller_id() returns uuid language sql stable security definer set search_path = '' as $$
  select user_id from private.callers()
$$;
comment on function private.caller_id is
  'The user of the request; null if the session has ended, the user is banned or deleted, or a second factor is required and was not used. So signing out and two-factor sign-in also protect rows.';

create function private.is_admin() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from private.callers() join public.user_roles using (user_id) where role = 'admin')
$$;
comment on function private.is_admin is 'Whether the user of the request is an administrator.';

create function private.require_admin(message text) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception '%', message using errcode = 'PT403';
  end if;
end $$;
comment on function private.require_admin is 'Raises an error with this message unless the caller is an administrator.';

create function private.has_role(user_id uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.user_roles given where given.user_id = has_role.user_id)
$$;
comment on function private.has_role is 'Whether the user has a role.';

create function private.has_admin() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.user_roles join auth.users account on account.id = user_id
    where user_roles.role = 'admin' and deleted_at is null and (banned_until is null or banned_until <= now())
  )
$$;
comment on function private.has_admin is 'Whether there is an administrator who is neither banned nor deleted.';

-- The lock makes two administrators who remove each other wait for one another.
create function private.require_an_admin() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.require_an_admin'));
  if exists (select from former_roles where role = 'admin') and not private.has_admin() then
    raise exception 'The last admin cannot be removed' using errcode = 'check_violation';
  end if;
  return null;
end $$;
comment on function private.require_an_admin is 'Rejects removing the last administrator, also by two administrators who remove each other at once.';

-- An account of a hosted project can have any name, and a sign-up must not fail: the profile has the beginning of the name.
create function private.sync_profile() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  name text := nullif(private.collapse_spaces(left(new.raw_user_meta_data ->> 'full_name', 200)), '');
  address text := left(coalesce(new.email, ''), 255);
begin
  if tg_op = 'INSERT' then
    insert into public.profiles (id, email, full_name) values (new.id, address, name);
  else
    update public.profiles
    set email = address,
      full_name = case
        when new.raw_user_meta_data ->> 'full_name' is distinct from old.raw_user_meta_data ->> 'full_name' then name
        else full_name
      end
    where id = new.id;
  end if;
  return null;
end $$;
comment on function private.sync_profile is 'Copies the email and a changed name of an account to its profile.';

create function private.remove_deleted_account() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.customer_users where user_id = new.id;
  delete from public.user_roles where user_id = new.id;
  return null;
end $$;
comment on function private.remove_deleted_account is
  'Deletes the roles and memberships of an account that is deleted softly. Rejects it for the last administrator.';

create function public.search_users(term text) returns setof public.profiles language sql stable as $$
  select * from public.profiles
  where search_text like all (array(select private.word_pattern(word) from private.words_of(search_users.term) word))
$$;
comment on function public.search_users is
  'The users, of those that the caller can see, whose name and email contain each word of the term, as search_customers.';

create function public.my_sessions() returns table (
  id uuid, created_at timestamptz, active_at timestamptz, user_agent text, address text, is_current boolean
) language sql stable security definer set search_path = '' as $$
  select session.id, session.created_at, used.at, session.user_agent, host(session.ip), used.is_current
  from auth.sessions session
  cross join lateral (
    select
      coalesce(session.refreshed_at at time zone 'utc', session.created_at) as at,
      session.id = nullif(auth.jwt() ->> 'session_id', '')::uuid as is_current
  ) used
  where session.user_id = (select private.caller_id())
    and (session.not_after is null or session.not_after > now())
  order by used.is_current desc, used.at desc
  limit 100
$$;
comment on function public.my_sessions is 'The caller''s sessions, the current one first, then the last used.';

create function public.end_my_session(session uuid) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions own where own.id = end_my_session.session and own.user_id = private.caller_id();
  return found;
end $$;
comment on function public.end_my_session is 'Ends a session of the caller. Returns false if there is none with this id.';

create function public.users_with_second_factor(user_ids uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_cardinality('user_ids', users_with_second_factor.user_ids, 10000);
  perform private.require_admin('Only an administrator can see who has a second factor');
  return query
    select distinct factor.user_id from auth.mfa_factors factor where factor.user_id = any (user_ids) and factor.status = 'verified';
end $$;
comment on function public.users_with_second_factor is 'Which of these users have a verified second factor.';

create function public.reset_second_factor(user_id uuid) returns int language plpgsql security definer set search_path = '' as $$
declare
  verified int;
begin
  perform private.require_admin('Only an administrator can reset a second factor');
  with removed as (delete from auth.mfa_factors factor where factor.user_id = reset_second_factor.user_id returning status)
  select count(*) filter (where status = 'verified') into verified from removed;
  if verified > 0 then
    delete from auth.sessions session where session.user_id = reset_second_factor.user_id;
    delete from auth.flow_state flow where flow.user_id = reset_second_factor.user_id and auth_code is not null;
    insert into public.activity (actor_id, action, subject, row_count, row_ids)
    values (auth.uid(), 'delete', 'second_factor', verified, array[reset_second_factor.user_id]);
  end if;
  return verified;
end $$;
comment on function public.reset_second_factor is
  'Deletes the second factors of a user. If one was verified, ends all sessions and pending sign-ins of the user. Returns the number of verified factors.';

create trigger keep_profile after insert or update of email, raw_user_meta_data on auth.users
  for each row execute function private.sync_profile();
create trigger remove_deleted_account after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.remove_deleted_account();
create trigger require_an_admin_on_delete after delete on public.user_roles
  referencing old table as former_roles for each statement execute function private.require_an_admin();
create trigger require_an_admin_on_update after update on public.user_roles
  referencing old table as former_roles for each statement execute function private.require_an_admin();
create trigger normalize_full_name before insert or update of full_name on public.profiles
  for each row execute function private.normalize_full_name();

insert into public.profiles (id, email, full_name, created_at)
select
  id, left(coalesce(email, ''), 255), nullif(private.plain_name(left(raw_user_meta_data ->> 'full_name', 200)), ''), coalesce(created_at, now())
from auth.users;

revoke all on function
  private.caller_id, private.is_admin, private.require_admin, private.has_role, private.has_admin, private.require_an_admin,
  private.sync_profile, private.remove_deleted_account, public.search_users, public.my_sessions, public.end_my_session,
  public.users_with_second_factor, public.reset_second_factor, private.callers
  from public, anon, authenticated, service_role;
grant execute on function
  private.caller_id, private.is_admin
  to authenticated, service_role;
grant execute on function
  private.has_role, private.has_admin
  to supabase_auth_admin;
grant execute on function
  public.search_users, public.my_sessions, public.end_my_session, public.users_with_second_factor, public.reset_second_factor
  to authenticated;

-- Customers, their members, and impersonations of these by administrators.

create table public.customers (
  id uuid primary key default gen_random_uuid(),
  name text collate "und-x-icu" not null check (private.has_text(name) and char_length(name) <= 500),
  is_active boolean not null default true,
  created_by uuid default auth.uid() references auth.users on delete set null,
  created_at timestamptz not null default now() constraint customers_created_at_range check (private.is_plausible_date(created_at)),
  search_text text collate "C" generated always as (private.search_text(name)) stored,
  needs_sign_off boolean not null default false
);
comment on table public.customers is 'Organizations whose leads and companies are reviewed: the tenants. Deleting a customer deletes all its data.';
comment on column public.customers.is_active is 'Members of an inactive customer cannot see its data.';
comment on column public.customers.needs_sign_off is
  'Whether a campaign can become active, and leads be handed off, only with steps that equal an approved version. Not changed by the service key.';

create index customers_name_idx on public.customers (name, id);

create table public.customer_users (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete cascade,
  customer_id uuid not null references public.customers on delete cascade,
  invited_by uuid references auth.users on delete set null,
  accepted_at timestamptz constraint customer_users_accepted_at_range check (private.is_plausible_date(accepted_at)),
  is_active boolean not null default true,
  created_at timestamptz not null default now() constraint customer_users_created_at_range check (private.is_plausible_date(created_at)),
  unique (user_id, customer_id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.customer_users is 'Membership of users in customers.';
comment on column public.customer_users.user_id is 'The only foreign key to profiles, so that embedding a membership''s profile is never ambiguous.';
comment on column public.customer_users.accepted_at is 'When the invitation was accepted; null while the user is only invited.';
comment on column public.customer_users.is_active is 'Deactivated members keep their row and lose their access.';

create index customer_users_customer_idx on public.customer_users (customer_id);

alter table public.customer_users
  alter customer_id set statistics 1;

create table public.impersonations (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid not null default auth.uid() references auth.users on delete cascade,
  customer_id uuid not null references public.customers on delete cascade,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + '01:00:00',
  ended_at timestamptz constraint impersonations_ended_at_range check (private.is_plausible_date(ended_at)),
  created_at timestamptz not null default now(),
  constraint impersonations_ended_at_check check (ended_at >= started_at)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.impersonations is 'Administrators who view the app as a customer. A record; it gives and removes no rights.';
comment on column public.impersonations.ended_at is 'Set to the time of the database, whatever the caller sends.';

create index impersonations_admin_idx on public.impersonations (admin_id, started_at desc);
create index impersonations_customer_idx on public.impersonations (customer_id);

alter table public.impersonations
  alter customer_id set statistics 1;

create function private.my_customer_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select membership.customer_id
  from private.callers() caller
  join public.customer_users membership on membership.user_id = caller.user_id and membership.is_active
  join public.customers customer on customer.id = membership.customer_id and customer.is_active
  where exists (select from public.user_roles where user_id = caller.user_id and role = 'customer')
$$;
comment on function private.my_customer_ids is
  'The active customers that the user of the request is an active member of. Policies compare with = any (array(select …)), which is computed once per statement and can use an index.';

-- A function, so that the policies of impersonations read no other table.
create function private.is_active_customer(customer uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.customers where customers.id = customer and is_active)
$$;
comment on function private.is_active_customer is 'Whether there is an active customer with this id.';

-- ILIKE is not leakproof, so under row-level security a trigram index would not be used, and errors of LIKE would reveal rows of other
-- customers. Functions that search therefore determine the customers of the caller first.
create function private.scope(wanted uuid[]) returns uuid[] language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_cardinality('customers', wanted, 10000);
  if private.is_admin() then
    return case when wanted is not null then array(select distinct unnest(wanted)) end;
  end if;
  return array(
    select customer_id from private.my_customer_ids() mine (customer_id) where wanted is null or customer_id = any (wanted)
  );
end $$;
comment on function private.scope is
  'The requested customers, at most 10,000, that the caller can see; null: all customers, for administrators only.';

create function public.search_customers(term text, at_start boolean default false) returns setof public.customers
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select * from public.customers
    where search_text like all (array(
      select private.word_pattern(word) from private.words_of(search_customers.term) word
      union all
      select ' ' || private.fold_text(left(search_customers.term, 200)) || '%' where at_start
    ));
end $$;
comment on function public.search_customers is
  'The customers, of those that the caller can see, whose name contains each word of the term. Ignores case and accents; a word of one or two letters matches the beginning of a word. at_start: the name begins with the term.';

create function public.user_names(customer_id uuid, user_ids uuid[], as_member boolean default false) returns table (
  id uuid, name text, is_admin boolean
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_is_admin boolean := private.is_admin();
  as_admin boolean := caller_is_admin and not coalesce(as_member, false);
begin
  perform private.require_cardinality('ids', user_ids, 1000);
  if caller_is_admin or user_names.customer_id = any (array(select private.my_customer_ids())) then
    return query
      select
        profile.id,
        case
          when as_admin then coalesce(profile.full_name, profile.email)
          when agency.user_id is not null then 'Agency'
          else coalesce(profile.full_name, 'Member')
        end,
        agency.user_id is not null
      from public.profiles profile
      left join public.user_roles agency on agency.user_id = profile.id and agency.role = 'admin'
      where profile.id = any (user_ids) and (
        as_admin or agency.user_id is not null or exists (
          select from public.customer_users member where member.user_id = profile.id and member.customer_id = user_names.customer_id
        )
      );
  end if;
end $$;
comment on function public.user_names is
  'Names of users, at most 1,000 ids, and whether they are administrators: to members those of their customer''s members, deactivated ones too, and "Agency" for administrators; to administrators all. A member without a full name is "Member", or to administrators the email. With as_member, administrators get what members get.';

-- Workers of a distributed database have no accounts: private.enter() sets the impersonation for them.
create function private.impersonation_of(customer uuid) returns uuid language plpgsql stable security definer set search_path = '' as $$
begin
  if to_regclass('public.impersonations') is null then
    return (
      select split_part(entered, ' ', 1)::uuid
      from current_setting('leadlight.impersonation', true) entered
      where split_part(entered, ' ', 2) = customer::text
    );
  end if;
  return (
    select impersonation.id
    from (select nullif(current_setting('request.headers', true), '')::json ->> 'x-impersonation-id' as named) header
    join public.impersonations impersonation
      on impersonation.id = case when named ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then named::uuid end
    where impersonation.admin_id = (select private.caller_id())
      and impersonation.customer_id = customer
      and impersonation.ended_at is null
      and impersonation.expires_at > now()
  );
end $$;
comment on function private.impersonation_of is 'The caller''s open impersonation of this customer that the header x-impersonation-id names.';

create function private.end_impersonation() returns trigger language plpgsql set search_path = '' as $$
begin
  new.ended_at := now();
  return new;
end $$;
comment on function private.end_impersonation is 'Sets ended_at to now.';

create trigger normalize_name before insert or update of name on public.customers for each row execute function private.normalize_name();
create trigger keep_sign_off before update of needs_sign_off on public.customers
  for each row when (current_user = 'service_role' and new.needs_sign_off <> old.needs_sign_off)
  execute function private.reject_change('Only an administrator can change whether copy needs sign-off');
create trigger end_impersonation before update of ended_at on public.impersonations
  for each row when (new.ended_at is not null) execute function private.end_impersonation();

revoke all on function
  private.my_customer_ids, private.is_active_customer, private.scope, public.search_customers, public.user_names, private.impersonation_of,
  private.end_impersonation
  from public, anon, authenticated, service_role;
grant execute on function
  private.my_customer_ids, private.is_active_customer
  to authenticated, service_role;
grant execute on function
  public.search_customers, public.user_names
  to authenticated;

-- Invitations of members, and the emails with their links.

create function private.invitation_expiry() returns timestamptz language sql stable security definer set search_path = '' as $$
  select now() + make_interval(days => invitation_days) from private.settings
$$;
comment on function private.invitation_expiry is 'When an invitation created now expires.';

create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  email text not null,
  invited_by uuid default auth.uid() references auth.users on delete set null,
  token text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') unique,
  expires_at timestamptz not null default private.invitation_expiry() constraint invitations_expires_at_range check (private.is_plausible_date(expires_at)),
  accepted_at timestamptz constraint invitations_accepted_at_range check (private.is_plausible_date(accepted_at)),
  accepted_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  mailed_at timestamptz,
  constraint invitations_email_check check (char_length(email) <= 255 and (accepted_at is not null or private.is_email(email)))
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.invitations is 'Invitations of an email address to a customer.';
comment on column public.invitations.token is 'Secret part of the invitation link. Chosen by the database only.';
comment on column public.invitations.accepted_by is 'The user who accepted; the same user can accept again without effect.';
comment on column public.invitations.mailed_at is 'When a mail server last accepted the email; null if none did.';

create index invitations_customer_idx on public.invitations (customer_id, created_at desc);
create index invitations_open_idx on public.invitations (customer_id) include (expires_at, mailed_at, created_at) where accepted_at is null;
create index invitations_email_idx on public.invitations (lower(email)) where accepted_at is null;

alter table public.invitations
  alter customer_id set statistics 1;

create table private.invitation_emails (
  id bigint generated always as identity primary key,
  invitation_id uuid references public.invitations on delete set null,
  sender_id uuid not null,
  sent_at timestamptz not null default now()
);
comment on table private.invitation_emails is 'Emails sent within the last hour, to limit them. Older rows are deleted when an email is sent.';

create index invitation_emails_sender_idx on private.invitation_emails (sender_id, sent_at);
create index invitation_emails_invitation_idx on private.invitation_emails (invitation_id, sent_at);

revoke all on sequence private.invitation_emails_id_seq from public, anon, authenticated, service_role;

revoke all on private.invitation_emails from public, anon, authenticated, service_role;

-- A deactivated member could not accept the invitation.
create function private.reject_deactivated_members() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.customer_users membership
    join auth.users account on account.id = membership.user_id
    where membership.customer_id = new.customer_id and not membership.is_active and lower(account.email) = lower(new.email)
  ) then
    raise exception '% is a deactivated member of this customer: reactivate the user instead', new.email using errcode = 'check_violation';
  end if;
  return new;
end $$;
comment on function private.reject_deactivated_members is 'Rejects an open invitation of a deactivated member.';

create function private.expire_invitations(user_id uuid, customer_id uuid) returns void
language sql security definer set search_path = '' as $$
  update public.invitations invitation
  set expires_at = now()
  from auth.users account
  where account.id = expire_invitations.user_id
    and lower(invitation.email) = lower(account.email)
    and (expire_invitations.customer_id is null or invitation.customer_id = expire_invitations.customer_id)
    and invitation.accepted_at is null and invitation.expires_at > now()
$$;
comment on function private.expire_invitations is 'Expires the open invitations of a user, to one customer or to all.';

create function private.expire_invitations_of_membership() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.expire_invitations(old.user_id, old.customer_id);
  return null;
end $$;
comment on function private.expire_invitations_of_membership is 'Expires the open invitations of a user whose membership ends, to that customer.';

-- An open invitation would give the role back.
create function private.expire_invitations_of_role() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.expire_invitations(old.user_id, null);
  return null;
end $$;
comment on function private.expire_invitations_of_role is 'Expires the open invitations of a user who loses the role customer.';

create function public.read_invitation(token text) returns table (
  customer_name text, email text, expires_at timestamptz, is_accepted boolean
) language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_length('token', read_invitation.token, 200);
  return query
    select customer.name, invitation.email, invitation.expires_at, invitation.accepted_at is not null
    from public.invitations invitation
    join public.customers customer on customer.id = invitation.customer_id
    where invitation.token = read_invitation.token;
end $$;
comment on function public.read_invitation is
  'The invitation with this token. Callers need not be signed in: a policy could not limit them to the one invitation that they know the token of.';

-- Locks the membership first, as a deactivation does, so that the two cannot deadlock. Never reactivates a membership.
create function public.accept_invitation(token text) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.caller_id();
  invitation public.invitations;
begin
  perform private.require_length('token', accept_invitation.token::text, 200);
  if caller is null then
    raise exception 'Sign in to accept the invitation' using errcode = 'insufficient_privilege';
  end if;
  perform from public.customer_users membership
  where membership.user_id = caller
    and membership.customer_id = (select i.customer_id from public.invitations i where i.token = accept_invitation.token)
  for update;
  select * into invitation from public.invitations i where i.token = accept_invitation.token for update;
  if not found then
    raise exception 'Invalid invitation link';
  end if;
  if not exists (select from auth.users u where u.id = caller and lower(u.email) = lower(invitation.email)) then
    raise exception 'This invitation is for another email address' using errcode = 'insufficient_privilege';
  end if;
  if invitation.accepted_at is not null then
    if invitation.accepted_by = caller then
      return invitation.customer_id;
    end if;
    raise exception 'This invitation has already been used';
  end if;
  -- Not now(), the beginning of this transaction: what has just been expired by another one counts.
  if invitation.expires_at <= clock_timestamp() then
    raise exception 'This invitation has expired';
  end if;

  insert into public.customer_users as membership (user_id, customer_id, invited_by, accepted_at)
  values (caller, invitation.customer_id, invitation.invited_by, now())
  on conflict (user_id, customer_id) do update set accepted_at = coalesce(membership.accepted_at, excluded.accepted_at)
    where membership.is_active;
  if not found then
    raise exception 'Your access to this customer has been deactivated' using errcode = 'insufficient_privilege';
  end if;
  insert into public.user_roles (user_id, role) values (caller, 'customer') on conflict do nothing;
  update public.invitations set accepted_at = now(), accepted_by = caller where id = invitation.id;
  return invitation.customer_id;
end $$;
comment on function public.accept_invitation is
  'Makes the caller a member of the invitation''s customer and returns the customer''s id. Membership, role and acceptance are written together or not at all.';

create function public.renew_invitation(invitation uuid) returns timestamptz language sql set search_path = '' as $$
  update public.invitations set expires_at = private.invitation_expiry()
  where id = renew_invitation.invitation and accepted_at is null
  returning expires_at
$$;
comment on function public.renew_invitation is
  'Extends an open invitation as if it were new, with the same link. Returns null if it is accepted or gone.';

create function public.begin_invitation_email(token text, email text, customer_name text, expires_at timestamptz) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  sender uuid := private.caller_id();
  found_id uuid;
  was_accepted boolean;
begin
  perform private.require_length('customer_name', begin_invitation_email.customer_name::text, 500);
  perform private.require_length('email', begin_invitation_email.email::text, 255);
  perform private.require_length('token', begin_invitation_email.token::text, 200);
  perform private.require_admin('Only an administrator can send invitations');
  select invitation.id, invitation.accepted_at is not null into found_id, was_accepted
  from public.invitations invitation
  join public.customers customer on customer.id = invitation.customer_id
  where invitation.token = begin_invitation_email.token
    and lower(invitation.email) = lower(begin_invitation_email.email)
    and customer.name = begin_invitation_email.customer_name
    -- A JavaScript date has milliseconds only.
    and date_trunc('milliseconds', invitation.expires_at) = date_trunc('milliseconds', begin_invitation_email.expires_at);
  if found_id is null then
    raise exception 'There is no such invitation' using errcode = 'PT404';
  elsif was_accepted then
    raise exception 'This invitation has already been used' using errcode = 'PT409';
  elsif begin_invitation_email.expires_at <= now() then
    raise exception 'This invitation has expired' using errcode = 'PT409';
  end if;

  perform pg_advisory_xact_lock(hashtextextended('invitation emails of ' || sender, 0));
  delete from private.invitation_emails where sent_at < now() - interval '1 hour';
  if (select count(*) from private.invitation_emails where sender_id = sender) >= 60
    or (select count(*) from private.invitation_emails where invitation_id = found_id) >= 5
  then
    raise exception 'Too many invitation emails within an hour: try again later' using errcode = 'PT429';
  end if;
  insert into private.invitation_emails (invitation_id, sender_id) values (found_id, sender);
  return found_id;
end $$;
comment on function public.begin_invitation_email is
  'Called before an invitation is sent: checks that the email says what the invitation says, and limits emails to 60 per hour and administrator and 5 per hour and invitation. Returns the invitation''s id.';

create function public.confirm_invitation_email(invitation uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin('Only an administrator can send invitations');
  if not exists (
    select from private.invitation_emails email
    where email.invitation_id = confirm_invitation_email.invitation and email.sender_id = private.caller_id()
  ) then
    raise exception 'There is no such invitation email' using errcode = 'PT404';
  end if;
  update public.invitations set mailed_at = now() where id = confirm_invitation_email.invitation;
  return now();
end $$;
comment on function public.confirm_invitation_email is 'Called after the mail server accepted the email: sets mailed_at.';

create trigger expire_invitations after update of role on public.user_roles
  for each row when (old.role = 'customer' and new.role <> 'customer') execute function private.expire_invitations_of_role();
create trigger expire_invitations_on_delete after delete on public.user_roles
  for each row when (old.role = 'customer') execute function private.expire_invitations_of_role();
create trigger expire_invitations after update of is_active on public.customer_users
  for each row when (old.is_active and not new.is_active) execute function private.expire_invitations_of_membership();
create trigger expire_invitations_on_delete after delete on public.customer_users
  for each row execute function private.expire_invitations_of_membership();
create trigger reject_deactivated_members after insert or update of email, expires_at, accepted_at on public.invitations
  for each row when (new.accepted_at is null and new.expires_at > now()) execute function private.reject_deactivated_members();

revoke all on function
  private.invitation_expiry, private.reject_deactivated_members, private.expire_invitations, private.expire_invitations_of_membership,
  private.expire_invitations_of_role, public.read_invitation, public.accept_invitation, public.renew_invitation, public.begin_invitation_email,
  public.confirm_invitation_email
  from public, anon, authenticated, service_role;
grant execute on function
  private.invitation_expiry, public.accept_invitation
  to authenticated, service_role;
grant execute on function
  public.read_invitation
  to anon, authenticated, service_role;
grant execute on function
  public.renew_invitation, public.begin_invitation_email, public.confirm_invitation_email
  to authenticated;

-- Reasons for rejections.

create table public.rejection_reasons (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.has_text(name) and char_length(name) <= 100),
  position int not null,
  retired_at timestamptz check (private.is_plausible_date(retired_at)),
  created_at timestamptz not null default now(),
  subject text not null default 'leads' check (subject in ('leads', 'companies'))
);
comment on table public.rejection_reasons is 'Reasons for a rejection of leads or of companies, the same for all customers. Retired, never deleted.';
comment on column public.rejection_reasons.name is 'Unique for each subject, ignoring case.';
comment on column public.rejection_reasons.position is 'Order of the reasons of a subject, then by name.';
comment on column public.rejection_reasons.retired_at is 'Since when the reason can no longer be given; null: it can be given.';
comment on column public.rejection_reasons.subject is
  'The table whose rows can be given the reason. The oldest rejections of companies may have a reason of leads.';

create unique index rejection_reasons_name_key on public.rejection_reasons (subject, lower(name));

insert into public.rejection_reasons (subject, name, position)
select subject, name, row_number() over (partition by subject order by place)
from unnest(array[
  'Wrong role', 'Wrong industry', 'Too small', 'Too large', 'Wrong location', 'Already a customer', 'Competitor', 'Other'
]) with ordinality as reason (name, place), unnest(array['leads', 'companies']) subject
where subject = 'leads' or name <> 'Wrong role';

create trigger normalize_name before insert or update of name on public.rejection_reasons
  for each row execute function private.normalize_name();

-- CSV imports: chunks of rows, errors, remembered mappings, and how new rows are stored.

create table public.imports (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  file_name text not null constraint imports_file_name_length check (char_length(file_name) <= 255),
  import_type text not null check (import_type in ('leads', 'companies')),
  audience text constraint imports_audience_length check (char_length(audience) <= 100),
  created_by uuid default auth.uid() references auth.users on delete set null,
  total_rows int not null default 0,
  successful_rows int not null default 0,
  duplicate_rows int not null default 0,
  error_rows int not null default 0,
  companies_created int not null default 0,
  created_at timestamptz not null default now(),
  columns jsonb check (jsonb_typeof(columns) = 'array'),
  undone_at timestamptz,
  undone_by uuid references auth.users on delete set null,
  removed_leads int not null default 0,
  removed_companies int not null default 0,
  remaining_leads int,
  remaining_companies int,
  corrects_import_id uuid,
  updating jsonb,
  updated_rows int not null default 0,
  restored_rows int not null default 0,
  unrestored_rows int not null default 0,
  constraint imports_remaining_rows_check check ((remaining_leads is null) = (remaining_companies is null)),
  constraint imports_total_rows_check check (total_rows = (successful_rows + duplicate_rows + error_rows)),
  constraint imports_undone_at_check check (undone_at is not null or remaining_leads is null),
  unique (id, customer_id),
  constraint imports_corrects_import_id_fkey foreign key (corrects_import_id, customer_id)
    references public.imports (id, customer_id) on delete set null (corrects_import_id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.imports is 'One row per imported file. Written by import_rows and undo_import only.';
comment on column public.imports.audience is 'Audience given to the imported leads.';
comment on column public.imports.companies_created is 'Companies created from the company names of imported leads.';
comment on column public.imports.columns is 'Headers of the file in their order; null for the oldest imports.';
comment on column public.imports.undone_at is 'When undoing started. It is complete when remaining_leads is set.';
comment on column public.imports.remaining_leads is
  'Leads that undo did not delete because they were changed after the import or have comments; null until undo is complete.';
comment on column public.imports.remaining_companies is
  'Companies that undo did not delete because they were changed, have comments, or are named by a remaining lead; null until undo is complete.';
comment on column public.imports.corrects_import_id is
  'The import whose rejected rows this file has: it is named after that file, as the app names a file of errors.';
comment on column public.imports.updating is 'What the import did with duplicates, as in import_rows; null if it skipped them.';
comment on column public.imports.updated_rows is 'Rows among the duplicates whose values were stored.';
comment on column public.imports.restored_rows is 'Leads or companies whose former values undo restored.';
comment on column public.imports.unrestored_rows is
  'Leads or companies that undo left with values of the import that were changed since, or whose former key another row has now.';

create index imports_created_idx on public.imports (created_at desc, id desc);
create index imports_customer_created_idx on public.imports (customer_id, created_at desc, id desc);
create index imports_with_errors_idx on public.imports (created_at desc, id desc) where error_rows > 0;
create index imports_corrects_idx on public.imports (corrects_import_id, customer_id) where corrects_import_id is not null;

alter table public.imports
  alter customer_id set statistics 1,
  alter audience set statistics 1;

create table public.import_chunks (
  import_id uuid not null,
  first_row int not null check (first_row >= 2),
  hash text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  customer_id uuid not null,
  primary key (import_id, first_row),
  constraint import_chunks_import_id_fkey foreign key (import_id, customer_id) references public.imports (id, customer_id) on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.import_chunks is 'One row per chunk of an import. The same chunk sent again gets the stored answer.';
comment on column public.import_chunks.hash is 'Hash of the chunk''s content.';
comment on column public.import_chunks.created_at is 'Equals updated_at of the rows that the chunk created, until they are changed.';
comment on column public.import_chunks.customer_id is 'Customer of the import.';

alter table public.import_chunks
  alter import_id set statistics 1,
  alter customer_id set statistics 1;

create table public.import_errors (
  import_id uuid not null,
  row int not null check ("row" >= 2),
  error text not null,
  cells jsonb not null,
  created_at timestamptz not null default now(),
  customer_id uuid not null,
  sheet_row int check (sheet_row >= 1),
  primary key (import_id, "row"),
  constraint import_errors_import_id_fkey foreign key (import_id, customer_id) references public.imports (id, customer_id) on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.import_errors is 'Rows of a file that could not be imported.';
comment on column public.import_errors.row is 'Row number in the file; the header is row 1.';
comment on column public.import_errors.cells is 'The row as it is in the file.';
comment on column public.import_errors.customer_id is 'Customer of the import.';
comment on column public.import_errors.sheet_row is
  'Row number that a spreadsheet shows, which counts blank rows and those above the header. Null if it equals `row`.';

alter table public.import_errors
  alter import_id set statistics 1,
  alter customer_id set statistics 1;

create table public.import_mappings (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  import_type text not null check (import_type in ('leads', 'companies')),
  headers jsonb not null check (jsonb_typeof(headers) = 'array'),
  headers_key text not null generated always as (md5(headers::text)) stored,
  mapping jsonb not null check (jsonb_typeof(mapping) = 'object'),
  created_at timestamptz not null default now(),
  unique (customer_id, import_type, headers_key),
  unique (id, customer_id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.import_mappings is 'The column mapping last used for a customer, an import type and a set of headers.';
comment on column public.import_mappings.headers is 'Headers of the file, sorted.';

alter table public.import_mappings
  alter customer_id set statistics 1;

create function private.set_customer_of_import() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  select import.customer_id into new.customer_id from public.imports import where import.id = new.import_id;
  return new;
end $$;
comment on function private.set_customer_of_import is 'Sets customer_id to that of the import, for an insert that does not name it.';

create function private.imported_at(started_at timestamptz, file_row int) returns timestamptz language sql stable parallel safe
return started_at - file_row * interval '1 microsecond';
comment on function private.imported_at is
  'created_at of an imported row, by which newest first is the order of the file. The first argument is that of the import.';

create function private.lock_imports(customer_id uuid) returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('leadlight.import ' || customer_id, 0))
$$;
comment on function private.lock_imports is 'Locks the imports of a customer until the end of the transaction.';

-- In SQL, a function cannot read distributed rows by its arguments.
create function private.import_with_errors(customer uuid, type text, file_name text) returns uuid
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return (
    select id
    from public.imports
    where customer_id = import_with_errors.customer
      and import_type = import_with_errors.type
      and error_rows > 0 and undone_at is null
      and import_with_errors.file_name ~* '. - errors( ?\(\d+\))?\.csv$'
      and regexp_replace(lower(imports.file_name), '( - errors( ?\(\d+\))?)?\.csv$', '')
        = regexp_replace(lower(import_with_errors.file_name), ' - errors( ?\(\d+\))?\.csv$', '')
    order by created_at desc
    limit 1
  );
end $$;
comment on function private.import_with_errors is
  'For a file of errors, such as ''team - errors.csv'': the latest import of team.csv, or of its errors, that has errors. Null for another file.';

create function private.import_leads(import public.imports, audience text, file_rows json, out imported int, out companies_created int)
language plpgsql set search_path = '' as $$
declare
  companies text[];
  dates timestamptz[];
  keys text[];
  known text[];
begin
  with made as (
    insert into public.leads (
      customer_id, import_id, audience, created_at, name, first_name, last_name, email, phone, company, title, location, headline,
      notes, linkedin_profile_url, profile_picture_url, custom
    )
    select
      import.customer_id, import.id, import_leads.audience, private.imported_at(import.created_at, "row"), name, first_name, last_name,
      email, phone, company, title, location, headline, notes, linkedin_profile_url, profile_picture_url, coalesce(custom, '{}')
    from json_to_recordset(file_rows) as file (
      "row" int, name text, first_name text, last_name text, email text, phone text, company text, title text, location text,
      headline text, notes text, linkedin_profile_url text, profile_picture_url text, custom jsonb
    )
    order by "row"
    on conflict do nothing
    returning company, created_at
  )
  select count(*), array_agg(company), array_agg(created_at) into imported, companies, dates from made;

  -- Each company once, dated as the first lead that names it.
  select array_agg(name_key), array_agg(company), array_agg(created_at) into keys, companies, dates
  from (
    select distinct on (name_key) name_key, company, created_at
    from (
      select private.index_key(private.text_key(company)) as name_key, company, created_at
      from unnest(companies, dates) as named (company, created_at)
    ) keyed
    where name_key is not null
    order by name_key, created_at desc
  ) employer;
  select array_agg(stored.name_key) into known
  from public.companies stored
  where stored.customer_id = import.customer_id and stored.name_key = any (keys);

  with made as (
    insert into public.companies (customer_id, import_id, name, created_at)
    select import.customer_id, import.id, employer.company, employer.created_at
    from unnest(keys, companies, dates) as employer (name_key, company, created_at)
    where not exists (select from unnest(known) as stored (name_key) where stored.name_key = employer.name_key)
    on conflict do nothing
    returning id
  )
  select count(*) into companies_created from made;
end $$;
comment on function private.import_leads is
  'Inserts the leads of a chunk that are no duplicates, and the companies that they name and the customer lacks.';

create function private.import_companies(import public.imports, file_rows json, out imported int, out companies_created int)
language plpgsql set search_path = '' as $$
declare
  named_rows int[]; -- the rows without domain and LinkedIn address, and the keys of their names
  named_keys text[];
  stored_keys text[];
  made_keys text[];
  made_dates timestamptz[];
  imported_by_name int := 0;
begin
  companies_created := 0;
  select array_agg("row"), array_agg(private.index_key(private.text_key(name))) into named_rows, named_keys
  from json_to_recordset(file_rows) as file ("row" int, name text, domain text, linkedin_url text)
  where coalesce(private.domain_key(domain), private.linkedin_key(linkedin_url)) is null;
  select array_agg(stored.name_key) into stored_keys
  from public.companies stored
  where stored.customer_id = import.customer_id and stored.name_key = any (named_keys);

  with made as (
    insert into public.companies (
      customer_id, import_id, created_at, name, website, domain, linkedin_url, industry, size, location, description,
      employee_count, founded_year, custom
    )
    select
      import.customer_id, import.id, private.imported_at(import.created_at, "row"), name, website, domain, linkedin_url, industry, size,
      location, description, employee_count, founded_year, coalesce(custom, '{}')
    from json_to_recordset(file_rows) as file (
      "row" int, name text, website text, domain text, linkedin_url text, industry text, size text, location text, description text,
      employee_count int, founded_year int, custom jsonb
    )
    where not exists (select from unnest(named_rows) as named ("row") where named."row" = file."row")
    order by "row"
    on conflict do nothing
    returning name_key, created_at
  )
  select count(*), array_agg(name_key), array_agg(created_at) into imported, made_keys, made_dates from made;

  if named_rows is not null then
    with made as (
      insert into public.companies (
        customer_id, import_id, created_at, name, website, industry, size, location, description, employee_count, founded_year, custom
      )
      select
        import.customer_id, import.id, private.imported_at(import.created_at, "row"), name, website, industry, size, location,
        description, employee_count, founded_year, coalesce(custom, '{}')
      from (
        select distinct on (name_key) file.*, name_key
        from json_to_recordset(file_rows) as file (
          "row" int, name text, website text, industry text, size text, location text, description text, employee_count int,
          founded_year int, custom jsonb
        )
        join unnest(named_rows, named_keys) as keyed ("row", name_key) using ("row")
        order by name_key, "row"
      ) named
      where not exists (select from unnest(stored_keys) as stored (name_key) where stored.name_key = named.name_key)
        and not exists (
          select from unnest(made_keys, made_dates) as earlier (name_key, created_at)
          where earlier.name_key = named.name_key and earlier.created_at > private.imported_at(import.created_at, named."row")
        )
      on conflict do nothing
      returning id
    )
    select count(*) into imported_by_name from made;
  end if;
  imported := imported + imported_by_name;
end $$;
comment on function private.import_companies is
  'Inserts the companies of a chunk that are no duplicates. A company without domain and LinkedIn address is a duplicate of any company of its name that is stored or earlier in the file, so it is inserted after the others.';

create function private.import_chunk(
  import public.imports, first_row int, hash text, audience text, file_rows json, file_errors json, sources json, updating jsonb
) returns jsonb language plpgsql set search_path = '' as $$
begin
  select kept.file_rows, kept.file_errors into file_rows, file_errors
  from private.reject_rows(private.suppressed_rows(import.customer_id, import.import_type, file_rows), sources, file_rows, file_errors) kept;
  return private.store_chunk(import, first_row, hash, audience, file_rows, file_errors, sources, updating);
end $$;
comment on function private.import_chunk is 'Stores a new chunk without the rows that must not be contacted, which are errors. See store_chunk.';

create function private.remove_import_errors(import public.imports, corrected_rows int[]) returns void
language plpgsql set search_path = '' as $$
declare
  removed int;
begin
  if corrected_rows is null then
    return;
  end if;
  delete from public.import_errors
  where customer_id = import.customer_id and import_id = import.id and "row" = any (corrected_rows);
  get diagnostics removed = row_count;
  if removed <> cardinality(corrected_rows) then
    raise exception 'These rows have been corrected already' using errcode = 'PT409';
  end if;
  update public.imports counted set total_rows = counted.total_rows - removed, error_rows = counted.error_rows - removed
  where counted.customer_id = import.customer_id and counted.id = import.id;
end $$;
comment on function private.remove_import_errors is 'Removes the errors of corrected rows, which are imported again, from the import and its counts.';

create function public.import_rows(
  customer_id uuid, file_name text, import_type text, first_row int, hash text, headers jsonb, mapping jsonb, rows json, errors json,
  audience text default null, import_id uuid default null, dry_run boolean default false, columns jsonb default null,
  corrected_rows int[] default null, updating jsonb default null, sources json default null
) returns jsonb language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  import public.imports;
  chunk public.import_chunks;
  corrects uuid;
  answer jsonb;
begin
  perform private.require_length('audience', import_rows.audience::text, 1000);
  perform private.require_size('columns', pg_catalog.pg_column_size(import_rows.columns), 33554432);
  perform private.require_length('corrected_rows', import_rows.corrected_rows::text, 100000);
  perform private.require_length('errors', import_rows.errors::text, 33554432);
  perform private.require_length('file_name', import_rows.file_name::text, 1000);
  perform private.require_length('hash', import_rows.hash::text, 200);
  perform private.require_size('headers', pg_catalog.pg_column_size(import_rows.headers), 33554432);
  perform private.require_length('import_type', import_rows.import_type::text, 100);
  perform private.require_size('mapping', pg_catalog.pg_column_size(import_rows.mapping), 33554432);
  perform private.require_length('rows', import_rows.rows::text, 33554432);
  perform private.require_length('sources', import_rows.sources::text, 33554432);
  perform private.require_updating(import_rows.updating);
  if not private.is_admin() then
    raise exception 'Only an administrator can import' using errcode = 'PT403';
  end if;
  perform 1 from public.customers customer where customer.id = import_rows.customer_id;
  if not found then
    raise exception 'There is no such customer' using errcode = 'PT404';
  end if;
  perform private.lock_imports(import_rows.customer_id);
  corrects := private.import_with_errors(import_rows.customer_id, import_rows.import_type, import_rows.file_name);

  begin
    insert into public.imports (id, customer_id, file_name, import_type, audience, columns, corrects_import_id, updating)
    values (
      coalesce(import_rows.import_id, gen_random_uuid()), import_rows.customer_id, import_rows.file_name, import_rows.import_type,
      import_rows.audience, import_rows.columns, corrects, import_rows.updating
    )
    on conflict do nothing
    returning * into import;
    if not found then
      select * into import
      from public.imports stored
      where stored.customer_id = import_rows.customer_id and stored.id = import_rows.import_id;
      select * into chunk
      from public.import_chunks stored
      where stored.customer_id = import_rows.customer_id and stored.import_id = import_rows.import_id
        and stored.first_row = import_rows.first_row;
    elsif exists (
      select 1 from public.imports other where other.id = import_rows.import_id and other.customer_id <> import_rows.customer_id
    ) then
      import := null; -- In a distributed database ids are unique per customer only.
    end if;

    if import.import_type is distinct from import_rows.import_type then
      raise exception 'This importId belongs to an import of another customer or type' using errcode = 'PT409';
    elsif import.undone_at is not null then
      raise exception 'This import has been undone: import the file again' using errcode = 'PT409';
    elsif chunk.hash <> import_rows.hash then
      raise exception 'This importId and firstRow were used for other content' using errcode = 'PT409';
    elsif chunk.hash is not null then
      return chunk.answer;
    end if;

    insert into public.import_mappings as saved (customer_id, import_type, headers, mapping)
    values (import_rows.customer_id, import_rows.import_type, import_rows.headers, import_rows.mapping)
    on conflict (customer_id, import_type, headers_key) do update set mapping = excluded.mapping, created_at = excluded.created_at
      where saved.mapping <> excluded.mapping;
    perform private.remove_import_errors(import, import_rows.corrected_rows);
    answer := private.import_chunk(import, first_row, hash, audience, rows, errors, sources, updating);
    if dry_run then
      raise exception 'dry run' using errcode = 'LLDRY';
    end if;
  exception when sqlstate 'LLDRY' then
    null; -- Rolls back what the block wrote; the answer remains.
  end;
  return answer;
end $$;
comment on function public.import_rows is
  'Imports one chunk of a file. The same import_id and first_row again returns the first answer. A dry run does the same and rolls back. rows: objects of stored columns with the number of their row; errors: objects of row, error and cells; headers: sorted; columns: headers in the order of the file. corrected_rows are rows of this import whose errors these rows replace. updating: what to do with duplicates, which are skipped without it: the mode `fill` gives values to empty fields, `update` to `fields` (columns, `custom:` or `internal:` and a key). sources: objects of row, cells and, if it is another, sheet_row, for the errors that the database finds.';

-- Imports the rows and rolls back, so that a preview and an import agree.
create function public.preview_duplicates(customer_id uuid, import_type text, rows json) returns int[]
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  import public.imports;
  imported timestamptz[];
begin
  perform private.require_length('import_type', preview_duplicates.import_type::text, 100);
  perform private.require_length('rows', preview_duplicates.rows::text, 33554432);
  perform private.require_admin('Only an administrator can import');
  if json_array_length(rows) > 100 then
    raise exception 'At most 100 rows can be previewed' using errcode = '22023';
  end if;
  perform 1 from public.customers customer where customer.id = preview_duplicates.customer_id;
  if not found then
    raise exception 'There is no such customer' using errcode = 'PT404';
  end if;
  perform private.lock_imports(preview_duplicates.customer_id);

  begin
    insert into public.imports (customer_id, file_name, import_type)
    values (preview_duplicates.customer_id, 'preview.csv', preview_duplicates.import_type)
    returning * into import;
    if import.import_type = 'leads' then
      perform private.import_leads(import, null, rows);
      select array_agg(created_at) into imported
      from public.leads where leads.customer_id = import.customer_id and leads.import_id = import.id;
    else
      perform private.import_companies(import, rows);
      select array_agg(created_at) into imported
      from public.companies where companies.customer_id = import.customer_id and companies.import_id = import.id;
    end if;
    raise exception 'preview' using errcode = 'LLDRY';
  exception when sqlstate 'LLDRY' then
    null; -- Rolls back what the block wrote.
  end;

  return array(
    select "row" from json_to_recordset(rows) as file ("row" int)
    where private.imported_at(import.created_at, "row") <> all (coalesce(imported, '{}'))
    order by "row"
  );
end $$;
comment on function public.preview_duplicates is
  'The row numbers of the duplicates among the first rows of a file, as import_rows would find them. Writes nothing. Administrators only; at most 100 rows.';

create function public.saved_mapping(customer_id uuid, import_type text, headers jsonb) returns table (
  mapping jsonb, created_at timestamptz
) language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_size('headers', pg_catalog.pg_column_size(saved_mapping.headers), 33554432);
  perform private.require_length('import_type', saved_mapping.import_type::text, 100);
  if jsonb_typeof(headers) <> 'array' or jsonb_path_exists(headers, 'strict $[*] ? (@.type() != "string")') then
    raise exception 'headers must be an array of strings' using errcode = '22023';
  end if;
  return query
    select saved.mapping, saved.created_at
    from public.import_mappings saved
    where saved.customer_id = saved_mapping.customer_id
      and saved.import_type = saved_mapping.import_type
      and saved.headers_key = md5(saved_mapping.headers::text);
end $$;
comment on function public.saved_mapping is 'The mapping last used for a customer, an import type and exactly these headers (sorted).';

create function private.add_internal_values(import public.imports, file_rows json) returns void language plpgsql set search_path = '' as $$
declare
  dates timestamptz[];
  contents jsonb[];
  ids uuid[];
  imported_dates timestamptz[];
begin
  select array_agg(private.imported_at(import.created_at, "row")), array_agg(internal) into dates, contents
  from json_to_recordset(file_rows) as file ("row" int, internal jsonb)
  where internal is not null;
  if dates is null then
    return;
  end if;
  execute format(
    'select array_agg(id), array_agg(created_at) from public.%I where customer_id = $1 and import_id = $2 and created_at = any ($3)',
    import.import_type
  ) into ids, imported_dates using import.customer_id, import.id, dates;
  insert into public.internal_values (customer_id, lead_id, company_id, custom)
  select
    import.customer_id, case import.import_type when 'leads' then id end, case import.import_type when 'companies' then id end, content
  from unnest(ids, imported_dates) as imported (id, created_at)
  join unnest(dates, contents) as given (created_at, content) using (created_at);
end $$;
comment on function private.add_internal_values is 'Stores the internal values of the inserted rows of a chunk, which are found by their dates.';

create function private.analyze_rows(import_type text) returns void language plpgsql set search_path = '' as $$
begin
  if import_type = 'leads' then
    analyze (skip_locked) public.leads (customer_id, import_id, audience, is_approved);
  end if;
  analyze (skip_locked) public.companies (customer_id, import_id, is_approved);
  analyze (skip_locked) public.internal_values (customer_id);
  analyze (skip_locked) public.import_matches (customer_id, import_id);
end $$;
comment on function private.analyze_rows is
  'Counts from a few thousand rows which customers and imports have how many, for estimates. Another transaction that does so has it done.';

create trigger normalize_file_name before insert or update of file_name on public.imports
  for each row execute function private.normalize_file_name();
create trigger set_customer before insert on public.import_chunks
  for each row when (new.customer_id is null) execute function private.set_customer_of_import();
create trigger set_customer before insert on public.import_errors
  for each row when (new.customer_id is null) execute function private.set_customer_of_import();

revoke all on function
  private.set_customer_of_import, private.imported_at, private.lock_imports, private.import_with_errors, private.import_leads,
  private.import_companies, private.remove_import_errors, public.preview_duplicates, public.saved_mapping, private.add_internal_values,
  public.import_rows, private.import_chunk, private.analyze_rows
  from public, anon, authenticated, service_role;
grant execute on function
  public.preview_duplicates, public.saved_mapping, public.import_rows
  to authenticated;

-- Leads, and the texts that an upgrade shortened.

create table public.leads (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  name text not null check (private.has_text(name)) constraint leads_name_length check (char_length(name) <= 500),
  first_name text constraint leads_first_name_length check (char_length(first_name) <= 500),
  last_name text constraint leads_last_name_length check (char_length(last_name) <= 500),
  email text constraint leads_email_length check (char_length(email) <= 500),
  phone text constraint leads_phone_length check (char_length(phone) <= 500),
  company text constraint leads_company_length check (char_length(company) <= 500),
  title text constraint leads_title_length check (char_length(title) <= 500),
  location text constraint leads_location_length check (char_length(location) <= 500),
  headline text constraint leads_headline_length check (char_length(headline) <= 2000),
  notes text constraint leads_notes_length check (char_length(notes) <= 10000),
  audience text check (private.has_text(audience) and char_length(audience) <= 100),
  is_approved boolean,
  profile_picture_url text constraint leads_profile_picture_url_length check (char_length(profile_picture_url) <= 2000),
  linkedin_profile_url text constraint leads_linkedin_profile_url_length check (char_length(linkedin_profile_url) <= 2000),
  import_id uuid,
  created_at timestamptz not null default now() constraint leads_created_at_range check (private.is_plausible_date(created_at)),
  updated_at timestamptz not null default now() constraint leads_updated_at_range check (private.is_plausible_date(updated_at)),
  linkedin_key text collate "C" generated always as (private.linkedin_key(linkedin_profile_url)) stored,
  email_key text collate "C" generated always as (private.index_key(private.text_key(email))) stored,
  name_key text collate "C" generated always as (
    case
      when private.text_key(email) is null and private.linkedin_key(linkedin_profile_url) is null
        -- No normalized text has a line break.
        then private.index_key(private.text_key(name) || e'\n' || coalesce(private.text_key(company), ''))
    end
  ) stored,
  decided_at timestamptz constraint leads_decided_at_range check (private.is_plausible_date(decided_at)),
  decided_by uuid,
  rejection_reason_id uuid,
  rejection_note text check (private.has_text(rejection_note) and char_length(rejection_note) <= 500),
  search_text text collate "C" generated always as (private.search_text(name, company, title)) stored,
  custom jsonb not null default '{}' check (private.is_custom(custom)),
  decided_values jsonb check (octet_length(decided_values::text) <= 500000),
  duplicate_of uuid,
  duplicate_keys text[] check (octet_length(duplicate_keys::text) <= 200),
  is_separate boolean not null default false,
  constraint leads_rejection_check check (is_approved is false or rejection_reason_id is null and rejection_note is null),
  constraint leads_import_id_fkey foreign key (import_id, customer_id) references public.imports (id, customer_id) on delete set null (import_id),
  foreign key (rejection_reason_id) references public.rejection_reasons
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.leads is 'Contacts of a customer. The unique keys decide which rows of an import are duplicates.';
comment on column public.leads.customer_id is 'Cannot be changed.';
comment on column public.leads.audience is 'Name of the audience; null for none.';
comment on column public.leads.is_approved is 'True: approved; false: rejected; null: not reviewed. False and null count as pending.';
comment on column public.leads.import_id is 'The import that created the lead; null if it was created otherwise.';
comment on column public.leads.created_at is
  'For an imported lead, the start of the import minus the row number in microseconds, so that newest first is the order of the file.';
comment on column public.leads.linkedin_key is 'Normalized LinkedIn address. Unique within the customer.';
comment on column public.leads.email_key is 'Normalized email. Unique within the customer.';
comment on column public.leads.name_key is 'Normalized name and company, only without email and LinkedIn address. Unique within the customer.';
comment on column public.leads.decided_at is
  'When is_approved, the reason or the note last changed; null without a decision, and for the oldest ones. Set by a trigger, whatever a request says.';
comment on column public.leads.decided_by is 'The user who made that change. Set by the same trigger.';
comment on column public.leads.rejection_reason_id is 'Of a rejected lead only: cleared when the lead is approved or its decision is reset.';
comment on column public.leads.rejection_note is 'As rejection_reason_id.';
comment on column public.leads.custom is 'Values of the custom fields by their keys, without empty ones.';
comment on column public.leads.decided_values is
  'Of the fields that have changed since the decision, the values at the decision. Null if there are none. Set by a trigger, whatever a request says.';
comment on column public.leads.duplicate_of is
  'The older lead that has a key of this one, since an upgrade changed how keys are made. Imports match the older one; do-not-contact entries apply to both. Set by triggers and migrations, whatever a request says.';
comment on column public.leads.duplicate_keys is
  'The columns of the keys that are those of older leads. By its other keys an import matches the lead.';
comment on column public.leads.is_separate is 'Whether an administrator keeps the lead beside the one that it is a duplicate of.';

create index leads_created_idx on public.leads (created_at desc, id desc);
create index leads_customer_created_idx on public.leads (customer_id, created_at desc, id desc) include (is_approved);
create index leads_audience_idx on public.leads (audience, created_at desc, id desc) where audience is not null;
create index leads_customer_audience_idx on public.leads (customer_id, audience, created_at desc, id desc) include (is_approved);
create index leads_import_idx on public.leads (import_id, created_at desc, id desc) where import_id is not null;
alter table public.leads add unique (id, customer_id);
create index leads_customer_unreviewed_idx on public.leads (customer_id, created_at desc, id desc) where is_approved is null;
create index leads_customer_approved_idx on public.leads (customer_id, created_at desc, id desc) where is_approved is true;
create index leads_customer_rejected_idx on public.leads (customer_id, created_at desc, id desc) where is_approved is false;
create index leads_created_unreviewed_idx on public.leads (created_at desc, id desc) where is_approved is null;
create index leads_created_approved_idx on public.leads (created_at desc, id desc) where is_approved is true;
create index leads_created_rejected_idx on public.leads (created_at desc, id desc) where is_approved is false;
create index leads_reason_idx on public.leads (rejection_reason_id, created_at desc, id desc) where rejection_reason_id is not null;
create index leads_company_idx on public.leads (customer_id, private.index_key(private.text_key(company)), created_at desc, id desc)
  where company is not null;
create index leads_customer_name_idx on public.leads (customer_id, coalesce(is_approved::int, 2), private.name_sort_key(search_text), id);
create index leads_name_idx on public.leads (coalesce(is_approved::int, 2), private.name_sort_key(search_text), id);
create index leads_customer_company_idx on public.leads (customer_id, coalesce(is_approved::int, 2), private.company_sort_key(search_text), id);
create index leads_company_sort_idx on public.leads (coalesce(is_approved::int, 2), private.company_sort_key(search_text), id);
create index leads_email_parts_idx on public.leads (reverse(split_part(email_key, '@', 1)) text_pattern_ops, split_part(email_key, '@', 2) text_pattern_ops);
create index leads_custom_idx on public.leads using gin (custom jsonb_path_ops) where custom <> '{}';
create index leads_shape_idx on public.leads (customer_id, private.custom_shape(custom), created_at desc, id desc);
create index leads_changed_idx on public.leads (customer_id, created_at desc, id desc) where decided_values is not null;
-- A reversed domain begins with the reversed domains that it is a subdomain of.
create index leads_email_domain_idx on public.leads (customer_id, reverse(split_part(email_key, '@', 2))) where email_key is not null;
create unique index leads_linkedin_key on public.leads (customer_id, linkedin_key, (case when 'linkedin_key' = any (duplicate_keys) then id else customer_id end))
  where linkedin_key is not null;
create unique index leads_email_key on public.leads (customer_id, email_key, (case when 'email_key' = any (duplicate_keys) then id else customer_id end))
  where email_key is not null;
create unique index leads_name_key on public.leads (customer_id, name_key, (case when 'name_key' = any (duplicate_keys) then id else customer_id end))
  where name_key is not null;
create index leads_duplicate_idx on public.leads (customer_id, duplicate_of) where duplicate_of is not null;
create index leads_duplicates_idx on public.leads (customer_id, created_at desc, id desc) where duplicate_of is not null and not is_separate;
-- The index holds an expression, so that no equality of keys reads it, as that of do-not-contact entries.
create index leads_search_text_idx on public.leads using gin (search_text extensions.gin_trgm_ops, (email_key || '') extensions.gin_trgm_ops);

alter table public.leads
  alter customer_id set statistics 1,
  alter audience set statistics 1,
  alter import_id set statistics 1;

create table private.shortened_texts (
  id bigint generated always as identity primary key,
  relation text not null,
  row_id uuid not null,
  column_name text not null,
  original_text text not null,
  shortened_at timestamptz not null default now()
);
comment on table private.shortened_texts is 'Texts that an upgrade shortened to their limits, in full. Only the owner reads it and can empty it.';

revoke all on sequence private.shortened_texts_id_seq from public, anon, authenticated, service_role;

revoke all on private.shortened_texts from public, anon, authenticated, service_role;

create function private.clean_lead_email() returns trigger language plpgsql as $$
begin
  new.email := private.stored_email(new.email);
  return new;
end $$;
comment on function private.clean_lead_email is 'Stores the address alone, without what surrounds it, so that lists and tools know it.';

create trigger limit_member_updates before update of
  id, customer_id, name, first_name, last_name, email, phone, company, title, location, headline, notes, audience, profile_picture_url,
  linkedin_profile_url, import_id, created_at, updated_at, custom, decided_values, duplicate_of, duplicate_keys, is_separate
  on public.leads
  for each statement when (current_user = 'authenticated' and not private.is_admin())
  execute function private.reject_change('Members can change only the decision about a lead');
create trigger clean_email before insert or update of email on public.leads
  for each row when (new.email is not null) execute function private.clean_lead_email();

revoke all on function
  private.clean_lead_email
  from public, anon, authenticated, service_role;

-- Companies, and their leads.

create table public.companies (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  name text not null check (private.has_text(name)) constraint companies_name_length check (char_length(name) <= 500),
  website text constraint companies_website_length check (char_length(website) <= 2000),
  domain text constraint companies_domain_length check (char_length(domain) <= 500),
  linkedin_url text constraint companies_linkedin_url_length check (char_length(linkedin_url) <= 2000),
  industry text constraint companies_industry_length check (char_length(industry) <= 500),
  size text constraint companies_size_length check (char_length(size) <= 500),
  location text constraint companies_location_length check (char_length(location) <= 500),
  description text constraint companies_description_length check (char_length(description) <= 10000),
  employee_count int check (employee_count >= 0),
  founded_year int,
  is_approved boolean,
  import_id uuid,
  created_at timestamptz not null default now() constraint companies_created_at_range check (private.is_plausible_date(created_at)),
  updated_at timestamptz not null default now() constraint companies_updated_at_range check (private.is_plausible_date(updated_at)),
  domain_key text collate "C" generated always as (private.domain_key(domain)) stored,
  linkedin_key text collate "C" generated always as (private.linkedin_key(linkedin_url)) stored,
  name_key text collate "C" generated always as (private.index_key(private.text_key(name))) stored,
  decided_at timestamptz constraint companies_decided_at_range check (private.is_plausible_date(decided_at)),
  decided_by uuid,
  rejection_reason_id uuid,
  rejection_note text check (private.has_text(rejection_note) and char_length(rejection_note) <= 500),
  search_text text collate "C" generated always as (private.search_text(name, industry, location)) stored,
  custom jsonb not null default '{}' check (private.is_custom(custom)),
  decided_values jsonb check (octet_length(decided_values::text) <= 500000),
  duplicate_of uuid,
  duplicate_keys text[] check (octet_length(duplicate_keys::text) <= 200),
  is_separate boolean not null default false,
  constraint companies_rejection_check check (is_approved is false or rejection_reason_id is null and rejection_note is null),
  constraint companies_import_id_fkey foreign key (import_id, customer_id) references public.imports (id, customer_id) on delete set null (import_id),
  foreign key (rejection_reason_id) references public.rejection_reasons
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.companies is 'Companies of a customer''s leads, imported as such or created from the company name of an imported lead.';
comment on column public.companies.customer_id is 'Cannot be changed.';
comment on column public.companies.is_approved is 'As of leads.';
comment on column public.companies.import_id is 'The import that created the company; null if it was created otherwise.';
comment on column public.companies.created_at is 'As of leads.';
comment on column public.companies.domain_key is 'Normalized domain. Unique within the customer.';
comment on column public.companies.linkedin_key is 'Normalized LinkedIn address. Unique within the customer.';
comment on column public.companies.name_key is 'Normalized name. Unique within the customer among companies without domain and LinkedIn address.';
comment on column public.companies.decided_at is 'As of leads.';
comment on column public.companies.decided_by is 'As of leads.';
comment on column public.companies.rejection_reason_id is 'As of leads.';
comment on column public.companies.rejection_note is 'As of leads.';
comment on column public.companies.custom is 'As of leads.';
comment on column public.companies.decided_values is 'As of leads.';
comment on column public.companies.duplicate_of is 'As of leads.';
comment on column public.companies.duplicate_keys is 'As of leads.';
comment on column public.companies.is_separate is 'As of leads.';

create index companies_name_idx on public.companies (customer_id, name_key);
create index companies_created_idx on public.companies (created_at desc, id desc);
create index companies_customer_created_idx on public.companies (customer_id, created_at desc, id desc) include (is_approved);
create index companies_import_idx on public.companies (import_id, created_at desc, id desc) where import_id is not null;
alter table public.companies add unique (id, customer_id);
create index companies_customer_unreviewed_idx on public.companies (customer_id, created_at desc, id desc) where is_approved is null;
create index companies_customer_approved_idx on public.companies (customer_id, created_at desc, id desc) where is_approved is true;
create index companies_customer_rejected_idx on public.companies (customer_id, created_at desc, id desc) where is_approved is false;
create index companies_created_unreviewed_idx on public.companies (created_at desc, id desc) where is_approved is null;
create index companies_created_approved_idx on public.companies (created_at desc, id desc) where is_approved is true;
create index companies_created_rejected_idx on public.companies (created_at desc, id desc) where is_approved is false;
create index companies_reason_idx on public.companies (rejection_reason_id, created_at desc, id desc) where rejection_reason_id is not null;
create index companies_search_text_idx on public.companies using gin (search_text extensions.gin_trgm_ops);
create index companies_customer_sort_idx on public.companies (customer_id, coalesce(is_approved::int, 2), private.name_sort_key(search_text), id);
create index companies_sort_idx on public.companies (coalesce(is_approved::int, 2), private.name_sort_key(search_text), id);
create index companies_custom_idx on public.companies using gin (custom jsonb_path_ops) where custom <> '{}';
create index companies_shape_idx on public.companies (customer_id, private.custom_shape(custom), created_at desc, id desc);
create index companies_changed_idx on public.companies (customer_id, created_at desc, id desc) where decided_values is not null;
create index companies_domain_idx on public.companies (customer_id, reverse(domain_key)) where domain_key is not null;
create unique index companies_domain_key on public.companies (customer_id, domain_key, (case when 'domain_key' = any (duplicate_keys) then id else customer_id end))
  where domain_key is not null;
create unique index companies_linkedin_key on public.companies (customer_id, linkedin_key, (case when 'linkedin_key' = any (duplicate_keys) then id else customer_id end))
  where linkedin_key is not null;
create unique index companies_name_key on public.companies (customer_id, name_key, (case when 'name_key' = any (duplicate_keys) then id else customer_id end))
  where domain_key is null and linkedin_key is null;
create index companies_duplicate_idx on public.companies (customer_id, duplicate_of) where duplicate_of is not null;
create index companies_duplicates_idx on public.companies (customer_id, created_at desc, id desc) where duplicate_of is not null and not is_separate;

alter table public.companies
  alter customer_id set statistics 1,
  alter import_id set statistics 1;

create function public.company_leads(
  customer_id uuid, company_id uuid, before_created_at timestamptz default null, before_id uuid default null, page_size int default 50
) returns setof public.leads language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  owner_id uuid := (private.scope(array[company_leads.customer_id]))[1];
  key text := (
    select name_key from public.companies company where company.customer_id = owner_id and company.id = company_leads.company_id
  );
begin
  return query
    select *
    from public.leads lead
    where lead.customer_id = owner_id and private.index_key(private.text_key(lead.company)) = key and lead.company is not null
      and lead.created_at <= coalesce(before_created_at, 'infinity')
      and (before_created_at is null or lead.created_at < before_created_at or lead.id < before_id)
    order by lead.created_at desc, lead.id desc
    limit least(greatest(page_size, 0), 1000);
end $$;
comment on function public.company_leads is
  'Leads that name this company, newest first, page by page, at most 1,000. Upper and lower case and white space make no difference.';

create function public.lead_company(customer_id uuid, lead_id uuid) returns setof public.companies
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  owner_id uuid := (private.scope(array[lead_company.customer_id]))[1];
  key text := (
    select private.index_key(private.text_key(lead.company))
    from public.leads lead
    where lead.customer_id = owner_id and lead.id = lead_company.lead_id
  );
begin
  return query
    select *
    from public.companies company
    where company.customer_id = owner_id and company.name_key = key
    order by company.created_at, company.id
    limit 1;
end $$;
comment on function public.lead_company is 'The company that a lead names, if its customer has it: the oldest of several with that name.';

-- Each lead reads the index of names, and never all companies of the customer.
create function public.leads_of_rejected_companies(ids uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  customers uuid[] := private.scope(null);
begin
  if cardinality(ids) > 1000 then
    raise exception 'Too many ids: %, at most 1000', cardinality(ids) using errcode = '22023';
  end if;
  return query
    select lead.id
    from public.leads lead
    join lateral (
      select company.is_approved
      from public.companies company
      where company.customer_id = lead.customer_id and company.name_key = private.index_key(private.text_key(lead.company))
      order by company.created_at, company.id
      limit 1
    ) employer on employer.is_approved is false
    where lead.id = any (ids) and (customers is null or lead.customer_id = any (customers));
end $$;
comment on function public.leads_of_rejected_companies is
  'Those of these leads, at most 1,000, whose company was rejected. The company is that of lead_company.';

create trigger limit_member_updates before update of
  id, customer_id, name, website, domain, linkedin_url, industry, size, location, description, employee_count, founded_year, import_id,
  created_at, updated_at, custom, decided_values, duplicate_of, duplicate_keys, is_separate
  on public.companies
  for each statement when (current_user = 'authenticated' and not private.is_admin())
  execute function private.reject_change('Members can change only the decision about a company');

revoke all on function
  public.company_leads, public.lead_company, public.leads_of_rejected_companies
  from public, anon, authenticated, service_role;
grant execute on function
  public.company_leads, public.lead_company, public.leads_of_rejected_companies
  to authenticated;

-- Custom fields, their internal values, and the columns that a user has chosen for lists.

create table public.custom_fields (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  table_name text not null check (table_name in ('leads', 'companies')),
  key text not null check (private.is_custom_key(key)),
  label text not null check (private.has_text(label) and char_length(label) <= 200),
  is_internal boolean not null default false,
  created_by uuid default auth.uid() references auth.users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  removed_at timestamptz constraint custom_fields_removed_at_range check (private.is_plausible_date(removed_at)),
  constraint custom_fields_key unique (customer_id, table_name, key)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.custom_fields is
  'Fields of a customer''s leads or companies besides the columns, at most 40 of each that are not removed. The values are in `custom` of leads and companies, those of internal fields in internal_values.';
comment on column public.custom_fields.key is 'Name of the field in values, column mappings and messages. Cannot be changed.';
comment on column public.custom_fields.label is 'The header that the field was made from, unless it was renamed.';
comment on column public.custom_fields.is_internal is 'Only administrators see the field and its values. Cannot be changed.';
comment on column public.custom_fields.created_at is 'By which fields are ordered, those of one statement too.';
comment on column public.custom_fields.removed_at is
  'Setting it removes the field, at the time of the database; setting it to null within 30 minutes restores it. Afterwards remove_custom_values deletes values and field.';

alter table public.custom_fields
  alter customer_id set statistics 1;

create table public.internal_values (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null,
  lead_id uuid,
  company_id uuid,
  custom jsonb not null check (private.is_custom(custom)),
  constraint internal_values_row_check check (num_nonnulls(lead_id, company_id) = 1),
  constraint internal_values_lead_key unique (lead_id, customer_id),
  constraint internal_values_company_key unique (company_id, customer_id),
  constraint internal_values_lead_id_fkey foreign key (lead_id, customer_id)
    references public.leads (id, customer_id) on update cascade on delete cascade,
  constraint internal_values_company_id_fkey foreign key (company_id, customer_id)
    references public.companies (id, customer_id) on update cascade on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.internal_values is
  'Values of the internal custom fields of a lead or company, which only administrators see. Deleted with the row.';
comment on column public.internal_values.custom is 'As of leads.';

create index internal_values_customer_idx on public.internal_values (customer_id);

alter table public.internal_values
  alter customer_id set statistics 1;

create table public.list_columns (
  customer_id uuid not null references public.customers on delete cascade,
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  table_name text not null check (table_name in ('leads', 'companies')),
  keys text[] not null check (cardinality(keys) <= 40 and octet_length(keys::text) <= 10000),
  primary key (customer_id, user_id, table_name)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.list_columns is 'The custom fields that a user has chosen as columns of a list, in their order.';

create index list_columns_user_idx on public.list_columns (user_id);

alter table public.list_columns
  alter customer_id set statistics 1;

create function private.check_custom_field() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  most constant int := 40;
begin
  if new.removed_at is not null then
    new.removed_at := now();
    return new;
  elsif tg_op = 'UPDATE' and old.removed_at < now() - interval '30 minutes' then
    raise exception 'This field was removed more than 30 minutes ago' using errcode = 'PT409';
  end if;
  perform private.lock_imports(new.customer_id);
  perform 1
  from public.custom_fields field
  where field.customer_id = new.customer_id and field.table_name = new.table_name and field.removed_at is null and field.id <> new.id
  offset most - 1;
  if found then
    raise exception 'A customer can have at most % custom fields of %', most, new.table_name using errcode = 'PT409';
  end if;
  return new;
end $$;
comment on function private.check_custom_field is 'Rejects more than 40 fields, and restoring one after 30 minutes.';

create function private.custom_shapes(relation regclass, customer uuid, key text, is_filled boolean) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant int := 200;
  shapes text[] := '{}';
  last text := '';
  found record;
begin
  for place in 0 .. most loop
    execute format(
      'select private.custom_shape(custom) as shape, custom from %s
       where customer_id = %L and private.custom_shape(custom) %s %L order by private.custom_shape(custom) limit 1',
      relation, customer, case place when 0 then '>=' else '>' end, last
    ) into found;
    if found.shape is null then
      return shapes;
    end if;
    last := found.shape;
    if (found.custom ? key) = is_filled then
      shapes := shapes || last;
    end if;
  end loop;
  return null;
end $$;
comment on function private.custom_shapes is
  'The shapes (custom_shape) of a customer''s leads or companies in which a field is filled, or those in which it is empty. Null if there are more than 200 shapes.';

create function public.count_custom_values(customer_id uuid, table_name text, key text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  relation regclass := case table_name when 'leads' then 'public.leads'::regclass when 'companies' then 'public.companies' end;
  shapes text[];
  total bigint := 0;
begin
  perform private.require_admin('Only an administrator can manage custom fields');
  perform private.require_length('key', key, 60);
  perform private.require_length('table_name', table_name, 100);
  if exists (
    select from public.custom_fields field
    where field.customer_id = count_custom_values.customer_id and field.table_name = count_custom_values.table_name
      and field.key = count_custom_values.key and is_internal
  ) then
    select count(*) into total
    from public.internal_values stored
    where stored.customer_id = count_custom_values.customer_id and custom ? count_custom_values.key
      and (lead_id is not null) = (count_custom_values.table_name = 'leads');
  elsif relation is not null then
    shapes := private.custom_shapes(relation, count_custom_values.customer_id, count_custom_values.key, true);
    execute format(
      'select count(*) from %s where customer_id = $1 and ($2 is null or private.custom_shape(custom) = any ($2)) and custom ? $3', relation
    ) into total using count_custom_values.customer_id, shapes, count_custom_values.key;
  end if;
  return total;
end $$;
comment on function public.count_custom_values is
  'In how many leads or companies (table_name) of a customer a custom field is filled. Administrators only.';

create function public.remove_custom_values(customer_id uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  most constant int := 5000;
  field public.custom_fields;
  relation text;
  amount int;
begin
  perform private.require_admin('Only an administrator can manage custom fields');
  perform private.lock_imports(remove_custom_values.customer_id);
  select * into field
  from public.custom_fields stored
  where stored.customer_id = remove_custom_values.customer_id and removed_at < now() - interval '30 minutes'
  order by removed_at, id
  limit 1
  for update;
  if not found then
    return 0;
  end if;
  relation := case when field.is_internal then 'public.internal_values' else 'public.' || field.table_name end;
  set local "leadlight.removing_values" to 'on';
  execute format(
    'update %1$s set custom = custom - $1 where customer_id = $2 and id = any (array(
       select id from %1$s where customer_id = $2 and custom ? $1 %2$s limit %3$L
     ))',
    relation,
    case when field.is_internal then 'and lead_id is ' || case field.table_name when 'leads' then 'not null' else 'null' end end, most
  ) using field.key, field.customer_id;
  get diagnostics amount = row_count;
  set local "leadlight.removing_values" to '';
  if amount < most then
    delete from public.custom_fields stored where stored.customer_id = field.customer_id and stored.id = field.id;
  end if;
  return amount + 1;
end $$;
comment on function public.remove_custom_values is
  'Deletes up to 5,000 values of a custom field that was removed more than 30 minutes ago, and then the field. Returns how many rows it has changed; 0: nothing is left. Administrators only.';

create trigger check_on_update before update of removed_at on public.custom_fields
  for each row when ((new.removed_at is null) <> (old.removed_at is null)) execute function private.check_custom_field();
create trigger check_on_insert after insert on public.custom_fields for each row execute function private.check_custom_field();

revoke all on function
  private.check_custom_field, private.custom_shapes, public.count_custom_values, public.remove_custom_values
  from public, anon, authenticated, service_role;
grant execute on function
  public.count_custom_values, public.remove_custom_values
  to authenticated;

-- Do-not-contact lists of customers and of the agency, and what they suppress.

-- The key of an entry that names nobody is its text, which no lead has.
create function private.contact_key(kind text, value text) returns text language plpgsql immutable parallel safe as $$
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
comment on function private.contact_key is 'The key by which an entry of do_not_contact is compared: that of the field of a lead or company.';

create function private.is_shared_domain(domain text) returns boolean language plpgsql immutable parallel safe as $$
begin
  return position(' ' || domain || ' ' in case left(domain, 1)
    when '0' then
      ' 0.bg 001www.com 0am.jp 0e.vc 0g0.jp 0j0.jp 0t0.jp '
    when '1' then
      ' 1.bg 10minutemail.com 123hjemmeside.dk 123hjemmeside.no 123homepage.it 123kotisivu.fi 123minsida.se 123miweb.es 123paginaweb.pt '
      '123siteweb.fr 123webseite.at 123webseite.de 123website.be 123website.ch 123website.lu 123website.nl 126.com 126.net 12chars.dev 12chars.it '
      '12chars.pro 12hp.at 12hp.ch 12hp.de 1337.pictures 139.com 16-b.it 163.com 180r.com 189.cn 1kapp.com '
    when '2' then
      ' 2-d.jp 2.bg 2000.hu 2038.io 21cn.com 2ix.at 2ix.ch 2ix.de '
    when '3' then
      ' 3.bg 32-b.it 37.com 3ammagazine.com 3utilities.com '
    when '4' then
      ' 4.bg 4lima.at 4lima.ch 4lima.de 4mg.com 4u.com '
    when '5' then
      ' 5.bg 5g.in '
    when '6' then
      ' 6.bg 611.to 64-b.it 6g.in '
    when '7' then
      ' 7.bg '
    when '8' then
      ' 8.bg '
    when '9' then
      ' 9.bg 9guacu.br '
    when 'a' then
      ' a.bg a.se a2hosted.com aa.no aaa.pro aaa.vodka aarborte.no ab.ca abc.br abkhazia.su abo.pa about.com abr.it abruzzo.it abv.bg ac.ae ac.at '
      'ac.be ac.ci ac.cn ac.cr ac.cy ac.eg ac.fj ac.gn ac.id ac.il ac.im ac.in ac.ir ac.jp ac.ke ac.kr ac.lk ac.ls ac.ma ac.me ac.mu ac.mw ac.mz '
      'ac.ni ac.nz ac.pa ac.pk ac.pr ac.rs ac.ru ac.rw ac.se ac.sz ac.th ac.tj ac.tz ac.ug ac.uk ac.vn ac.za ac.zm ac.zw aca.pro academia.bo '
      'accesscam.org accident-investigation.aero accident-prevention.aero acct.pro act.au activetrail.biz ad.jp adaptable.app adelphia.net adm.br '
      'adobeaemcloud.com adobeaemcloud.net adobeio-static.net adobeioruntime.net adult.ht adv.br adv.mz adygeya.ru adygeya.su ae.org aeiou.pt '
      'aejrie.no aem.live aem.page aero.mv aerobatic.aero aeroclub.aero aerodrome.aero aeroport.fr afjord.no africa.bj africa.com ag.it agdenes.no '
      'agents.aero agr.br agrar.hu agri.jo agric.za agrigento.it agro.bj agro.bo agro.pl ah.cn ah.no ai.in ai.jo ai.vn aichi.jp aid.pl aim.com '
      'aip.ee air-surveillance.aero air-traffic-control.aero aircraft.aero airkitapps-au.com airkitapps.com airkitapps.eu airline.aero airmail.net '
      'airport.aero airtraffic.aero aivencloud.com aju.br ak.us akadns.net akamai-staging.net akamai.net akamaiedge-staging.net akamaiedge.net '
      'akamaihd-staging.net akamaihd.net akamaiorigin-staging.net akamaiorigin.net akamaized-staging.net akamaized.net akita.jp aknoluokta.no '
      'akrehamn.no aktyubinsk.su al.it al.no al.us alaheadju.no aland.fi albawaba.com alessandria.it alesund.no algard.no aliases121.com '
      'alibaba.com alice-dsl.de alice.de alice.fr alice.it aliyun.com alpha-myqnapcloud.com alstahaug.no alt.na alt.za alta.no altavista.com '
      'altervista.org alto-adige.it altoadige.it alvdal.no alwaysdata.net am.br am.in ambulance.aero ameritech.net amli.no amot.no amplifyapp.com '
      'an.it anani.br ananzi.co.za ancestry.com ancona.it andasuolo.no andebu.no andoy.no andria-barletta-trani.it andria-trani-barletta.it '
      'andriabarlettatrani.it andriatranibarletta.it angelfire.com angiang.vn angry.jp anonaddy.com anonymize.com ao.it aol.co.uk aol.com aol.fr '
      'aol.it aomori.jp aosta-valley.it aosta.it aostavalley.it aoste.it ap.it aparecida.br apigee.io apollo.lv app-ionos.space app.br appchizi.com '
      'applinzi.com apps-1and1.com apps-1and1.net appspacehosted.com appspaceusercontent.com appspot.com appudo.net aq.it aquila.it ar.it ar.us '
      'architectes.bj arcor.de ardal.no aremark.no arendal.no arezzo.it arkhangelsk.su armenia.su arna.no arq.br art.br art.do art.dz art.ht art.pl '
      'art.sn arte.bo arts.nf arts.ro arts.ve aruba.it arvanedge.ir arvo.network as.us ascoli-piceno.it ascolipiceno.it aseral.no ashgabad.su '
      'asker.no askim.no askoy.no askvoll.no asn.au asn.lv asnes.no ass.km assessments.cx assn.lk asso.ci asso.dz asso.fr asso.gp asso.ht asso.km '
      'asso.mc asso.nc asso.re association.aero assur.bj asti.it at-band-camp.net at.it ath.cx atm.pl atmeta.com ato.br att.net attbi.com au.com '
      'audnedaln.no augustow.pl aukra.no aure.no aurland.no aurskog-holand.no aus.basketball austevoll.no austrheim.no authgear-staging.com '
      'authgearapps.com author.aero auto.pl av.it av.tr avellino.it aver.com averoy.no avocat.fr avocat.pro avocats.bj avoues.fr awsapps.com '
      'awsglobalaccelerator.com az.us azerbaijan.su azimuth.network azure-api.net azure-mobile.net azureedge.net azurefd.net azurestaticapps.net '
      'azurewebsites.net '
    when 'b' then
      ' b-data.io b.bg b.br b.se ba.it babia-gora.pl babyblue.jp babymilk.jp bacgiang.vn backan.vn backdrop.jp baclieu.vn bacninh.vn badaddja.no '
      'bahcavuotna.no bahccavuotna.no baidar.no bajddar.no balashov.su balat.no balena-devices.com balestrand.no ballangen.no ballooning.aero '
      'balsan-sudtirol.it balsan-suedtirol.it balsan.it balsfjord.no bambina.jp bamble.no bandcamp.com bangkok.com bar.pro barcelona.com bardu.no '
      'bari.it baria-vungtau.vn barletta-trani-andria.it barlettatraniandria.it barrel-of-knowledge.info barrell-of-knowledge.info barsy.bg '
      'barsy.ca barsy.club barsy.de barsy.dev barsy.eu barsy.gr barsy.in barsy.info barsy.io barsy.me barsy.menu barsy.mobi barsy.net barsy.online '
      'barsy.org barsy.pro barsy.pub barsy.ro barsy.rs barsy.shop barsy.site barsy.store barsy.support barsy.uk barsycenter.com barsyonline.com '
      'barsyonline.menu barsyonline.shop barueri.br barum.no bas.it base.ec base.shop bashkiria.ru bashkiria.su basicserver.io basilicata.it '
      'batsfjord.no bbox.fr bbs.tr bc.ca bd.se beagleboard.io bearalvahki.no beardu.no bedzin.pl beep.pl beer.com beiarn.no bel.tr belau.pw '
      'belem.br bell.net bellatlantic.net bellsouth.net belluno.it benevento.it bentre.vn berg.no bergamo.it bergen.no berlevag.no berlin.de '
      'beskidy.pl bet.ar bet.br better-than.tv bg.it bhz.br bi.it bialowieza.pl bialystok.pl bib.br bib.ve bielawa.pl biella.it bielsko.pl '
      'bieszczady.pl bievat.no bigcartel.com bigfoot.com biglobe.ne.jp bigpond.com bigpond.com.au bigpond.net.au bihar.in bindal.no binhdinh.vn '
      'binhduong.vn binhphuoc.vn binhthuan.vn bio.br bir.ru birkenes.no bitbucket.io bitter.jp biz.at biz.az biz.bb biz.cy biz.dk biz.et biz.fj '
      'biz.gl biz.id biz.in biz.ki biz.ls biz.mv biz.mw biz.my biz.ng biz.ni biz.nr biz.pk biz.pl biz.pr biz.ss biz.tj biz.tr biz.tt biz.ua biz.vn '
      'biz.wf biz.zm bizhosting.com bj.cn bjarkoy.no bjerkreim.no bjugn.no bk.ru bl.it blackbaudcdn.net blackplanet.com blog.bo blog.br blogdns.com '
      'blogdns.net blogdns.org blogos.com blogsite.org blogspot.ae blogspot.al blogspot.am blogspot.ba blogspot.be blogspot.bg blogspot.bj '
      'blogspot.ca blogspot.cf blogspot.ch blogspot.cl blogspot.com blogspot.cv blogspot.cz blogspot.de blogspot.dk blogspot.fi blogspot.fr '
      'blogspot.gr blogspot.hk blogspot.hr blogspot.hu blogspot.ie blogspot.in blogspot.is blogspot.it blogspot.jp blogspot.kr blogspot.li '
      'blogspot.lt blogspot.lu blogspot.md blogspot.mk blogspot.mx blogspot.my blogspot.nl blogspot.no blogspot.pe blogspot.pt blogspot.qa '
      'blogspot.re blogspot.ro blogspot.rs blogspot.ru blogspot.se blogspot.sg blogspot.si blogspot.sk blogspot.sn blogspot.td blogspot.tw '
      'blogspot.ug blogspot.vn blogsyte.com bluebite.io bluewin.ch blueyonder.co.uk blush.jp bmd.br bmoattachments.org bn.it bnr.la bo.it '
      'boavista.br bodo.no bokn.no bol.com.br boldlygoingnowhere.org boleslawiec.pl bolivia.bo bologna.it bolt.com bolt.hu bolzano-altoadige.it '
      'bolzano.it bomlo.no bona.jp boo.jp bookonline.app boomla.net bounceme.net boutir.com box.ca boxfuse.io boy.jp boyfriend.jp bozen-sudtirol.it '
      'bozen-suedtirol.it bozen.it bplaced.com bplaced.de bplaced.net br.com br.it brand.se brasilia.me bredband.net bremanger.no brescia.it '
      'bright.net brindisi.it broke-it.net broker.aero bronnoy.no bronnoysund.no browsersafetymark.io brumunddal.no bryansk.su bryne.no bs.it '
      'bsb.br bss.design bt.com bt.it btconnect.com btinternet.com btopenworld.com bu.no budejju.no bugmenot.com builtwithdark.com bukhara.su '
      'bulsan-sudtirol.it bulsan-suedtirol.it bulsan.it busan.kr business.in business.site but.jp buyshop.jp buyshouses.net bydgoszcz.pl byen.site '
      'bygland.no bykle.no bytom.pl bz.it '
    when 'c' then
      ' c.bg c.se c2i.net c3.hu c66.me ca.in ca.it ca.us caa.aero caa.li cable-modem.org cableone.net cafjs.com cagliari.it cahcesuolo.no cal.it '
      'calabria.it calculators.cx caltanissetta.it cam.it camau.vn camdvr.org campania.it campidano-medio.it campidanomedio.it campinagrande.br '
      'campinas.br campobasso.it can.re canada.com candypop.jp cantho.vn canva-apps.cn canva-apps.com caobang.vn capoo.jp carbonia-iglesias.it '
      'carboniaiglesias.it care2.com cargo.aero carrara-massa.it carraramassa.it carrd.co casacam.net casema.nl caserta.it casino.com casino.hu '
      'catania.it catanzaro.it catering.aero catfood.jp catholic.org caxias.br cb.it cbg.ru cc.ua cci.fr cdn-edges.net cdn77-ssl.net '
      'cdn77-storage.com ce.it cechire.com cegetel.net centrum.cz centrum.sk centurylink.net centurytel.net certification.aero cesena-forli.it '
      'cesenaforli.it cf-ipfs.com cfolks.pl ch.it chacuo.net chambagri.fr championship.aero channelsdvr.net charm.net charter.aero charter.com '
      'charter.net chat.ru cheap.jp chello.at chello.nl cherkassy.ua cherkasy.ua chernigov.ua chernihiv.ua chernivtsi.ua chernovtsy.ua chez.com '
      'chiba.jp chicappa.jp chieti.it chillout.jp chimkent.su chips.jp chirurgiens-dentistes-en-france.fr chirurgiens-dentistes.fr chowder.jp '
      'chu.jp chungbuk.kr chungnam.kr ci.it ciao.jp ciencia.bo cieszyn.pl cim.br ciscofreak.com cistron.nl citromail.hu city.hu civilaviation.aero '
      'ck.ua cl.it clan.rip clerk.app clerk.com clerkstage.app cleverapps.cc cleverapps.io cleverapps.tech clickrising.net clix.pt cloud-ip.biz '
      'cloud.goog cloud66.ws cloud66.zone cloudaccess.host cloudaccess.net cloudapp.net cloudapps.digital cloudflare-ipfs.com cloudflare.net '
      'cloudfront.net cloudfunctions.net cloudjiffy.net cloudns.asia cloudns.be cloudns.biz cloudns.cc cloudns.ch cloudns.cl cloudns.club '
      'cloudns.cx cloudns.eu cloudns.in cloudns.info cloudns.nz cloudns.org cloudns.ph cloudns.pro cloudns.pw cloudns.us cloudsite.builders '
      'cloudycluster.net club-internet.fr club.aero club.tw cn.com cn.in cn.it cn.ua cng.br cnpy.gdn cnt.br co.ae co.ag co.am co.ao co.at co.bb '
      'co.bi co.bj co.bn co.business co.bw co.bz co.ca co.ci co.cl co.cm co.com co.cr co.cz co.dk co.dm co.education co.events co.financial co.gg '
      'co.gl co.gy co.hu co.id co.il co.im co.in co.io co.ir co.it co.je co.jp co.ke co.kr co.krd co.lc co.ls co.ma co.me co.mg co.mu co.mw co.mz '
      'co.na co.network co.ni co.nl co.no co.nz co.om co.pl co.place co.pn co.pw co.ro co.rs co.rw co.ss co.st co.sz co.technology co.th co.tj '
      'co.tm co.tt co.tz co.ua co.ug co.uk co.us co.uz co.ve co.vi co.za co.zm co.zw cocotte.jp codeberg.page codespot.com cogeco.ca col.ng '
      'collegefan.org com.ac com.af com.ag com.ai com.al com.am com.ar com.au com.aw com.az com.ba com.bb com.bh com.bi com.bj com.bm com.bn com.bo '
      'com.br com.bs com.bt com.by com.bz com.ci com.cm com.cn com.co com.cu com.cv com.cw com.cy com.de com.dm com.do com.dz com.ec com.ee com.eg '
      'com.es com.et com.fj com.fm com.fr com.ge com.gh com.gi com.gl com.gn com.gp com.gr com.gt com.gu com.gy com.hk com.hn com.hr com.ht com.im '
      'com.in com.io com.iq com.jo com.kg com.ki com.km com.kp com.kw com.ky com.kz com.la com.lb com.lc com.lk com.lr com.lv com.ly com.mg com.mk '
      'com.ml com.mo com.ms com.mt com.mu com.mv com.mw com.mx com.my com.na com.nf com.ng com.ni com.nr com.om com.pa com.pe com.pf com.ph com.pk '
      'com.pl com.pr com.ps com.pt com.py com.qa com.re com.ro com.ru com.sa com.sb com.sc com.sd com.se com.sg com.sh com.sl com.sn com.so com.ss '
      'com.st com.sv com.sy com.tj com.tm com.tn com.to com.tr com.tt com.tw com.ua com.ug com.uy com.uz com.vc com.ve com.vi com.vn com.vu com.ws '
      'com.ye com.zm comcast.com comcast.net comhem.se commune.am community-pro.de community-pro.net como.it compuserve.com concentric.net conf.au '
      'conf.lv conf.se conference.aero conn.uk consulado.st consultant.aero consulting.aero contagem.br control.aero convex.site coolblog.jp '
      'coop.ar coop.br coop.ht coop.in coop.km coop.mv coop.mw coop.py coop.rw cooperativa.bo copro.uk cosenza.it couchpotatofries.org council.aero '
      'cox.com cox.net coz.br cpa.pro cprapid.com cpserver.com cq.cn cr.it cr.ua craft.me cranky.jp crap.jp crd.co cremona.it crew.aero cri.br '
      'cri.nz crimea.ua crosswinds.net crotone.it cs.com cs.in cs.it csb.app csx.cc ct.it ct.us ctfcloud.net cu.cc cuiaba.br cuneo.it curitiba.br '
      'curv.dev cutegirl.jp cv.ua cx.ua cyon.link cyon.site cz.it czeladz.pl czest.pl '
    when 'd' then
      ' d.bg d.se daa.jp daegu.kr daejeon.kr daemon.asia dagestan.ru dagestan.su dailypioneer.com daklak.vn daknong.vn damnserver.com danang.vn '
      'darklang.io dattolocal.com dattolocal.net dattorelay.com dattoweb.com daum.net davvenjarga.no davvesiida.no daynight.jp dc.us dd-dns.de '
      'ddns-ip.net ddns.me ddns.net ddnsfree.com ddnsgeek.com ddnsking.com ddnss.de ddnss.org de.com de.cool de.us deatnu.no debian.net deca.jp '
      'deci.jp dedibox.fr dedyn.io def.br definima.io definima.net dejanews.com delhi.in dell-ogliastra.it dellogliastra.it democracia.bo demon.nl '
      'deno-staging.dev deno.dev dep.no depechemode.com deporte.bo des.br desa.id design.aero det.br deta.app deta.dev detik.com '
      'dev-myqnapcloud.com dev.br development.run dfirma.pl dgca.aero diadem.cloud dielddanuorri.no dienbien.vn digick.jp diher.solutions dir.bg '
      'discordsays.com discordsez.com discourse.group discourse.team discovery.com diskstation.eu diskstation.me diskstation.org '
      'diskussionsbereich.de disroot.org ditchyourip.com divtasvuodna.no divttasvuotna.no dix.asia dkonto.pl dlugoleka.pl dmv.com dn.ua '
      'dnepropetrovsk.ua dni.us dnipropetrovsk.ua dns-cloud.net dns-dynamic.net dnsabr.com dnsalias.com dnsalias.net dnsalias.org dnsdojo.com '
      'dnsdojo.net dnsdojo.org dnsfor.me dnshome.de dnsiskinky.com dnsking.ch dnsmadeeasy.com dnsup.net dnsupdate.info dnsupdater.de docomo.ne.jp '
      'doctor.com does-it.net doesntexist.com doesntexist.org doityourself.com dojin.com donetsk.ua dongnai.vn dongthap.vn donna.no dontexist.com '
      'dontexist.net dontexist.org doomdns.com doomdns.org dopaas.com dovre.no dp.ua dr.in dr.tr drammen.no drangedal.no dray-dns.de drayddns.com '
      'draydns.de dreamhosters.com drobak.no drr.ac drud.io drud.us dscloud.biz dscloud.me dscloud.mobi dsmynas.com dsmynas.net dsmynas.org '
      'duck.com duckdns.org durumis.com dvrcam.info dvrdns.org dy.fi dyn-berlin.de dyn-ip24.de dyn-o-saur.com dyn-vpn.de dynalias.com dynalias.net '
      'dynalias.org dynamic-dns.info dynamisches-dns.de dynathome.net dyndns-at-home.com dyndns-at-work.com dyndns-blog.com dyndns-free.com '
      'dyndns-home.com dyndns-ip.com dyndns-mail.com dyndns-office.com dyndns-pics.com dyndns-remote.com dyndns-server.com dyndns-web.com '
      'dyndns-wiki.com dyndns-work.com dyndns.biz dyndns.info dyndns.org dyndns.tv dyndns.ws dyndns1.de dynns.com dynserv.org dynu.net dynv6.net '
      'dynvpn.de dyroy.no '
    when 'e' then
      ' e.bg e.se e12.ve e164.arpa e4.cz earthlink.net east-kazakhstan.su easypanel.app easypanel.host easypost.com eating-organic.net ebiz.tw '
      'ecn.br eco.bj eco.br ecologia.bo ecommerce-shop.pl econo.bj economia.bo ed.ao ed.ci ed.cr ed.jp ed.pw edgeapp.net edgecompute.app '
      'edgekey-staging.net edgekey.net edgestack.me edgesuite-staging.net edgesuite.net editorx.io edu.ac edu.af edu.al edu.ao edu.ar edu.au edu.az '
      'edu.ba edu.bb edu.bh edu.bi edu.bj edu.bm edu.bn edu.bo edu.br edu.bs edu.bt edu.bz edu.ci edu.cn edu.co edu.cu edu.cv edu.cw edu.dm edu.do '
      'edu.dz edu.ec edu.ee edu.eg edu.es edu.et edu.fm edu.gd edu.ge edu.gh edu.gi edu.gl edu.gn edu.gp edu.gr edu.gt edu.gu edu.gy edu.hk edu.hn '
      'edu.ht edu.in edu.io edu.iq edu.it edu.jo edu.kg edu.ki edu.km edu.kn edu.kp edu.krd edu.kw edu.ky edu.kz edu.la edu.lb edu.lc edu.lk edu.lr '
      'edu.ls edu.lv edu.ly edu.me edu.mg edu.mk edu.ml edu.mn edu.mo edu.ms edu.mt edu.mv edu.mw edu.mx edu.my edu.mz edu.ng edu.ni edu.nr edu.om '
      'edu.pa edu.pe edu.pf edu.ph edu.pk edu.pl edu.pn edu.pr edu.ps edu.pt edu.py edu.qa edu.rs edu.ru edu.sa edu.sb edu.sc edu.sd edu.sg edu.sl '
      'edu.sn edu.so edu.ss edu.st edu.sv edu.sy edu.tj edu.tm edu.to edu.tr edu.tt edu.tw edu.ua edu.uy edu.vc edu.ve edu.vn edu.vu edu.ws edu.ye '
      'edu.za edu.zm educator.aero edugit.io eek.jp eero-stage.online eero.online egersund.no egoism.jp ehime.jp eid.no eidfjord.no eidsberg.no '
      'eidskog.no eidsvoll.no eigersund.no eircom.net ekloges.cy elasticbeanstalk.com elblag.pl elementor.cloud elementor.cool elisanet.fi elk.pl '
      'elverum.no elvis.com email.biz email.com email.cz email.de email.ee email.it email.net email.nu email.org email.ro email.ru email.si '
      'email.su email.tst email.ua emailondeck.com emb.kw embaixada.st embarqmail.com emergency.aero emilia-romagna.it emiliaromagna.it emp.br '
      'empresa.bo emr.it en-root.fr en.it encoreapi.com encr.app endofinternet.net endofinternet.org endoftheinternet.org enebakk.no enf.br eng.br '
      'eng.jo eng.pro engerdal.no engine.aero engineer.aero enna.it ens.tn enscaled.sg enter.net enterprisecloud.nu entertainment.aero '
      'equipment.aero er.in erols.com erotica.hu erotika.hu es.kr esp.br est-a-la-maison.com est-a-la-masion.com est-le-patron.com '
      'est-mon-blogueur.com est.pr etc.br eti.br etne.no etnedal.no eu.com eu.int eu.org eun.eg eurodir.ru evenassi.no evenes.no everyone.net '
      'evje-og-hornnes.no ewe.net ewetel.net exchange.aero excite.co.jp excite.com excite.it exnet.su experts-comptables.fr expo.app express.aero '
      'ezweb.ne.jp '
    when 'f' then
      ' f.bg f.se f5.si facebook.com fakefur.jp fam.pk familyds.com familyds.net familyds.org fantasyleague.cc far.br farsund.no fashionstore.jp '
      'fastly-edge.com fastly-terrarium.com fastlylb.net fastmail.ca fastmail.cn fastmail.co.uk fastmail.com fastmail.com.au fastmail.es '
      'fastmail.fm fastmail.im fastmail.in fastmail.jp fastmail.mx fastmail.net fastmail.nl fastmail.se fastmail.to fastmail.tw fastmail.us '
      'fastvps-server.com fastvps.host fastvps.site fauske.no fbx-os.fr fbxos.fr fc.it fe.it fed.us federation.aero fedje.no fedorainfracloud.org '
      'fedorapeople.org feedback.ac feira.br fem.jp fermo.it ferrara.it feste-ip.net fet.no fetsund.no fg.it fh-muenster.io fh.se fhs.no fhsk.se '
      'fhv.se fi.cr fi.it fie.ee filegear-sg.me filegear.me film.hu fin.ci fin.ec fin.tn finnoy.no firebaseapp.com firenze.it firewall-gateway.com '
      'firewall-gateway.de firewall-gateway.net firewalledreplit.co firm.dk firm.ht firm.in firm.nf firm.ng firm.ro firm.ve fitjar.no fj.cn '
      'fjaler.no fjell.no fl.us fla.no flakstad.no flash.net flatanger.no fldrv.com flekkefjord.no flesberg.no flier.jp flight.aero flog.br flop.jp '
      'floppy.jp flora.no florence.it floripa.br floro.no flutterflow.app fly.dev fm.br fm.it fm.jo fm.no fnd.br fnwk.site foggia.it '
      'folionetwork.site folkebibl.no folldal.no fool.jp for-better.biz for-more.biz for-our.info for-some.biz for-the.biz forde.no forgeblocks.com '
      'forli-cesena.it forlicesena.it forms.ac forsand.no fortal.br forthnet.gr fortunecity.com forum.hu forumz.info fosnes.no fot.br foxmail.com '
      'foz.br fr.it fr.nf framer.ai framer.app framer.media framer.photos framer.website framer.wiki framercanvas.com frana.no fredrikstad.no '
      'free.com.pe free.fr free.hr freebox-os.com freebox-os.fr freeboxos.com freeboxos.fr freeddns.org freeddns.us freedesktop.org freemail.com.au '
      'freemail.com.pk freemail.de freemail.et freemail.gr freemail.hu freemail.it freemail.lt freemail.ms freemail.nl freemyip.com freenet.de '
      'freenet.kg freeserve.co.uk freesite.host freeuk.com freeyellow.com frei.no freight.aero frenchkiss.jp frisurf.no friuli-v-giulia.it '
      'friuli-ve-giulia.it friuli-vegiulia.it friuli-venezia-giulia.it friuli-veneziagiulia.it friuli-vgiulia.it friuliv-giulia.it '
      'friulive-giulia.it friulivegiulia.it friulivenezia-giulia.it friuliveneziagiulia.it friulivgiulia.it frogn.no froland.no from-ak.com '
      'from-al.com from-ar.com from-az.net from-ca.com from-co.net from-ct.com from-dc.com from-de.com from-fl.com from-ga.com from-hi.com '
      'from-ia.com from-id.com from-il.com from-in.com from-ks.com from-ky.com from-la.net from-ma.com from-md.com from-me.org from-mi.com '
      'from-mn.com from-mo.com from-ms.com from-mt.com from-nc.com from-nd.com from-ne.com from-nh.com from-nj.com from-nm.com from-nv.com '
      'from-ny.net from-oh.com from-ok.com from-or.com from-pa.com from-pr.com from-ri.com from-sc.com from-sd.com from-tn.com from-tx.com '
      'from-ut.com from-va.com from-vt.com from-wa.com from-wi.com from-wv.com from-wy.com from.hr from.tv front.ru frontier.com frontiernet.net '
      'frosinone.it frosta.no froya.no fsmail.net fst.br ftpaccess.cc fuel.aero fuettertdasnetz.de fukui.jp fukuoka.jp fukushima.jp funnels.cx '
      'fuoisku.no fuossko.no fusa.no fuse.net futurehosting.at futuremailing.at fvg.it fylkesbibl.no fyresdal.no '
    when 'g' then
      ' g.bg g.se g12.br ga.us gaivuotna.no galsa.no game-host.org game-server.cc game.tw games.com games.hu gamvik.no gangaviika.no gangwon.kr '
      'garbage.com gaular.no gausdal.no gazeta.pl gb.net gc.ca gd.cn gda.pl gdansk.pl gdynia.pl ge.it geek.com geek.nz geekgalaxy.com gen.in gen.ng '
      'gen.nz gen.tr genion.de genoa.it genova.it gentapps.com gentlentapis.com geo.br geocities.com georgia.su getmail.no getmyip.com gets-it.net '
      'ggf.br ggff.net ghost.io gialai.vn giehtavuoatna.no gifu.jp giize.com gildeskal.no girlfriend.jp girly.jp giske.no git-repos.de gitapp.si '
      'github.io githubpreview.dev githubusercontent.com gitlab.io gitpage.si gjemnes.no gjerdrum.no gjerstad.no gjesdal.no gjovik.no gkp.pk '
      'gleeze.com gliding.aero glitch.me gliwice.pl globo.com glogow.pl gloomy.jp gloppen.no gmail.co gmail.co.uk gmail.com gmail.com.br '
      'gmail.com.com gmail.it gmail.om gmail.ru gmail.sk gmina.pl gmx.at gmx.co.uk gmx.com gmx.de gmx.eu gmx.fr gmx.info gmx.li gmx.net gmx.org '
      'gmx.us gniezno.pl go.ci go.com go.cr go.id go.it go.jp go.ke go.kr go.pw go.ro go.th go.tj go.tz go.ug go2net.com gob.ar gob.bo gob.cl '
      'gob.cu gob.do gob.ec gob.es gob.gt gob.hn gob.mx gob.ni gob.pa gob.pe gob.pk gob.sv gob.ve godaddysites.com gog.pk goiania.br goip.de gok.pk '
      'gol.no golffan.us gon.pk gonna.jp googleapis.com googlecode.com googlemail.co.uk googlemail.com gop.pk gorizia.it gorlice.pl gos.pk '
      'gotdns.ch gotdns.com gotdns.org gotpantheon.com goupile.fr gouv.ci gouv.fr gouv.ht gouv.km gouv.ml gouv.sn gov.ac gov.ae gov.af gov.al '
      'gov.ao gov.ar gov.as gov.au gov.az gov.ba gov.bb gov.bf gov.bh gov.bm gov.bn gov.br gov.bs gov.bt gov.by gov.bz gov.cd gov.cl gov.cm gov.cn '
      'gov.co gov.cx gov.cy gov.dm gov.do gov.dz gov.ec gov.ee gov.eg gov.et gov.fj gov.gd gov.ge gov.gh gov.gi gov.gn gov.gr gov.gu gov.gy gov.hk '
      'gov.ie gov.il gov.in gov.io gov.iq gov.ir gov.it gov.jo gov.kg gov.ki gov.km gov.kn gov.kp gov.kw gov.kz gov.la gov.lb gov.lc gov.lk gov.lr '
      'gov.ls gov.lt gov.lv gov.ly gov.ma gov.me gov.mg gov.mk gov.ml gov.mn gov.mo gov.mr gov.ms gov.mu gov.mv gov.mw gov.my gov.mz gov.na gov.ng '
      'gov.nl gov.nr gov.om gov.ph gov.pk gov.pl gov.pn gov.pr gov.ps gov.pt gov.py gov.qa gov.rs gov.ru gov.rw gov.sa gov.sb gov.sc gov.scot '
      'gov.sd gov.sg gov.sh gov.sl gov.so gov.ss gov.sx gov.sy gov.tj gov.tl gov.tm gov.tn gov.to gov.tr gov.tt gov.tw gov.ua gov.uk gov.vc gov.ve '
      'gov.vn gov.ws gov.ye gov.za gov.zm gov.zw government.aero govt.nz gportal.hu gr.com gr.it gr.jp grafana-dev.net grajewo.pl gran.no grane.no '
      'granvin.no graphic.design gratangen.no grayjayleagues.com greater.jp greta.fr grimstad.no groks-the.info groks-this.info grondar.za grong.no '
      'grosseto.it groundhandling.aero group.aero grozny.ru grozny.su grp.lk gru.br grue.no gs.cn gsj.bz gsm.pl gu.us guam.gu gub.uy '
      'guerrillamail.com gujarat.in gulen.no gunma.jp guovdageaidnu.no gv.ao gv.at gv.vc gwangju.kr gx.cn gyeongbuk.kr gyeonggi.kr gyeongnam.kr '
      'gz.cn '
    when 'h' then
      ' h.bg h.se ha.cn ha.no habmer.no hacca.jp hadsel.no hagebostad.no hagiang.vn haiduong.vn haiphong.vn halden.no half.host halfmoon.jp halsa.no '
      'ham-radio-op.net hamar.no hamaroy.no hammarfeasta.no hammerfest.no hamptonroads.com hanam.vn handcrafted.jp hanggliding.aero hanmail.com '
      'hanmail.net hanoi.vn hapmir.no haram.no hareid.no harstad.no hashbang.sh hasura-app.io hasura.app hasvik.no hateblo.jp hatenablog.com '
      'hatenablog.jp hatenadiary.com hatenadiary.jp hatenadiary.org hatinh.vn hattfjelldal.no haugesund.no haugiang.vn hb.cn he.cn '
      'health-carereform.com health.nz health.vn heavy.jp heiyu.space helioho.st heliohost.us hemne.no hemnes.no hemsedal.no hepforge.org her.jp '
      'herad.no here-for-more.info herokuapp.com herokussl.com heteml.net hetnet.nl hey.com heyflow.page heyflow.site hf.space hi.cn hi.us '
      'hicam.net hidemyass.com hiho.jp hippy.jp hiroshima.jp hispavista.com hispeed.ch hitra.no hjartdal.no hjelmeland.no hk.cn hk.com hk.org hl.cn '
      'hl.no hlx.live hlx.page hlx3.page hm.no hn.cn hoabinh.vn hobby-site.com hobby-site.org hobol.no hof.no hokkaido.jp hokksund.no hol.no '
      'hole.no holmestrand.no holtalen.no holy.jp home-webserver.de home.arpa home.de home.nl home.ro home.se homebuilt.aero homedns.org '
      'homeftp.net homeftp.org homeip.net homelinux.com homelinux.net homelinux.org homesecuritymac.com homesecuritypc.com homesklep.pl '
      'homestead.com homeunix.com homeunix.net homeunix.org honefoss.no hoplix.shop hopto.me hopto.org hornindal.no horten.no hosp.uk hostedpi.com '
      'hosting-cluster.nl hostyhosting.io hot.ee hotbot.com hotel.hu hotel.lk hotel.tz hotelwithflight.com hotmail.at hotmail.be hotmail.ca '
      'hotmail.ch hotmail.cl hotmail.cm hotmail.co.il hotmail.co.in hotmail.co.jp hotmail.co.kr hotmail.co.nz hotmail.co.th hotmail.co.uk '
      'hotmail.com hotmail.com.ar hotmail.com.au hotmail.com.br hotmail.com.hk hotmail.com.mx hotmail.com.tr hotmail.com.tw hotmail.con hotmail.cz '
      'hotmail.de hotmail.dk hotmail.es hotmail.fi hotmail.fr hotmail.gr hotmail.hu hotmail.ie hotmail.in hotmail.it hotmail.jp hotmail.kg '
      'hotmail.kz hotmail.my hotmail.nl hotmail.no hotmail.pt hotmail.ro hotmail.roor hotmail.ru hotmail.sg hoyanger.no hoylandet.no hra.health '
      'hrsn.dev hs.kr httpbin.org hu.net huissier-justice.fr hungry.jp hungyen.vn hurdal.no hurum.no hushmail.com hushmail.me hvaler.no '
      'hyllestad.no hyogo.jp hypernode.io hzc.io '
    when 'i' then
      ' i.am i.bg i.ng i.ph i.se i.ua i234.me ia.us iamallama.com ibaraki.jp ibestad.no ibxos.it icloud.com icloud.com.cn icq.com icurus.jp id.au '
      'id.cv id.ir id.lv id.ly id.us id.vn idf.il idirect.com idrett.no idv.hk idv.tw ie.ua iespana.es if.ua ig.com.br iglesias-carbonia.it '
      'iglesiascarbonia.it iinet.net.au iki.fi il.us ilawa.pl iliadboxos.it ilovecollege.info im.it imb.br imperia.it in-addr.arpa in-berlin.de '
      'in-brb.de in-butter.de in-dsl.de in-dsl.net in-dsl.org in-the-band.net in-vpn.de in-vpn.net in-vpn.org in.net in.ni in.rs in.th in.ua in.us '
      'inbox.com inbox.lt inbox.lv inbox.net inbox.ru inbox.si inc.hk incheon.kr incredimail.com ind.br ind.gt ind.in ind.kw ind.mom ind.tn '
      'independent-commission.uk independent-inquest.uk independent-inquiry.uk independent-panel.uk independent-review.uk inderoy.no india.com '
      'indiatimes.com indigena.bo industria.bo inf.br inf.cu inf.mk inf.ua info.at info.az info.bb info.bj info.bo info.cx info.ec info.eg info.et '
      'info.fj info.gu info.ht info.hu info.in info.ke info.ki info.la info.ls info.mv info.nf info.ni info.nr info.pl info.pr info.ro info.sd '
      'info.tn info.tr info.tt info.tz info.ve info.vn info.zm ing.pa ingatlan.hu inode.at insurance.aero int.ar int.az int.bo int.ci int.cv int.in '
      'int.la int.lk int.mv int.mw int.ni int.pt int.ru int.tj int.ve int.vn interaccess.com interfree.it interia.pl internet-dns.de internet.in '
      'intl.tn io.in io.vn iobb.net iol.it iol.pt iopsys.se ip-ddns.com ip-dynamic.org ip6.arpa ipifony.net iprimus.com.au ir.md ireland.com '
      'iris.arpa is-a-anarchist.com is-a-blogger.com is-a-bookkeeper.com is-a-bruinsfan.org is-a-bulls-fan.com is-a-candidate.org is-a-caterer.com '
      'is-a-celticsfan.org is-a-chef.com is-a-chef.net is-a-chef.org is-a-conservative.com is-a-cpa.com is-a-cubicle-slave.com is-a-democrat.com '
      'is-a-designer.com is-a-doctor.com is-a-financialadvisor.com is-a-fullstack.dev is-a-geek.com is-a-geek.net is-a-geek.org is-a-good.dev '
      'is-a-green.com is-a-guru.com is-a-hard-worker.com is-a-hunter.com is-a-knight.org is-a-landscaper.com is-a-lawyer.com is-a-liberal.com '
      'is-a-libertarian.com is-a-linux-user.org is-a-llama.com is-a-musician.com is-a-nascarfan.com is-a-nurse.com is-a-painter.com '
      'is-a-patsfan.org is-a-personaltrainer.com is-a-photographer.com is-a-player.com is-a-republican.com is-a-rockstar.com is-a-socialist.com '
      'is-a-soxfan.org is-a-student.com is-a-teacher.com is-a-techie.com is-a-therapist.com is-a.dev is-an-accountant.com is-an-actor.com '
      'is-an-actress.com is-an-anarchist.com is-an-artist.com is-an-engineer.com is-an-entertainer.com is-by.us is-certified.com is-cool.dev '
      'is-found.org is-gone.com is-into-anime.com is-into-cars.com is-into-cartoons.com is-into-games.com is-leet.com is-local.org is-lost.org '
      'is-not-a.dev is-not-certified.com is-saved.org is-slick.com is-uberleet.com is-very-bad.org is-very-evil.org is-very-good.org '
      'is-very-nice.org is-very-sweet.org is-with-theband.com is.it isa-geek.com isa-geek.net isa-geek.org isa-hockeynut.com isa.us isernia.it '
      'iserv.dev iservschule.de ishikawa.jp isla.pr islamonline.net issmarterthanyou.com isteingeek.de istmein.de it.ao it.com itcouldbewor.se '
      'itigo.jp its.me ivano-frankivsk.ua ivanovo.su iveland.no ivgu.no ivillage.com iwate.jp iwi.nz iwon.com iz.hr '
    when 'j' then
      ' j.bg jab.br jambyl.su jampa.br jan-mayen.no jaworzno.pl jcloud.kz jdevcloud.com jdf.br jeez.jp jeju.kr jelastic.team jele.cloud jele.club '
      'jele.host jele.io jele.site jelenia-gora.pl jellybean.jp jeonbuk.kr jeonnam.kr jessheim.no jevnaker.no jgora.pl jimdofree.com jimdosite.com '
      'jl.cn jogasz.hu joinville.br jolster.no jondal.no jor.br jorpeland.no jotelulu.cloud journal.aero journalist.aero jouwweb.site jozi.biz '
      'jp.net jpn.com jpn.org js.cn js.org ju.mp juno.com jur.pro jus.br jx.cn '
    when 'k' then
      ' k.bg k.se k12.ec k12.il k12.tr k12.vi kaas.gg kabelmail.de kafjord.no kagawa.jp kagoshima.jp kakao.com kalisz.pl kalmykia.ru kalmykia.su '
      'kaluga.su kanagawa.jp kansascity.com kapsi.fi karacol.su karaganda.su karasjohka.no karasjok.no karelia.su karlsoy.no karmoy.no karpacz.pl '
      'kartuzy.pl kasserver.com kaszuby.pl katowice.pl kautokeino.no kawaiishop.jp kazimierz-dolny.pl keemail.me keliweb.cloud kep.tr kepno.pl '
      'ketrzyn.pl keymachine.de keyword-on.net kg.kr kh.ua khakassia.su khanhhoa.vn kharkiv.ua kharkov.ua kherson.ua khmelnitskiy.ua '
      'khmelnytskyi.ua khplay.nl kicks-ass.net kicks-ass.org kids.us kiengiang.vn kiev.ua kikirara.jp kill.jp kilo.jp kinghost.net kirara.st '
      'kirkenes.no kirovograd.ua kiwi.nz kiwibox.com klabu.no klepp.no klodzko.pl km.ua knightpoint.systems knowsitall.info knx-server.net '
      'kobierzyce.pl kochi.jp kolobrzeg.pl kolumbus.fi komforb.se kommunalforbund.se kommune.no komvux.se kongsberg.no kongsvinger.no konin.pl '
      'konskowola.pl kontum.vn konyvelo.hu koobin.events kopervik.no kozow.com kpnmail.nl kr.it kr.ua kraanghke.no kragero.no krakow.pl krasnik.pl '
      'krasnodar.su krellian.net kristiansand.no kristiansund.no krodsherad.no krokstadelva.no kropyvnytskyi.ua krym.ua ks.ua ks.us kuleuven.cloud '
      'kumamoto.jp kurgan.su kuron.jp kustanai.ru kustanai.su kutno.pl kv.ua kvafjord.no kvalsund.no kvam.no kvanangen.no kvinesdal.no '
      'kvinnherad.no kviteseid.no kvitsoy.no ky.us kyiv.ua kyoto.jp '
    when 'l' then
      ' l-o-g-i-n.de l.bg l.se la-spezia.it la.us laakesvuemie.no lab.ms ladesk.com lahppi.no laichau.vn lakas.hu lamdong.vn lanbib.se '
      'land-4-sale.us land.ru langevag.no langson.vn laocai.vn laposte.net lapy.pl laquila.it lardal.no larvik.no laspezia.it latina.it lavagis.no '
      'lavangen.no law.com law.pro law.za lawyer.com laz.it lazio.it lc.it lcube-server.de le.it leadpages.co leangaviika.no leasing.aero '
      'lebesby.no lebork.pl lebtimnetz.de lecce.it lecco.it leczna.pl leg.br legalmail.it legnica.pl leikanger.no leilao.br leirfjord.no leirvik.no '
      'leitungsen.de leka.no leksvik.no lel.br lelux.site lenug.su lenvik.no lerdal.no lesja.no levanger.no lex.bg lezajsk.pl lg.jp lg.ua li.it '
      'lib.ee libero.it libp2p.direct lier.no lierne.no lig.it liguria.it likes-pie.com likescandy.com lillehammer.no lillesand.no lima-city.at '
      'lima-city.ch lima-city.de lima-city.rocks lima.zone limanowa.pl lindas.no lindesnes.no linkyard-cloud.ch linkyard.cloud list.ru '
      'littlestar.jp live-on.net live-website.com live.at live.be live.ca live.ch live.cl live.cn live.co.kr live.co.uk live.co.za live.com '
      'live.com.ar live.com.au live.com.mx live.com.my live.com.pt live.com.sg live.de live.dk live.es live.fi live.fr live.hk live.ie live.in '
      'live.it live.jp live.nl live.no live.pt live.ru live.se livejournal.com livorno.it lk3.ru ln.cn lo.it loabat.no localcert.net '
      'localhostcert.net localplayer.dev lodi.it lodingen.no lodz.pl log.br loginline.app loginline.dev loginline.io loginline.services '
      'loginline.site loginto.me logistics.aero logoip.com logoip.de lohmus.me loisirs.bj lolipop.io lolipopmc.jp lolitapunk.jp lom.it lom.no '
      'lombardia.it lombardy.it lomo.jp lomza.pl londrina.br longan.vn looksmart.com loppa.no lorenskog.no loseyourip.com loten.no lovepop.jp '
      'lovesick.jp lowicz.pl lpages.co lpusercontent.com lt.it lt.ua ltd.cy ltd.gi ltd.hk ltd.lk ltd.ng ltd.ua ltd.uk lu.it lubartow.pl lubin.pl '
      'lublin.pl lucania.it lucca.it lugansk.ua luhansk.ua lukow.pl lund.no lunner.no luroy.no luster.no lutsk.ua luukku.com lv.ua lviv.ua '
      'lycos.co.uk lycos.com lycos.de lycos.es lycos.it lycos.nl lyngdal.no lyngen.no '
    when 'm' then
      ' m.bg m.se ma.us mac.com macapa.br maceio.br macerata.it madethis.site mafelo.net magazine.aero magenta.at mail-tester.com mail.az mail.be '
      'mail.bg mail.by mail.co.za mail.com mail.com.tr mail.dk mail.ee mail.gr mail.ie mail.md mail.me mail.nu mail.pf mail.pl mail.pt mail.ru '
      'mail.ua mail.wtf mail2web.com mailbox.org mailinator.com main.jp maintenance.aero malatvuopmi.no malbork.pl malopolska.pl malselv.no '
      'malvik.no manaus.br mandal.no mangyshlak.su mantova.it maori.nz mar.it marche.it marine.ru maringa.br marker.no marketplace.aero '
      'marnardal.no masfjorden.no masoy.no masrawy.com massa-carrara.it massacarrara.it mat.br matera.it matlab.cloud matrix.jp matta-varjjat.no '
      'mayfirst.info mayfirst.org mazeplay.com mazowsze.pl mazury.pl mb.ca mb.it mc.it mcdir.me mcdir.ru mchsi.com mcpre.ru md.us me.com me.eg '
      'me.in me.it me.ke me.so me.ss me.tz me.uk me.us med.br med.ec med.ee med.ht med.ly med.om med.pa med.pl med.pro med.sa med.sd medecin.fr '
      'medecin.km media.aero media.hu media.pl mediatech.by mediatech.dev medicina.bo medio-campidano.it mediocampidano.it medscape.com '
      'medusajs.app mein-iserv.de mein-vigor.de meinforum.net meland.no meldal.no melhus.no meloy.no memset.net meraker.no merseine.nu messerli.app '
      'messina.it messwithdns.com metacrawler.com meteorapp.com mex.com mi.it mi.th mi.us miasta.pl microlight.aero midsund.no midtre-gauldal.no '
      'mie.jp mielec.pl mielno.pl mil.ac mil.ae mil.al mil.ar mil.az mil.ba mil.bo mil.br mil.by mil.cl mil.cn mil.co mil.cy mil.do mil.ec mil.eg '
      'mil.fj mil.gh mil.gt mil.hn mil.id mil.in mil.io mil.iq mil.jo mil.kg mil.km mil.kr mil.kz mil.lv mil.mg mil.mv mil.my mil.mz mil.ng mil.ni '
      'mil.no mil.nz mil.pe mil.ph mil.pl mil.py mil.qa mil.ru mil.rw mil.sh mil.st mil.sy mil.tj mil.tm mil.to mil.tr mil.tt mil.tw mil.tz mil.uy '
      'mil.vc mil.ve mil.ye mil.za mil.zm mil.zw milan.it milano.it mimoza.jp mincom.tn mindspring.com mine.nu miniserver.com minisite.ms '
      'mircloud.host mircloud.ru mircloud.us misconfused.org mittwald.info mittwaldserver.info miyagi.jp miyazaki.jp mjondalen.no mk.ua mlbfan.org '
      'mmafan.biz mn.it mn.us mo-i-rana.no mo-siemens.io mo.cn mo.it mo.us moareke.no mobi.gp mobi.ke mobi.ng mobi.tz mod.gi modalen.no '
      'modelling.aero modelscape.com modena.it mods.jp modum.no modx.dev mol.it molde.no molise.it mond.jp money.bj mongolian.jp montevideo.com.uy '
      'monza-brianza.it monza-e-della-brianza.it monza.it monzabrianza.it monzaebrianza.it monzaedellabrianza.it moo.jp moonscale.net mordovia.ru '
      'mordovia.su morena.br mosjoen.no moskenes.no moss.no mosvik.no movimiento.bo mozmail.com mp.br mr.no mragowo.pl ms.it ms.kr ms.us msk.ru '
      'msk.su msn.cn msn.co.uk msn.com msn.com.au msn.nl mt.it mt.us muni.il muosat.no murmansk.su mus.br museum.mv museum.no museum.om musica.ar '
      'musica.bo musician.io mutual.ar mwcloudnonprod.com my-firewall.org my-gateway.de my-router.de my-vigor.de my-wan.de my.id '
      'myactivedirectory.com myamaze.net myasustor.com mycloudnas.com mydatto.com mydatto.net mydbserver.com myddns.rocks mydissent.net mydns.bz '
      'mydns.jp mydns.tw mydns.vc mydobiss.com mydomain.com mydrobo.com myds.me myeffect.net myfast.host myfast.space myfirewall.org '
      'myforum.community myfritz.link myfritz.net myftp.biz myftp.org myhome-server.de myiphost.com myjino.ru mykolaiv.ua mymediapc.net '
      'mynascloud.com mypep.link mypets.ws myphotos.cc mypi.co myportfolio.com mypsx.net myqnapcloud.cn myqnapcloud.com myradweb.net myrdbx.io '
      'mysecuritycamera.com mysecuritycamera.net mysecuritycamera.org myshopblocks.com myshopify.com myspreadshop.at myspreadshop.be '
      'myspreadshop.ca myspreadshop.ch myspreadshop.com myspreadshop.de myspreadshop.dk myspreadshop.es myspreadshop.fi myspreadshop.fr '
      'myspreadshop.ie myspreadshop.it myspreadshop.net myspreadshop.nl myspreadshop.no myspreadshop.pl myspreadshop.se mystrikingly.com '
      'mytabit.com mytis.ru mytuleap.com myvnc.com myway.com mywire.org '
    when 'n' then
      ' n.bg n.se n4t.co na.it na4u.ru naamesjevuemie.no nagano.jp nagasaki.jp naklo.pl nalchik.ru nalchik.su namaste.jp namdalseid.no namdinh.vn '
      'name.az name.com name.eg name.et name.fj name.hr name.mk name.mv name.my name.ng name.pm name.pr name.qa name.tj name.tr name.tt name.vn '
      'namsos.no namsskogan.no nannestad.no naples.it napoli.it nara.jp naroy.no narviika.no narvik.no nat.cu nat.tn natal.br nate.com natural.bo '
      'naturbruksgymn.se naustdal.no naver.com navigation.aero navoi.su navuotna.no nb.ca nc.tr nc.us nd.us ne.jp ne.ke ne.kr ne.tz ne.ug ne.us '
      'neat-url.com nedre-eiker.no nerdpol.ovh nesna.no nesodden.no nesoddtangen.no nesseby.no nesset.no net-freaks.com net.ac net.ae net.af net.ag '
      'net.ai net.al net.am net.ar net.au net.az net.ba net.bb net.bh net.bj net.bm net.bn net.bo net.br net.bs net.bt net.bz net.ci net.cm net.cn '
      'net.co net.cu net.cv net.cw net.cy net.dm net.do net.dz net.ec net.eg net.et net.fj net.fm net.ge net.gg net.gl net.gn net.gp net.gr net.gt '
      'net.gu net.gy net.hk net.hn net.ht net.id net.il net.im net.in net.io net.iq net.ir net.je net.jo net.kg net.ki net.kn net.kw net.ky net.kz '
      'net.la net.lb net.lc net.lk net.lr net.ls net.lv net.ly net.ma net.me net.mk net.ml net.mo net.ms net.mt net.mu net.mv net.mw net.mx net.my '
      'net.mz net.na net.nf net.ng net.ni net.nr net.nz net.om net.pa net.pe net.ph net.pk net.pl net.pn net.pr net.ps net.pt net.py net.qa net.ru '
      'net.rw net.sa net.sb net.sc net.sd net.sg net.sh net.sl net.so net.ss net.st net.sy net.th net.tj net.tm net.tn net.to net.tr net.tt net.tw '
      'net.ua net.uk net.uy net.uz net.vc net.ve net.vi net.vn net.vu net.ws net.ye net.za net.zm netcabo.pt netcologne.de netcom.com netfy.app '
      'netgamers.jp netins.net netlify.app netscape.com netscape.net netspace.net.au netzero.com netzero.net neuf.fr newmail.ru news.hu nf.ca '
      'nflfan.org nfshost.com nghean.vn ngo.lk ngo.ng ngo.ph ngo.us ngo.za ngrok-free.app ngrok-free.dev ngrok.app ngrok.dev ngrok.io ngrok.pizza '
      'ngrok.pro nh.us nhlfan.net nhs.uk nic.in nic.tj nic.za nieruchomosci.pl niigata.jp nikita.jp nikolaev.ua nimsite.uk ninhbinh.vn ninhthuan.vn '
      'nis.za nissedal.no niteroi.br nittedal.no nj.us nl.ca nl.no nm.cn nm.us no-ip.biz no-ip.ca no-ip.info no-ip.net no-ip.org no.it nobushi.jp '
      'nog.community noho.st nohost.me noip.me noip.us nom.ag nom.co nom.es nom.fr nom.io nom.km nom.mg nom.nc nom.ni nom.pa nom.pe nom.pl nom.ro '
      'nom.tm nom.ve nom.za nombre.bo nome.cv nome.pt noop.app noor.jp nord-aurdal.no nord-fron.no nord-odal.no norddal.no nordkapp.no '
      'nordre-land.no nordreisa.no nore-og-uvdal.no north-kazakhstan.su not.br notaires.fr notaires.km noticeable.news noticias.bo notion.site '
      'notodden.no notteroy.no nov.ru nov.su novara.it novecore.site now-dns.net now-dns.org now-dns.top now.sh nowaruda.pl ns.ca nsn.us '
      'nsupdate.info nsw.au nt.au nt.ca nt.no nt.ro ntdll.top ntlworld.com ntr.br nu.ca nu.it numericable.com nuoro.it nv.us nvbell.net nx.cn '
      'ny.com ny.us nyanta.jp nyat.app nyc.com nyc.mn nysa.pl nz.basketball '
    when 'o' then
      ' o.bg o.se o0o0.jp o2.co.uk o2.pl o2mail.de o2online.de oath.com obl.ong obninsk.su observablehq.cloud ocn.ne.jp od.ua odda.no odesa.ua '
      'odessa.ua odo.br of.by of.je of.no off.ai office-on-the.net official.academy official.ec og.ao og.it ogliastra.it oh.us oi.com.br oita.jp '
      'ok.us okayama.jp okinawa.jp oksnes.no ol.no olawa.pl olbia-tempio.it olbiatempio.it olecko.pl olkusz.pl olsztyn.pl omasvuotna.no omg.lol '
      'omniwe.site on-aptible.com on-the-web.tv on-web.fr on.ca onavstack.net ondigitalocean.app onet.com.pl onet.eu onet.pl onfabrica.com ong.br '
      'online.de online.th onlinehome.de onmilwaukee.com onporter.run onrender.com onthewifi.com ooguy.com oops.jp op.pl opencraft.hosting '
      'opensocial.site operaunite.com opoczno.pl opole.pl oppdal.no oppegard.no optimum.net optonline.net optusnet.com.au or.at or.bi or.ci or.cr '
      'or.id or.it or.jp or.ke or.kr or.mu or.pw or.th or.tz or.ug or.us orange.fr orange.net orangecloud.tn org.ac org.ae org.af org.ag org.ai '
      'org.al org.am org.ao org.ar org.au org.az org.ba org.bb org.bh org.bi org.bj org.bm org.bn org.bo org.br org.bs org.bt org.bw org.bz org.ci '
      'org.cn org.co org.cu org.cv org.cw org.cy org.dm org.do org.dz org.ec org.ee org.eg org.es org.et org.fj org.fm org.ge org.gg org.gh org.gi '
      'org.gl org.gn org.gp org.gr org.gt org.gu org.gy org.hk org.hn org.ht org.hu org.il org.im org.in org.io org.iq org.ir org.je org.jo org.kg '
      'org.ki org.km org.kn org.kp org.kw org.ky org.kz org.la org.lb org.lc org.lk org.lr org.ls org.lv org.ly org.ma org.me org.mg org.mk org.ml '
      'org.mn org.mo org.ms org.mt org.mu org.mv org.mw org.mx org.my org.mz org.na org.ng org.ni org.nr org.nz org.om org.pa org.pe org.pf org.ph '
      'org.pk org.pl org.pn org.pr org.ps org.pt org.py org.qa org.ro org.rs org.ru org.rw org.sa org.sb org.sc org.sd org.se org.sg org.sh org.sl '
      'org.sn org.so org.ss org.st org.sv org.sy org.sz org.tj org.tm org.tn org.to org.tr org.tt org.tw org.ua org.ug org.uk org.uy org.uz org.vc '
      'org.ve org.vi org.vn org.vu org.ws org.ye org.yt org.za org.zm org.zw oristano.it orkanger.no orkdal.no orland.no orsites.com orskog.no '
      'orsta.no orx.biz osaka.jp osasco.br osen.no oslo.no osnanet.de osoyro.no osteroy.no ostre-toten.no ostroda.pl ostroleka.pl ostrowiec.pl '
      'ostrowwlkp.pl ot.it ote.bj other.nf outlook.at outlook.be outlook.bg outlook.cl outlook.co.id outlook.co.il outlook.co.nz outlook.co.th '
      'outlook.com outlook.com.ar outlook.com.au outlook.com.br outlook.com.gr outlook.com.pe outlook.com.tr outlook.com.vn outlook.cz outlook.de '
      'outlook.dk outlook.es outlook.fr outlook.hu outlook.ie outlook.in outlook.it outlook.jp outlook.kr outlook.lv outlook.my outlook.nl '
      'outlook.ph outlook.pt outlook.ro outlook.sa outlook.sg outlook.sk outsystemscloud.com overhalla.no ovre-eiker.no own.pm ownip.net '
      'ownprovider.com ox.rs oxa.cloud oy.lc oya.to oyer.no oygarden.no oystre-slidre.no oz.au ozemail.com.au '
    when 'p' then
      ' p.bg p.se pa.it pa.us pabianice.pl pacbell.net padova.it padua.it pages.dev pages.gay pagespeedmobilizer.com pagexl.com palermo.it palmas.br '
      'pandora.be panel.dev panel.gg pantheonsite.io parachuting.aero paragliding.aero parallel.jp parasite.jp parliament.nz parma.it parrot.com '
      'parti.se passenger-association.aero patria.bo pavia.it paynow.cx pb.ao pc.it pc.pl pd.it pdns.page pe.ca pe.hu pe.it pe.kr pec.it pecori.jp '
      'peewee.jp penne.jp penza.su peoplepc.com pepper.jp per.jo per.la per.nf perma.jp perso.ht perso.sn perso.tn perspecta.cloud perugia.it '
      'pesaro-urbino.it pesarourbino.it pescara.it pg.in pg.it pgafan.net pgfog.com pgw.jp pharmacien.fr pharmaciens.km phd.jo phutho.vn phuyen.vn '
      'pi.it piacenza.it piedmont.it piemonte.it pigboat.jp pila.pl pilot.aero pimienta.org pinoko.jp pipeline.com pisa.it pistoia.it pisz.pl '
      'pixolino.com pl.ua plala.or.jp planet.nl platform0.app platter-app.com platter-app.dev platterp.us playstation-cloud.com plc.ly plc.ng '
      'plc.uk plesk.page pleskns.com pley.games plo.ps plock.pl plurinacional.bo plus.com plusnet.com pmn.it pn.it po.it poa.br pobox.com pochta.ru '
      'poczta.fm podhale.pl podlasie.pl podzone.net podzone.org point2this.com pointto.us poivron.org pokrovsk.su pol.dz pol.ht pol.tr police.uk '
      'politica.bo polkowice.pl poltava.ua polyspace.com pomorskie.pl pomorze.pl poniatowa.pl ponpes.id pordenone.it porsanger.no porsangu.no '
      'porsgrunn.no port.fr post.com post.cz post.in post.sk poste.it posteo.eu posteo.net posteo.org postman-echo.com potager.org potenza.it '
      'powiat.pl poznan.pl pp.az pp.ru pp.se pp.ua ppg.br pr.it pr.us prato.it prd.fr prd.km prd.mg prequalifyme.today press.aero press.cy press.ma '
      'press.se presse.km presse.ml pri.ee primetel.cloud principe.st priv.at priv.hu priv.me priv.no priv.pl privacy.net '
      'privatizehealthinsurance.net pro.az pro.br pro.cy pro.ec pro.fj pro.ht pro.in pro.mv pro.om pro.pr pro.tt pro.vn prochowice.pl prodigy.net '
      'production.aero prof.pr profesional.bo project.space proton.me protonet.io protonmail.ch protonmail.com proximus.be pruszkow.pl prvcy.page '
      'przeworsk.pl psc.br psi.br pstmn.io pt.it ptd.net pu.it pub.sa publ.cv publ.pt public-inquiry.uk pubtls.org pueblo.bo pug.it puglia.it '
      'pulawy.pl punyu.jp pupu.jp pussycat.jp pv.it pvh.br pvt.ge pya.jp pyatigorsk.ru pymnt.uk pythonanywhere.com pz.it '
    when 'q' then
      ' q.bg q.com qa2.com qbuser.com qc.ca qcx.io qh.cn qld.au qoto.io qq.cn qq.com qq.my qsl.br qualifioapp.com quangbinh.vn quangnam.vn '
      'quangngai.vn quangninh.vn quangtri.vn quicknet.nl quicksytes.com quizzes.cx qwest.net '
    when 'r' then
      ' r.bg r.se r2.dev r7.com ra.it rackmaze.com rackmaze.net rade.no radio.am radio.br radio.fm radom.pl radoy.no ragusa.it rahkkeravju.no '
      'raholt.no raindrop.jp raisa.no rakkestad.no ralingen.no rambler.ru rana.no randaberg.no rar.ve ras.ru rauma.no ravendb.cloud '
      'ravendb.community ravendb.run ravenna.it rawa-maz.pl rc.it rcn.com rdy.jp re.it re.kr read-books.org readmyblog.org readthedocs-hosted.com '
      'readthedocs.io readymade.jp realestate.pl realm.cz rec.br rec.nf rec.ro rec.ve recht.pro recife.br recreation.aero red.sv rediffmail.com '
      'rediffmailpro.com redirectme.net reg.dk reggio-calabria.it reggio-emilia.it reggiocalabria.it reggioemilia.it reklam.hu rel.ht rel.pl '
      'remotewd.com rendalen.no rennebu.no rennesoy.no rep.br rep.kp repbody.aero repl.co repl.run replit.app replit.dev res.aero res.in '
      'research.aero researched.cx reservd.com reserve-online.com reserve-online.net resindevice.io restaurant.bj resto.bj revista.bo rg.it rgr.jp '
      'rhcloud.com ri.it ri.us ribeirao.br rieti.it riik.ee rimini.it rin.ru rindal.no ringebu.no ringerike.no ringsaker.no rio.br riobranco.br '
      'riopreto.br riseup.net risor.no rissa.no rivne.ua rl.no rm.it rn.it ro.it roadrunner.com roan.no rocketmail.com rocky.page rodoy.no '
      'rogers.com rollag.no roma.it rome.it romsa.no romskog.no roros.no rost.no rotorcraft.aero router.management routingthecloud.com '
      'routingthecloud.net routingthecloud.org rovigo.it rovno.ua royal-commission.uk royken.no royrvik.no rr.com rs.ba rt.ht ru.com ru.net rub.de '
      'ruhr-uni-bochum.de rulez.jp runbox.no runcontainers.dev ruovat.no rv.ua rybnik.pl rygge.no rzeszow.pl '
    when 's' then
      ' s.bg s.se sa.au sa.com sa.cr sa.it sadist.jp safety.aero saga.jp saitama.jp sakura.tv sakuratan.com sakuraweb.com salangen.no salat.no '
      'salerno.it saloon.jp saltdal.no salud.bo salvador.br samnanger.no sampa.br sandcats.io sandefjord.no sandnes.no sandnessjoen.no sandoy.no '
      'sanok.pl sanook.com santamaria.br santoandre.br saobernardo.br saogonca.br saotome.st sapo.ao sapo.pt sar.it sardegna.it sardinia.it '
      'sarpsborg.no sassari.it sauda.no saudia.com sauherad.no saves-the-whales.com savona.it sb.ua sbcglobal.net sblo.jp sc.cn sc.ke sc.kr sc.ls '
      'sc.tz sc.ug sc.us scarlet.be sch.ae sch.id sch.ir sch.jo sch.lk sch.ly sch.ng sch.qa sch.sa sch.ss sch.tf sch.wf sch.zm schokokeks.net '
      'school.ge school.nz school.za schoolbus.jp schulplattform.de schulserver.de sci.eg sci.fi scientist.aero scrapper-site.net scrapping.cc '
      'scrysec.com scubadiving.com sd.cn sd.us sdf.org sdscloud.pl se.net seanet.com sebastopol.ua sec.ps secaas.hk secret.jp securitytactics.com '
      'seg.br seidat.net sejny.pl sel.no selbu.no selfip.biz selfip.com selfip.info selfip.net selfip.org selje.no seljord.no sellfy.store '
      'sells-for-less.com sells-for-u.com sells-it.net sellsyourhome.org senasa.ar senseering.net seoul.kr servebbs.com servebbs.net servebbs.org '
      'servebeer.com serveblog.net servebolt.cloud servecounterstrike.com serveexchange.com serveftp.com serveftp.net serveftp.org servegame.com '
      'servegame.org servehalflife.com servehttp.com servehumour.com serveirc.com serveminecraft.net servemp3.com servep2p.com servepics.com '
      'servequake.com server-on.net servername.us servers.run servesarcasm.com service.one services.aero sevastopol.ua sex.hu sex.pl seznam.cz '
      'sf.no sfr.fr sh.cn shacknet.nu shaw.ca she.com sheezy.games shiftedit.io shiga.jp shimane.jp shizuoka.jp shop.ht shop.hu shop.pl shop.ro '
      'shop.th shoparena.pl shopify.com shopitsite.com shopselect.net shopware.shop shopware.store show.aero shw.io si.it sic.it sicilia.it '
      'sicily.it siellak.no siena.it sieradz.pl sify.com sigdal.no siiites.com siljan.no simple-url.com simplelogin.com simplesite.com '
      'simplesite.gr simplesite.pl sina.cn sina.com sinaapp.com singnet.com.sg singpost.com siracusa.it sirdal.no site123.me siteleaf.net sjc.br '
      'sk.ca skanit.no skanland.no skaun.no skedsmo.no skedsmokorset.no ski.no skien.no skierniewice.pl skierva.no skiff.com skiptvet.no skjak.no '
      'skjervoy.no sklep.pl skoczow.pl skodje.no skr.jp sky.com skydiving.aero skygearapp.com skynet.be slask.pl slattum.no sld.do sld.pa slg.br '
      'slupsk.pl slz.br sm.ua small-web.org smola.no smushcdn.com sn.cn snaase.no snasa.no snet.net snillfjord.no snoasa.no so-net.ne.jp so.it '
      'soc.dz soc.lk sochi.su soctrang.vn softbank.ne.jp software.aero sogndal.no sogne.no sohu.com sohu.net sokndal.no sola.no solcon.nl solund.no '
      'somna.no sondre-land.no sondrio.it songdalen.no sonla.vn sopot.pl sor-aurdal.no sor-fron.no sor-odal.no sor-varanger.no sorfold.no '
      'sorocaba.br sorreisa.no sortland.no sorum.no sos.pl sosnowiec.pl soundcast.me sp.it sp.nl space-to-rent.com space.com spacekit.io '
      'spacewar.com spb.ru spb.su spdns.de spdns.eu spdns.org spjelkavik.no sport.eg sport.hu spray.se sprynet.com spydeberg.no square.site '
      'square7.ch square7.de square7.net squares.net squarespace.com sr.it srht.site srv.br srv.us ss.it st.no staba.jp stackhero-network.com '
      'stackit.gg stackit.rocks stackit.run stackit.zone stalowa-wola.pl stange.no starachowice.pl stargard.pl starmedia.com startmail.nl stat.no '
      'stathelle.no static-access.net stavanger.no stavern.no steigen.no steinkjer.no stjordal.no stjordalshalsen.no stofanet.dk stokke.no '
      'stor-elvdal.no stord.no stordal.no store.bb store.dk store.nf store.ro store.st store.ve storebase.store storfjord.no storipress.app '
      'storj.farm strand.no stranda.no strapiapp.com streak-link.com streaklinks.com streakusercontent.com streamlit.app streamlitapp.com '
      'strikingly.com stripper.jp stryn.no student.aero stuff-4-sale.org stuff-4-sale.us stufftoread.com sub.jp substack.com suddenlink.net '
      'suedtirol.it sula.no suldal.no suli.hu sumy.ua sund.no sunndal.no sunnyday.jp suomi24.fi supabase.co supabase.in supabase.net supereva.it '
      'supersale.jp surnadal.no surveys.so suwalki.pl sv.it svalbard.no sveio.no svelvik.no svn-repos.de swbell.net sweb.cz sweetpepper.org '
      'swidnica.pl swidnik.pl swiebodzin.pl swinoujscie.pl swissinfo.org swissonline.ch sx.cn sykkylven.no sympatico.ca syncloud.it syno-ds.de '
      'synology-diskstation.de synology-ds.de synology.me sytes.net szczecin.pl szczytno.pl szex.hu szkola.pl '
    when 't' then
      ' t-online.de t-online.hu t.bg t.se ta.it taa.it taifun-dns.de talkcity.com talktalk.co.uk talktalk.net tana.no tananger.no tank.jp taranto.it '
      'targi.pl tarnobrzeg.pl tas.au tashkent.su taveusercontent.com taxi.aero taxi.br tayninh.vn tc.br tcp4.me tdcadsl.dk tds.net te.it te.ua '
      'teaches-yoga.com tec.br tec.ve tech.orange techspot.com tecnologia.bo tel.tr tele2.nl tele2.se telebit.app telebit.io telefonica.es '
      'telenet.be telepac.pt telfort.nl telstra.com telus.net temp-dns.com temp-mail.org tempio-olbia.it tempioolbia.it tempurl.host teo.br '
      'teramo.it termez.su terni.it ternopil.ua terra.cl terra.com terra.com.ar terra.com.br terra.es tesco.net test-iserv.de test.de test.ru '
      'test.tj tests.cx tgory.pl thaibinh.vn thainguyen.vn thanhhoa.vn thanhphohochiminh.vn the.br theglobe.com theshop.jp theworkpc.com thick.jp '
      'thingdustdata.com thirdage.com thruhere.net thuathienhue.vn tickets.io tiengiang.vn time.no tin.it tingvoll.no tinn.no tiscali.at tiscali.be '
      'tiscali.co.uk tiscali.it tiscali.lu tiscali.se tj.cn tjeldsund.no tjome.no tksat.bo tlon.network tm.cy tm.dz tm.fr tm.hu tm.km tm.mc tm.no '
      'tm.pl tm.ro tm.se tm.za tmp.br tn.it tn.us to.it tochigi.jp togliatti.su tokke.no tokushima.jp tokyo.jp tolga.no tom.com tonkotsu.jp '
      'tonsberg.no toolforge.org torino.it torproject.net torsken.no torun.pl tos.it toscana.it tottori.jp tourism.bj tourism.pl tourism.tn '
      'townnews-staging.com toyama.jp tozsde.hu tp.it tpg.com.au tr.it tr.no tra.kp trader.aero trading.aero traeumtgerade.de trafficmanager.net '
      'trafficplex.cloud trainer.aero trana.no tranby.no trani-andria-barletta.it trani-barletta-andria.it traniandriabarletta.it '
      'tranibarlettaandria.it tranoy.no translate.goog translated.page transporte.bo trapani.it travel.in travel.pl travinh.vn trd.br '
      'trentin-sud-tirol.it trentin-sudtirol.it trentin-sued-tirol.it trentin-suedtirol.it trentino-a-adige.it trentino-aadige.it '
      'trentino-alto-adige.it trentino-altoadige.it trentino-s-tirol.it trentino-stirol.it trentino-sud-tirol.it trentino-sudtirol.it '
      'trentino-sued-tirol.it trentino-suedtirol.it trentino.it trentinoa-adige.it trentinoaadige.it trentinoalto-adige.it trentinoaltoadige.it '
      'trentinos-tirol.it trentinostirol.it trentinosud-tirol.it trentinosudtirol.it trentinosued-tirol.it trentinosuedtirol.it trentinsud-tirol.it '
      'trentinsudtirol.it trentinsued-tirol.it trentinsuedtirol.it trento.it treviso.it trieste.it troandin.no trogstad.no troitsk.su tromsa.no '
      'tromso.no trondheim.no try-snowplow.com trycloudflare.com trysil.no ts.it ts.net tselinograd.su tsk.tr tt.im tula.su tuleap-partners.com '
      'tumblr.com tunk.org tur.ar tur.br turek.pl turin.it turystyka.pl tuscany.it tutamail.com tutanota.de tuva.su tuxfamily.org tuyenquang.vn '
      'tv.bb tv.bo tv.br tv.eg tv.im tv.in tv.it tv.jo tv.sd tv.tr tv.tz tvedestrand.no tw.cn twmail.cc twmail.net twmail.org tx.us tychy.pl '
      'tydal.no tynset.no typedream.app typepad.com typo3server.info tysfjord.no tysnes.no tysvar.no '
    when 'u' then
      ' u.bg u.se ua.rs uber.space ud.it udi.br udine.it ufcfan.org uh-oh.jp uk.com uk.in uk.net ukr.net ullensaker.no ullensvang.no ulsan.kr '
      'ulvik.no umb.it umbria.it under.jp undo.jp uni5.net unican.es unicloud.pl union.aero unison-services.cloud unitybox.de univ.bj univ.sn '
      'unjarga.no unusualperson.com uol.com.ar uol.com.br uol.com.co uol.com.mx uol.com.ve up.in upcmail.at upcmail.hu upcmail.ie upcmail.nl '
      'upli.io upper.jp upsunapp.com urbino-pesaro.it urbinopesaro.it uri.arpa url.tw urn.arpa urown.cloud us.com us.in us.kg us.org usa.com '
      'usa.net usercontent.jp ustka.pl ut.us utanet.at utazas.hu utsira.no utwente.io uwu.ai uz.ua uzhgorod.ua uzhhorod.ua '
    when 'v' then
      ' v-info.info v.bg v.ua v0.build va.it va.no va.us vaapste.no vadso.no vaga.no vagan.no vagsoy.no vaksdal.no val-d-aosta.it val-daosta.it '
      'vald-aosta.it valdaosta.it valle-aosta.it valle-d-aosta.it valle-daosta.it valle.no valleaosta.it valled-aosta.it valledaosta.it '
      'vallee-aoste.it vallee-d-aoste.it valleeaoste.it valleedaoste.it vang.no vanylven.no vao.it vapor.cloud vaporcloud.io vardo.no varese.it '
      'varggat.no varoy.no vb.it vc.it vda.it ve.it vefsn.no vega.no vegarshei.no velvet.jp ven.it veneto.it venezia.it venice.it vennesla.no '
      'verbania.it vercel.app vercel.dev vercelli.it verdal.no verizon.net verona.it verran.no versatel.nl verse.jp versus.jp vestby.no vestnes.no '
      'vestre-slidre.no vestre-toten.no vestvagoy.no vet.br veterinaire.fr veterinaire.km vevelstad.no vf.no vgs.no vi.it vi.us vibo-valentia.it '
      'vibovalentia.it vic.au vicenza.it video.hu vik.no vikna.no vindafjord.no vinhlong.vn vinhphuc.vn vinnica.ua vinnytsia.ua vipsinaapp.com '
      'virgilio.it virgin.net virginmedia.co.uk virginmedia.com virtual-user.de virtualserver.io virtualuser.de viterbo.it vivian.jp vix.br '
      'vladikavkaz.ru vladikavkaz.su vladimir.ru vladimir.su vlog.br vn.ua voagat.no vodafone.de vodafonemail.de voila.fr volda.no vologda.su '
      'volyn.ua voo.be voorloper.cloud voss.no vossevangen.no vp4.me vpndns.net vpnplus.to vps-host.net vr.it vs.it vt.it vt.us vtxmail.ch '
      'vusercontent.net vv.it '
    when 'w' then
      ' w-corp-staticblitz.com w-credentialless-staticblitz.com w-staticblitz.com w.bg w.se wa.au wa.us wafflecell.com wakayama.jp walbrzych.pl '
      'walla.co.il wanadoo.co.uk wanadoo.es wanadoo.fr warmia.pl warszawa.pl watson.jp waw.pl wdh.app we.bs web.app web.bo web.de web.do web.gu '
      'web.id web.in web.lk web.nf web.ni web.pk web.tj web.tr web.ve web.za webadorsite.com webflow.io webflowtest.io webhop.biz webhop.info '
      'webhop.me webhop.net webhop.org webhosting.be webindia123.com webjump.com weblike.jp webnode.com webnode.page webredirect.org '
      'websitebuilder.online websozai.jp webspace.rocks webspaceconfig.de webspeed.dk webthings.io weebly.com wegrow.pl westnet.com.au whitesnow.jp '
      'wi.us wielun.pl wiki.bo wiki.br windowslive.com windstream.net withgoogle.com withyoutube.com wix.run wixsite.com wixstudio.com wixstudio.io '
      'wjg.jp wlocl.pl wloclawek.pl wmcloud.org wmflabs.org wnext.app wodzislaw.pl wolomin.pl woltlab-demo.com wordpress.com workers.dev '
      'workinggroup.aero workisboring.com works.aero worse-than.tv wow.com wowway.com wp.pl wp2.host wpdevcloud.com wpenginepowered.com '
      'wphostedmail.com wpmucdn.com wpmudev.host wpsquared.site writesthisblog.com wroc.pl wroclaw.pl wv.us www.ro wy.us '
    when 'x' then
      ' x.bg x.se x0.com x0.to x443.pw xii.jp xj.cn xmit.dev xnbay.com xoom.com xs4all.nl xs4all.space xz.cn '
    when 'y' then
      ' y.bg y.se ya.com ya.ru yahoo.ae yahoo.ar yahoo.at yahoo.be yahoo.ca yahoo.ch yahoo.cl yahoo.cn yahoo.co yahoo.co.id yahoo.co.il yahoo.co.in '
      'yahoo.co.jp yahoo.co.kr yahoo.co.nz yahoo.co.th yahoo.co.uk yahoo.co.za yahoo.com yahoo.com.ar yahoo.com.asia yahoo.com.au yahoo.com.br '
      'yahoo.com.cn yahoo.com.co yahoo.com.es yahoo.com.hk yahoo.com.is yahoo.com.malaysia yahoo.com.mx yahoo.com.my yahoo.com.pe yahoo.com.ph '
      'yahoo.com.ru yahoo.com.sg yahoo.com.tr yahoo.com.tw yahoo.com.ve yahoo.com.vn yahoo.cz yahoo.de yahoo.dk yahoo.es yahoo.fi yahoo.fr yahoo.gr '
      'yahoo.hu yahoo.id yahoo.ie yahoo.in yahoo.it yahoo.jp yahoo.mx yahoo.my yahoo.nl yahoo.no yahoo.om yahoo.ph yahoo.pl yahoo.pt yahoo.ro '
      'yahoo.ru yahoo.se yahoo.uk yahoo.vn yahoofs.com yalta.ua yam.com yamagata.jp yamaguchi.jp yamanashi.jp yandex.by yandex.com yandex.com.tr '
      'yandex.kz yandex.mail yandex.pl yandex.ru yandex.ua yandexcloud.net ybb.ne.jp yeah.net yenbai.vn yk.ca ymail.com ymail.net ymail.org yn.cn '
      'ynh.fr yolasite.com yombo.me yopmail.com you2.pl yourdomain.com '
    when 'z' then
      ' z.bg z.se za.bz za.com za.net za.org zachpomor.pl zagan.pl zakarpattia.ua zakopane.pl zap.cloud zaporizhzhe.ua zaporizhzhia.ua zapto.org '
      'zarow.pl zeabur.app zeelandnet.nl zgierz.pl zgora.pl zgorzelec.pl zhitomir.ua zhytomyr.ua ziggo.nl zip.net zj.cn zlg.br zoho.com zoho.eu '
      'zoho.in zohomail.com zohomail.eu zombie.jp zonnet.nl zp.ua zt.ua zzn.com '
  end) > 0;
end $$;
comment on function private.is_shared_domain is
  'Whether a domain has addresses or sites of unrelated users or companies: that of a free mail provider, a public suffix, or where many have a subdomain.';

create table private.contact_secret (
  is_only_row boolean primary key default true check (is_only_row),
  secret bytea not null
);
comment on table private.contact_secret is 'Key of the hashes of erased contacts. One row, which no role of the API can read.';
comment on column private.contact_secret.is_only_row is 'Always true, so that there is one row.';

revoke all on private.contact_secret from public, anon, authenticated, service_role;

insert into private.contact_secret (secret) values (decode(replace(gen_random_uuid()::text || gen_random_uuid(), '-', ''), 'hex'));

create table public.do_not_contact (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  kind text not null check (kind in ('email', 'domain', 'linkedin', 'company')),
  value text not null constraint do_not_contact_value_length check (char_length(value) <= 2000),
  match_key text collate "C" not null generated always as (private.contact_key(kind, value)) stored,
  reason text check (private.has_text(reason) and char_length(reason) <= 500),
  source text not null check (source in ('form', 'paste', 'import', 'rejection', 'unsubscribed')),
  is_from_member boolean not null default false,
  created_by uuid default auth.uid() references auth.users on delete set null,
  created_at timestamptz not null default clock_timestamp() constraint do_not_contact_created_at_range check (private.is_plausible_date(created_at)),
  removed_at timestamptz constraint do_not_contact_removed_at_range check (private.is_plausible_date(removed_at)),
  is_repeat boolean not null default false
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.do_not_contact is
  'Who must not be contacted for a customer. Written by add_do_not_contact and remove_do_not_contact. Changes no decision and no count.';
comment on column public.do_not_contact.kind is 'An email; a domain, with its subdomains; a LinkedIn page; or a company by its name or domain.';
comment on column public.do_not_contact.value is 'As it was written.';
comment on column public.do_not_contact.match_key is 'Normalized value: the key of the field that it is compared with.';
comment on column public.do_not_contact.is_from_member is 'Whether a member has added the entry, which members can remove then.';
comment on column public.do_not_contact.removed_at is
  'The entry does not apply since then. It can be restored within 30 minutes, and is deleted later.';
comment on column public.do_not_contact.is_repeat is 'Whether another entry has the same key, since an upgrade changed how keys are made.';

create index do_not_contact_created_idx on public.do_not_contact (customer_id, created_at desc, id desc) where removed_at is null;
create index do_not_contact_removed_idx on public.do_not_contact (customer_id, removed_at) where removed_at is not null;
create unique index do_not_contact_key on public.do_not_contact (customer_id, match_key, kind, (case when is_repeat then id else customer_id end))
  where removed_at is null;
create index do_not_contact_search_idx on public.do_not_contact using gin ((match_key || '') extensions.gin_trgm_ops);

alter table public.do_not_contact
  alter customer_id set statistics 1;

create table public.agency_do_not_contact (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('email', 'domain', 'linkedin', 'company', 'erased')),
  value text not null constraint agency_do_not_contact_value_length check (char_length(value) <= 2000),
  match_key text collate "C" not null generated always as (private.contact_key(kind, value)) stored,
  reason text check (private.has_text(reason) and char_length(reason) <= 500),
  source text not null check (source in ('form', 'paste', 'import', 'rejection', 'unsubscribed', 'erased')),
  created_by uuid default auth.uid() references auth.users on delete set null,
  created_at timestamptz not null default clock_timestamp() constraint agency_do_not_contact_created_at_range check (private.is_plausible_date(created_at)),
  removed_at timestamptz constraint agency_do_not_contact_removed_at_range check (private.is_plausible_date(removed_at)),
  is_repeat boolean not null default false
);
comment on table public.agency_do_not_contact is 'Who must not be contacted for any customer. As do_not_contact; only administrators read it.';
comment on column public.agency_do_not_contact.kind is
  'As of do_not_contact; erased: the email or LinkedIn page of an erased contact, of which `value` is the hash.';
comment on column public.agency_do_not_contact.is_repeat is 'As of do_not_contact.';

create index agency_do_not_contact_created_idx on public.agency_do_not_contact (created_at desc, id desc) where removed_at is null;
create index agency_do_not_contact_removed_idx on public.agency_do_not_contact (removed_at) where removed_at is not null;
create unique index agency_do_not_contact_key on public.agency_do_not_contact (
  match_key, kind, (case when is_repeat then id else '00000000-0000-0000-0000-000000000000' end)
) where removed_at is null;
create index agency_do_not_contact_search_idx on public.agency_do_not_contact using gin ((match_key || '') extensions.gin_trgm_ops);

create function private.contact_keys(email_key text, linkedin_key text, company text) returns text[] language plpgsql immutable parallel safe as $$
begin
  return array[email_key, linkedin_key, private.index_key(private.text_key(company))] || private.parent_domains(split_part(email_key, '@', 2));
end $$;
comment on function private.contact_keys is 'The keys of entries of do_not_contact that a lead is subject to, besides the domains of its company.';

create function private.erased_key(secret bytea, key text) returns text language sql immutable parallel safe
return encode(sha256(secret || sha256(secret || convert_to(key, 'UTF8'))), 'hex');
comment on function private.erased_key is 'The hash by which an erased contact''s email_key or linkedin_key is recognized.';

-- Keys in arrays: an index is read for each, however many leads and entries there are.
create function private.do_not_contact_matches(customer_id uuid, lead_ids uuid[]) returns table (
  lead_id uuid, is_agency boolean, kind text, value text, reason text, source text, created_at timestamptz
) language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set enable_nestloop = off set jit = off as $$
#variable_conflict use_column
declare
  ids uuid[];
  emails text[];
  pages text[];
  company_keys text[];
  names text[];
  domains text[];
  owners uuid[];
  keys text[];
  wanted text[];
  secret bytea;
begin
  perform private.require_cardinality('ids', lead_ids, 10000);
  select
    array_agg(lead.id), array_agg(lead.email_key), array_agg(lead.linkedin_key),
    array_agg(private.index_key(private.text_key(lead.company)))
  into ids, emails, pages, company_keys
  from public.leads lead
  where lead.customer_id = do_not_contact_matches.customer_id and lead.id = any (lead_ids);
  wanted := array(select distinct key from unnest(company_keys) key where key is not null);
  select array_agg(employer.name_key), array_agg(employer.domain_key) into names, domains
  from public.companies employer
  where employer.customer_id = do_not_contact_matches.customer_id and employer.name_key = any (wanted) and employer.domain_key is not null;
  select array_agg(id), array_agg(key) into owners, keys
  from (
    select id, unnest(array[email_key, linkedin_key, company_key] || private.parent_domains(split_part(email_key, '@', 2))) as key
    from unnest(ids, emails, pages, company_keys) as lead (id, email_key, linkedin_key, company_key)
    union
    select lead.id, unnest(private.parent_domains(employer.domain_key))
    from unnest(ids, company_keys) as lead (id, name_key)
    join unnest(names, domains) as employer (name_key, domain_key) using (name_key)
  ) own
  where key is not null;
  wanted := array(select distinct unnest(keys));
  return query
    select own.id, false, entry.kind, entry.value, entry.reason, entry.source, entry.created_at
    from unnest(owners, keys) as own (id, key)
    join public.do_not_contact entry on entry.match_key = own.key
    where entry.customer_id = do_not_contact_matches.customer_id and entry.match_key = any (wanted) and entry.removed_at is null;
  return query
    select own.id, true, entry.kind, entry.value, entry.reason, entry.source, entry.created_at
    from unnest(owners, keys) as own (id, key)
    join public.agency_do_not_contact entry on entry.match_key = own.key
    where entry.match_key = any (wanted) and entry.removed_at is null and entry.kind <> 'erased';
  if exists (select from public.agency_do_not_contact entry where entry.kind = 'erased' and entry.removed_at is null) then
    select stored.secret into secret from private.contact_secret stored;
    select array_agg(id), array_agg(key) into owners, keys
    from (
      select distinct id, unnest(private.erased_keys(secret, email_key, linkedin_key)) as key
      from unnest(ids, emails, pages) as lead (id, email_key, linkedin_key)
    ) own;
    return query
      select distinct own.id, true, entry.kind, entry.value, entry.reason, entry.source, entry.created_at
      from unnest(owners, keys) as own (id, key)
      join public.agency_do_not_contact entry on entry.match_key = own.key
      where entry.kind = 'erased' and entry.match_key = any (keys) and entry.removed_at is null;
  end if;
end $$;
comment on function private.do_not_contact_matches is
  'Which of a customer''s leads, at most 10,000, must not be contacted: one row for each entry that applies, of the customer or agency-wide, as of the beginning of the statement. Every hand-off leaves these leads out. An entry applies by the email, its domain, the LinkedIn page, and the company by name or by the domain of the customer''s company of that name; by hash if the contact was erased.';

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

create function private.erased_condition() returns text language sql immutable parallel safe
return '(private.erased_keys((select secret from private.contact_secret), email_key, linkedin_key) && '
  'array(select match_key from public.agency_do_not_contact where kind = ''erased'' and removed_at is null))';
comment on function private.erased_condition is 'SQL condition for the leads of erased contacts.';

create function private.has_entries(scope uuid[]) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.agency_do_not_contact where removed_at is null)
    or exists (select 1 from public.do_not_contact where removed_at is null and (scope is null or customer_id = any (scope)));
end $$;
comment on function private.has_entries is
  'Whether these customers, or for null any, have an entry of do_not_contact, or there is an agency-wide one.';

create function private.suppressed_condition(scope uuid[]) returns text language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when not private.has_entries(scope) then 'false'
    else format(
      '(exists (
         select from (
           select private.contact_keys(email_key, linkedin_key, company) || array(
             select unnest(private.parent_domains(domain_key))
             from (select customer_id as employed_by, name_key as known_as, domain_key from public.companies where domain_key is not null) employer
             where employed_by = %1$s and known_as = private.index_key(private.text_key(company))
           ) as keys offset 0
         ) own
         where exists (select from (select customer_id as listed_by, match_key, removed_at from public.do_not_contact) entry
             where listed_by = %1$s and match_key = any (keys) and removed_at is null)
           or exists (select from public.agency_do_not_contact where match_key = any (keys) and removed_at is null)
       )%2$s)',
      case when cardinality(scope) = 1 then private.owner_sql(scope[1]) else 'customer_id' end,
      case when exists (select from public.agency_do_not_contact where kind = 'erased') then ' or ' || private.erased_condition() end
    )
  end;
end $$;
comment on function private.suppressed_condition is
  'SQL condition for a lead of these customers that must not be contacted. As do_not_contact_matches.';

create function private.suppressed_leads_sql(customer uuid, keys text[] default null) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  owner constant text := private.owner_sql(customer);
  entries constant text := case
    when keys is not null then format('select key collate "C" as match_key from unnest(%L::text[]) as given (key)', keys)
    else format(
      'select match_key from public.do_not_contact where customer_id = %s and removed_at is null
       union all select match_key from public.agency_do_not_contact where removed_at is null', owner
    )
  end;
  lead constant text := format('join public.leads lead on lead.customer_id = %s', owner);
  of_company constant text := 'lead.company is not null and private.index_key(private.text_key(lead.company))';
  below constant text := '%1$s >= from_key and %1$s < from_key || ''/'' and (%1$s = from_key or starts_with(%1$s, from_key || ''.''))';
begin
  return format(
    'with entry as (%1$s), domain as (select reverse(match_key) as from_key from entry where match_key ~ ''^[^@/ ]+\.[^@/ ]+$'')
     select lead.id from entry %2$s and lead.email_key = entry.match_key
     union select lead.id from entry %2$s and lead.linkedin_key = entry.match_key
     union select lead.id from entry %2$s and %3$s = entry.match_key collate "default"
     union select lead.id from domain %2$s and lead.email_key is not null and %4$s
     union select lead.id
     from domain
     join public.companies employer on employer.customer_id = %5$s and employer.domain_key is not null and %6$s
     %2$s and %3$s = employer.name_key collate "default"',
    entries, lead, of_company, format(below, 'reverse(split_part(lead.email_key, ''@'', 2))'), owner, format(below, 'reverse(employer.domain_key)')
  ) || case
    when keys is null and exists (select from public.agency_do_not_contact where kind = 'erased')
      then format(' union select id from public.leads where customer_id = %s and %s', owner, private.erased_condition())
    else ''
  end;
end $$;
comment on function private.suppressed_leads_sql is
  'SQL of the ids of a customer''s leads that must not be contacted, found by the entries; or of those that entries with these keys would apply to. As do_not_contact_matches.';

create function private.require_list(customer uuid) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() and (customer is null or customer <> all (array(select private.my_customer_ids()))) then
    raise exception 'Only administrators and members of the customer can see this list' using errcode = 'PT403';
  end if;
end $$;
comment on function private.require_list is 'Raises an error unless the caller is an administrator or a member of the customer.';

-- An entry that can apply to nobody is rejected: a pattern, an address with what surrounds it, or an address that is given as another kind.
create function private.contact_error(kind text, value text, reason text) returns text language plpgsql immutable parallel safe as $$
declare
  most_of_value constant int := case kind when 'email' then 320 when 'company' then 500 else 2000 end;
  most_of_domain constant int := 253;
  most_of_reason constant int := 500;
  -- Accents and symbols, in any script. PostgreSQL takes the square of their number to put accents in order.
  many_accents constant text := '[^[:alnum:][:punct:][:space:]]{31}';
  -- Letters of any script, digits, - and _. Texts are compared in lower case.
  label constant text := '[^\u0001-,./:-^`{-\u00bf\u00d7\u00f7\u2000-\u206f\u3000]+';
  domain constant text := format('(%1$s\.)+(xn--[a-z0-9-]+|[^\u0001-`{-\u00bf\u00d7\u00f7\u2000-\u206f\u3000]%1$s)', label);
  local_part constant text := '[^\u0001-\u0020"*(),:;<>@\[\\\]\u00a0\u2000-\u206f\u3000]';
  several_emails constant text := '@[^<>]*[,;| ][^<>]*@';
  written text collate "C";
  key text collate "C";
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
  written := private.text_key(value);
  key := private.contact_key(kind, value);
  return case
    when kind = 'domain' and (char_length(key) > most_of_domain or starts_with(key, 'md5:'))
      then format('Domain is too long (at most %s characters)', most_of_domain)
    when kind = 'email' and private.is_placeholder_email(private.clean_email(value)) then 'Email names nobody: ' || value
    when kind = 'email' and (key !~ format('^(?!%%)%s*(?!%%)%1$s@%s$', local_part, domain) or written ~ several_emails) then 'Email is not valid: ' || value
    when kind = 'domain' and (key !~ format('^%s$', domain) or written ~ '(^|[/.])linkedin\.com/[a-z]')
      then 'Domain is not valid: ' || value
    when kind = 'linkedin' and coalesce(private.linkedin_key(value), '') !~ '^([^/]+\.)?linkedin\.com/(in|company|pub|school|showcase|profile|talent|recruiter)/.'
      then 'LinkedIn page is not valid: ' || value
    when key is null then 'Value is missing'
    when kind = 'company' and value collate "und-x-icu" !~ '[[:alnum:]]' then 'The name of a company has letters or digits: ' || value
    when kind = 'company' and (
      written ~ ('@' || domain)
      or written ~ '(^|[/.])linkedin\.com/[a-z]'
      or written ~ '^(https?://|www\.)' and key !~ format('^%s$', domain)
      or written ~ format('^([.*%%]+%1$s|%1$s[/:?#*].*|%1$s([,;| ]+%1$s)+|\S+\.[*%%]|.*\*)$', domain)
    ) then 'This is an address, not the name of a company: ' || value
    when kind in ('domain', 'company') and private.is_shared_domain(key)
      then format('Many users have addresses at %s: add their email addresses instead', key)
  end;
end $$;
comment on function private.contact_error is 'What is wrong with an entry of do_not_contact, or null.';

create function private.take_over_entries(customer uuid, kinds text[], keys text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.do_not_contact entry set is_from_member = false
  from unnest(kinds, keys) as given (kind, key)
  where entry.customer_id = customer and entry.kind = given.kind and entry.match_key = given.key
    and entry.removed_at is null and entry.is_from_member;
end $$;
comment on function private.take_over_entries is 'Makes entries that members have added the administrators'', who alone can then remove them.';

-- The list is locked before the first write: triggers would lock it too late for two calls that change the same entry.
create function public.add_do_not_contact(entries jsonb, customer_id uuid default null, source text default 'form', dry_run boolean default false)
returns jsonb language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 5000;
  most_listed constant int := 500000;
  most_characters constant int := 500000;
  from_member constant boolean := not private.is_admin();
  listed int;
  characters bigint;
  kinds text[];
  contents text[];
  reasons text[];
  keys text[];
  errors jsonb;
  ids uuid[];
  affected record;
begin
  perform private.require_size('entries', pg_catalog.pg_column_size(entries), 16777216);
  perform private.require_length('source', source, 100);
  perform private.require_list(add_do_not_contact.customer_id);
  if jsonb_typeof(entries) is distinct from 'array' or jsonb_array_length(entries) > most then
    raise exception 'entries must be an array of at most % objects', most using errcode = '22023';
  end if;
  select sum(char_length(entry ->> 'value')) into characters from jsonb_array_elements(entries) entry;
  if characters > most_characters then
    raise exception 'The values of entries have % characters together, at most %. Add them in several requests', characters, most_characters
      using errcode = '22023';
  end if;
  if add_do_not_contact.customer_id is null then
    select count(*) into listed from public.agency_do_not_contact where kind <> 'erased';
  else
    select count(*) into listed from public.do_not_contact entry where entry.customer_id = add_do_not_contact.customer_id;
  end if;
  if listed + jsonb_array_length(entries) > most_listed then
    raise exception 'A list can have at most % entries', most_listed using errcode = 'check_violation';
  end if;
  with checked as materialized (
    select place, kind, value, reason, private.contact_error(kind, value, reason) as error
    from jsonb_array_elements(entries) with ordinality as given (entry, place)
    cross join lateral (
      select entry ->> 'kind' as kind, private.trimmed(entry ->> 'value') as value, nullif(private.trimmed(entry ->> 'reason'), '') as reason
    ) parts
  )
  select
    array_agg(kind) filter (where error is null), array_agg(value) filter (where error is null),
    array_agg(reason) filter (where error is null), array_agg(private.contact_key(kind, value)) filter (where error is null),
    coalesce(jsonb_agg(jsonb_build_object('entry', place - 1, 'error', error) order by place) filter (where error is not null), '[]')
  into kinds, contents, reasons, keys, errors
  from checked;

  if not dry_run then
    perform private.lock_entries(add_do_not_contact.customer_id);
  end if;
  begin
    if add_do_not_contact.customer_id is null then
      with made as (
        insert into public.agency_do_not_contact (kind, value, reason, source)
        select kind, value, reason, add_do_not_contact.source from unnest(kinds, contents, reasons) as given (kind, value, reason)
        on conflict do nothing
        returning id
      )
      select array_agg(id) into ids from made;
    else
      with made as (
        insert into public.do_not_contact (customer_id, kind, value, reason, source, is_from_member)
        select add_do_not_contact.customer_id, kind, value, reason, add_do_not_contact.source, from_member
        from unnest(kinds, contents, reasons) as given (kind, value, reason)
        on conflict do nothing
        returning id
      )
      select array_agg(id) into ids from made;
      if not from_member then
        perform private.take_over_entries(add_do_not_contact.customer_id, kinds, keys);
      end if;
    end if;
    if dry_run then
      raise exception 'dry run' using errcode = 'LLDRY';
    end if;
  exception when sqlstate 'LLDRY' then
    null; -- Rolls back what the block wrote.
  end;
  affected := private.approved_leads_with(add_do_not_contact.customer_id, array(select distinct unnest(keys)));
  return jsonb_build_object(
    'ids', to_jsonb(coalesce(ids, '{}')), 'repeated', coalesce(cardinality(kinds), 0) - coalesce(cardinality(ids), 0), 'errors', errors,
    'touched', affected.touched, 'leads', affected.leads
  );
end $$;
comment on function public.add_do_not_contact is
  'Adds at most 5,000 entries of kind, value and reason, with 500,000 characters in all values, to a list of at most 500,000, removed ones included. One that a member has added and an administrator adds too becomes the administrator''s. Returns the ids of the new ones, the number of those that the list has already, errors with the place of the entry, and how many approved leads the entries apply to (touched, null for too many entries) with the first ten. A dry run does the same and rolls back. Without a customer: the agency-wide list, administrators only.';

create function public.remove_do_not_contact(ids uuid[], customer_id uuid default null, restore boolean default false) returns int
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  from_member constant boolean := not private.is_admin();
  earliest constant timestamptz := now() - interval '30 minutes';
  moment constant timestamptz := case when restore then null else now() end;
  amount int;
begin
  perform private.require_cardinality('ids', ids, 5000);
  perform private.require_list(remove_do_not_contact.customer_id);
  perform private.lock_entries(remove_do_not_contact.customer_id);
  if remove_do_not_contact.customer_id is null then
    delete from public.agency_do_not_contact entry where entry.removed_at < earliest;
    update public.agency_do_not_contact entry set removed_at = moment
    where entry.id = any (ids) and (entry.removed_at is not null) = restore and entry.kind <> 'erased';
  else
    delete from public.do_not_contact entry where entry.customer_id = remove_do_not_contact.customer_id and entry.removed_at < earliest;
    update public.do_not_contact entry set removed_at = moment
    where entry.customer_id = remove_do_not_contact.customer_id and entry.id = any (ids) and (entry.removed_at is not null) = restore
      and (entry.is_from_member or not from_member);
  end if;
  get diagnostics amount = row_count;
  if restore and amount < cardinality(ids) then
    raise exception 'These entries were removed more than 30 minutes ago, or are back already' using errcode = 'PT409';
  end if;
  return amount;
exception when unique_violation then
  raise exception 'These entries have been added again' using errcode = 'PT409';
end $$;
comment on function public.remove_do_not_contact is
  'Removes entries, at most 5,000, from a list, or restores those that were removed within 30 minutes. Members remove what members have added. Returns how many it has removed.';

create function public.search_do_not_contact(
  customer_id uuid default null, term text default '', before_created_at timestamptz default null, before_id uuid default null, page_size int default 50
) returns table (id uuid, kind text, value text, reason text, source text, is_from_member boolean, created_by uuid, created_at timestamptz)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  pattern constant text := private.search_pattern(private.text_key(term));
  size constant int := least(greatest(page_size, 0), 1000);
  latest constant timestamptz := coalesce(before_created_at, 'infinity');
begin
  perform private.require_list(search_do_not_contact.customer_id);
  if search_do_not_contact.customer_id is null then
    return query
      select entry.id, entry.kind, case when entry.kind <> 'erased' then entry.value end, entry.reason, entry.source, false, entry.created_by, entry.created_at
      from public.agency_do_not_contact entry
      where entry.removed_at is null and entry.match_key || '' like pattern and entry.created_at <= latest
        and (before_id is null or entry.created_at < latest or entry.id < before_id)
      order by entry.created_at desc, entry.id desc
      limit size;
  else
    return query
      select entry.id, entry.kind, entry.value, entry.reason, entry.source, entry.is_from_member, entry.created_by, entry.created_at
      from public.do_not_contact entry
      where entry.customer_id = search_do_not_contact.customer_id and entry.removed_at is null and entry.match_key || '' like pattern
        and entry.created_at <= latest and (before_id is null or entry.created_at < latest or entry.id < before_id)
      order by entry.created_at desc, entry.id desc
      limit size;
  end if;
end $$;
comment on function public.search_do_not_contact is
  'A page of a list, newest first, of the entries whose normalized value contains the term. The page follows the entry with before_id and its created_at. Erased contacts have no value.';

create function public.count_do_not_contact(customer_id uuid default null, term text default '') returns bigint
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  pattern constant text := private.search_pattern(private.text_key(term));
begin
  perform private.require_list(count_do_not_contact.customer_id);
  return case
    when count_do_not_contact.customer_id is null
      then (select count(*) from public.agency_do_not_contact entry where entry.removed_at is null and entry.match_key || '' like pattern)
    else (
      select count(*) from public.do_not_contact entry
      where entry.customer_id = count_do_not_contact.customer_id and entry.removed_at is null and entry.match_key || '' like pattern
    )
  end;
end $$;
comment on function public.count_do_not_contact is 'How many entries search_do_not_contact finds.';

create function public.suppressed_leads(ids uuid[]) returns table (
  lead_id uuid, is_agency boolean, kind text, value text, reason text, source text, created_at timestamptz
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  as_admin constant boolean := private.is_admin();
  customers constant uuid[] := private.scope(null);
  owner_id uuid;
begin
  perform private.require_cardinality('ids', ids, 1000);
  for owner_id in
    select distinct lead.customer_id from public.leads lead where lead.id = any (ids) and (customers is null or lead.customer_id = any (customers))
  loop
    continue when not private.has_entries(array[owner_id]);
    return query
      select distinct
        found.lead_id, found.is_agency, case when is_shown then found.kind end, case when is_shown and found.kind <> 'erased' then found.value end,
        case when is_shown then found.reason end, case when is_shown then found.source end, case when is_shown then found.created_at end
      from (select matches.*, as_admin or not matches.is_agency as is_shown from private.do_not_contact_matches(owner_id, ids) matches) found;
  end loop;
end $$;
comment on function public.suppressed_leads is
  'Those of these leads, at most 1,000, that must not be contacted, with the entries that apply. Members learn of an agency-wide one only that it applies.';

create function private.lock_entries(customer uuid) returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('leadlight.entries ' || coalesce(customer::text, 'of the agency'), 0))
$$;
comment on function private.lock_entries is
  'Locks a do-not-contact list for a writer, until the end of the transaction: that of a customer or, for null, the agency-wide one. Waits for the hand-offs that hold it. The lock is one of the coordinator of a distributed database, so that functions take it before they write; the triggers take it for other writers.';

create function private.hold_entries(customer uuid) returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock_shared(hashtextextended('leadlight.entries of the agency', 0));
  select pg_advisory_xact_lock_shared(hashtextextended('leadlight.entries ' || customer, 0))
$$;
comment on function private.hold_entries is
  'Keeps the do-not-contact lists of a customer, the agency-wide one first, as they are until the end of the transaction. Hand-offs do not wait for each other.';

revoke all on function
  private.contact_key, private.is_shared_domain, private.contact_keys, private.erased_key, private.do_not_contact_matches,
  private.erased_condition, private.has_entries, private.suppressed_condition, private.suppressed_leads_sql, private.require_list,
  private.contact_error, private.take_over_entries, public.add_do_not_contact, public.remove_do_not_contact, public.search_do_not_contact,
  public.count_do_not_contact, public.suppressed_leads, private.lock_entries, private.hold_entries, private.erased_keys
  from public, anon, authenticated, service_role;
grant execute on function
  private.is_shared_domain
  to authenticated, service_role;
grant execute on function
  public.add_do_not_contact, public.remove_do_not_contact, public.search_do_not_contact, public.count_do_not_contact, public.suppressed_leads
  to authenticated;

-- Decisions about leads and companies: their record, and how they are undone.

create table public.decisions (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null,
  lead_id uuid,
  company_id uuid,
  is_approved boolean,
  rejection_reason_id uuid,
  rejection_note text,
  previous_is_approved boolean,
  previous_rejection_reason_id uuid,
  previous_rejection_note text,
  decided_by uuid,
  decided_at timestamptz not null default now(),
  is_undone boolean not null default false,
  constraint decisions_row_check check (num_nonnulls(lead_id, company_id) = 1),
  constraint decisions_lead_id_fkey foreign key (lead_id, customer_id) references public.leads (id, customer_id) on update cascade on delete cascade,
  constraint decisions_company_id_fkey foreign key (company_id, customer_id)
    references public.companies (id, customer_id) on update cascade on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.decisions is
  'One row for each change of is_approved, reason or note of a lead or company: at least the last 1,000 of a row. Written by triggers only, deleted with the lead or company.';
comment on column public.decisions.is_approved is 'As of leads; null: the decision was reset.';
comment on column public.decisions.rejection_reason_id is
  'Id of a row of rejection_reasons. Not a foreign key: reasons are never deleted, and it would slow down every decision.';
comment on column public.decisions.is_undone is 'Whether the decision was undone or made by an undo. The next undo skips it.';

create index decisions_lead_idx on public.decisions (lead_id, decided_at desc) where lead_id is not null;
create index decisions_company_idx on public.decisions (company_id, decided_at desc) where company_id is not null;
create index decisions_customer_idx on public.decisions (customer_id, decided_at desc);

alter table public.decisions
  alter customer_id set statistics 1;

create function private.set_decision() returns trigger language plpgsql as $$
declare
  is_request boolean := current_user in ('authenticated', 'service_role');
  given record;
begin
  if tg_op = 'UPDATE' then
    if is_request and new.customer_id is distinct from old.customer_id then
      raise exception 'The customer of a % cannot be changed', tg_argv[0] using errcode = 'insufficient_privilege';
    end if;
    new.updated_at := private.time_after(old.updated_at);
  end if;
  if old.is_approved is false and new.is_approved is distinct from false then
    new.rejection_reason_id := null;
    new.rejection_note := null;
  end if;
  if new.rejection_reason_id is distinct from old.rejection_reason_id and is_request then
    select subject, retired_at into given from public.rejection_reasons where id = new.rejection_reason_id;
    if given.subject = tg_argv[1] then
      raise exception 'This reason is for %', tg_argv[1] using errcode = 'check_violation';
    elsif given.retired_at is not null then
      raise exception 'This reason is retired' using errcode = 'check_violation';
    end if;
  end if;
  if (new.is_approved, new.rejection_reason_id, new.rejection_note)
    is not distinct from (old.is_approved, old.rejection_reason_id, old.rejection_note)
  then
    new.decided_at := old.decided_at;
    new.decided_by := old.decided_by;
  elsif new.is_approved is null then
    new.decided_at := null;
    new.decided_by := null;
  elsif is_request or new.decided_at is not distinct from old.decided_at then
    new.decided_at := private.time_after(old.updated_at);
    new.decided_by := auth.uid();
  end if;
  return new;
end $$;
comment on function private.set_decision is
  'Sets updated_at, and decided_at and decided_by of a changed decision, and clears reason and note of a row that is not rejected any more. Requests cannot change the customer, or give a retired reason or one of the other table.';

create function private.add_decisions() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  made public.decisions[];
begin
  select array_agg(row (
    gen_random_uuid(), customer_id, case tg_argv[0] when 'leads' then id end, case tg_argv[0] when 'companies' then id end,
    is_approved, rejection_reason_id, rejection_note, null, null, null, decided_by, decided_at, false
  )::public.decisions) into made
  from new_rows
  where is_approved is not null;
  if made is not null then
    insert into public.decisions select * from unnest(made);
  end if;
  return null;
end $$;
comment on function private.add_decisions is 'Stores the decisions of inserted rows.';

create function private.remove_old_decisions(customer uuid, row_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.decisions
  where customer_id = customer and id = any (array(
    select id
    from (
      select id, row_number() over (partition by lead_id, company_id order by decided_at desc, id) as place
      from public.decisions
      where customer_id = customer and (lead_id = any (row_ids) or company_id = any (row_ids))
    ) numbered
    where place > 1000
  ));
end $$;
comment on function private.remove_old_decisions is 'Removes the oldest decisions about rows that have more than 1,000.';

create function private.undo_decisions(relation regclass, ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
declare
  reference constant name := case relation when 'public.leads'::regclass then 'lead_id' else 'company_id' end;
  undone record;
begin
  perform private.require_cardinality('ids', ids, 1000);
  -- Read by the triggers of the activity.
  set local "leadlight.undoing" to 'on';
  for undone in execute format(
    'update %1$s decided set
       is_approved = previous_is_approved,
       rejection_reason_id = previous_rejection_reason_id,
       rejection_note = previous_rejection_note
     from (
       select distinct on (customer_id, %2$s) *
       from (
         select *,
           max(decided_at) over (partition by customer_id, %2$s) as last_decided_at,
           bool_and(decided_by is not distinct from $3) over (partition by customer_id, %2$s order by decided_at desc) as is_own
         from public.decisions
         where %2$s = any ($1) and ($2 is null or customer_id = any ($2))
       ) history
       where is_approved is distinct from previous_is_approved and not is_undone
       order by customer_id, %2$s, decided_at desc
     ) last_change
     where decided.customer_id = last_change.customer_id and decided.id = last_change.%2$s
       and decided.updated_at = last_change.last_decided_at and last_change.is_own
     returning decided.id, decided.customer_id, last_change.decided_at',
    relation, reference
  ) using ids, private.scope(null), auth.uid()
  loop
    execute format('update public.decisions set is_undone = true where customer_id = $1 and %I = $2 and decided_at >= $3', reference)
    using undone.customer_id, undone.id, undone.decided_at;
    return next undone.id;
  end loop;
  set local "leadlight.undoing" to '';
end $$;
comment on function private.undo_decisions is 'As undo_lead_decisions, for leads or companies.';

create function public.undo_lead_decisions(ids uuid[]) returns setof uuid language sql security definer set search_path = ''
as $$ select private.undo_decisions('public.leads', ids) $$;
comment on function public.undo_lead_decisions is
  'Restores is_approved, reason and note of these leads, at most 1,000, as they were before the last change of is_approved that was not undone yet. Only if the caller made that change and all later ones, and the lead has not changed since. Returns the ids of the restored leads.';

create function public.undo_company_decisions(ids uuid[]) returns setof uuid language sql security definer set search_path = ''
as $$ select private.undo_decisions('public.companies', ids) $$;
comment on function public.undo_company_decisions is 'As undo_lead_decisions, for companies.';

create function private.repeat_decision() returns trigger language plpgsql as $$
begin
  new.decided_at := greatest(private.time_after(old.updated_at), old.decided_at + interval '1 microsecond');
  new.decided_by := auth.uid();
  return new;
end $$;
comment on function private.repeat_decision is 'Dates a decision that was made again.';

create function private.set_decided_values() returns trigger language plpgsql as $$
declare
  stored jsonb := to_jsonb(old);
  given jsonb := to_jsonb(new);
begin
  if current_setting('leadlight.removing_values', true) = 'on' then
    new.updated_at := old.updated_at;
    new.decided_values := old.decided_values;
  elsif new.is_approved is null or (new.is_approved, new.decided_at) is distinct from (old.is_approved, old.decided_at) then
    new.decided_values := null;
  else
    select jsonb_object_agg(name, decided) into new.decided_values
    from (
      select name, case when old.decided_values ? name then old.decided_values -> name else stored -> name end as decided
      from unnest(tg_argv) name
    ) field
    where decided <> given -> name;
  end if;
  return new;
end $$;
comment on function private.set_decided_values is
  'Sets decided_values for the fields that the trigger names. Removing the values of a removed field changes nothing else about a row.';

create trigger set_decision_on_update before update on public.leads
  for each row execute function private.set_decision('lead', 'companies');
create trigger set_decision_on_insert before insert on public.leads
  for each row when (
    num_nonnulls(new.is_approved, new.decided_at, new.decided_by, new.rejection_reason_id, new.rejection_note) > 0
    and current_setting('leadlight.restoring', true) is distinct from 'on'
  )
  execute function private.set_decision('lead', 'companies');
create trigger add_decisions_on_insert after insert on public.leads
  referencing new table as new_rows for each statement when (current_setting('leadlight.restoring', true) is distinct from 'on')
  execute function private.add_decisions('leads');
-- Triggers run in the order of their names: this one after set_decision_on_update, which would reset the date.
create trigger set_decision_when_repeated before update of is_approved on public.leads
  for each row when (
    old.decided_values is not null and new.decided_at is not distinct from old.decided_at and new.is_approved = old.is_approved
  )
  execute function private.repeat_decision();
create trigger set_values_of_decision before update on public.leads
  for each row when (
    (old.is_approved is not null or new.is_approved is not null or current_setting('leadlight.removing_values', true) = 'on')
    and (
      old.decided_values is not null or new.decided_values is not null
      or (
        new.name, new.first_name, new.last_name, new.email, new.phone, new.title, new.company, new.location, new.headline, new.notes,
        new.linkedin_profile_url, new.custom
      ) is distinct from (
        old.name, old.first_name, old.last_name, old.email, old.phone, old.title, old.company, old.location, old.headline, old.notes,
        old.linkedin_profile_url, old.custom
      )
    )
  )
  execute function private.set_decided_values(
    'name', 'first_name', 'last_name', 'email', 'phone', 'title', 'company', 'location', 'headline', 'notes', 'linkedin_profile_url', 'custom'
  );
create trigger set_decision_on_update before update on public.companies
  for each row execute function private.set_decision('company', 'leads');
create trigger set_decision_on_insert before insert on public.companies
  for each row when (
    num_nonnulls(new.is_approved, new.decided_at, new.decided_by, new.rejection_reason_id, new.rejection_note) > 0
    and current_setting('leadlight.restoring', true) is distinct from 'on'
  )
  execute function private.set_decision('company', 'leads');
create trigger add_decisions_on_insert after insert on public.companies
  referencing new table as new_rows for each statement when (current_setting('leadlight.restoring', true) is distinct from 'on')
  execute function private.add_decisions('companies');
create trigger set_decision_when_repeated before update of is_approved on public.companies
  for each row when (
    old.decided_values is not null and new.decided_at is not distinct from old.decided_at and new.is_approved = old.is_approved
  )
  execute function private.repeat_decision();
create trigger set_values_of_decision before update on public.companies
  for each row when (
    (old.is_approved is not null or new.is_approved is not null or current_setting('leadlight.removing_values', true) = 'on')
    and (
      old.decided_values is not null or new.decided_values is not null
      or (
        new.name, new.website, new.domain, new.linkedin_url, new.industry, new.size, new.location, new.description, new.employee_count,
        new.founded_year, new.custom
      ) is distinct from (
        old.name, old.website, old.domain, old.linkedin_url, old.industry, old.size, old.location, old.description, old.employee_count,
        old.founded_year, old.custom
      )
    )
  )
  execute function private.set_decided_values(
    'name', 'website', 'domain', 'linkedin_url', 'industry', 'size', 'location', 'description', 'employee_count', 'founded_year', 'custom'
  );

revoke all on function
  private.set_decision, private.add_decisions, private.remove_old_decisions, private.undo_decisions, public.undo_lead_decisions,
  public.undo_company_decisions, private.repeat_decision, private.set_decided_values
  from public, anon, authenticated, service_role;
grant execute on function
  public.undo_lead_decisions, public.undo_company_decisions
  to authenticated;

-- Counts of leads, companies and decisions, which are added to by triggers and merged now and then.

create table public.lead_counters (
  customer_id uuid not null,
  id bigint generated always as identity,
  audience text,
  total bigint not null,
  approved bigint not null,
  reviewed bigint not null,
  primary key (customer_id, id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.lead_counters is
  'Number of leads by customer and audience: the sum of the rows. Triggers add rows with the difference and never update one, so that writers do not wait for each other (docs/decisions/0006-stored-counts.md).';
comment on column public.lead_counters.customer_id is
  'Not a foreign key: when a customer is deleted, its leads are deleted first, and their difference is written after the customer is gone.';
comment on column public.lead_counters.id is 'From a sequence that all customers advance, so members cannot read it.';
comment on column public.lead_counters.reviewed is 'Approved or rejected.';

alter table public.lead_counters
  alter customer_id set statistics 1,
  alter audience set statistics 1;

revoke all on sequence public.lead_counters_id_seq from public, anon, authenticated, service_role;

create table public.company_counters (
  customer_id uuid not null,
  id bigint generated always as identity,
  total bigint not null,
  approved bigint not null,
  reviewed bigint not null,
  primary key (customer_id, id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.company_counters is 'Number of companies by customer, as in lead_counters.';
comment on column public.company_counters.customer_id is 'Not a foreign key, as in lead_counters.';
comment on column public.company_counters.id is 'From a sequence that all customers advance, so members cannot read it.';
comment on column public.company_counters.reviewed is 'Approved or rejected.';

alter table public.company_counters
  alter customer_id set statistics 1;

revoke all on sequence public.company_counters_id_seq from public, anon, authenticated, service_role;

create table private.decision_counters (
  customer_id uuid not null,
  id bigint generated always as identity,
  week date,
  audience text,
  rejection_reason_id uuid,
  approved bigint not null,
  rejected bigint not null,
  primary key (customer_id, id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table private.decision_counters is
  'Number of approved and rejected leads by customer, week, audience and reason: the sum of the rows. A decision that was undone or changed, or whose lead was deleted, is not counted.';
comment on column private.decision_counters.customer_id is 'Not a foreign key, as in lead_counters.';
comment on column private.decision_counters.week is 'Monday of the week of decided_at, in UTC; null if the lead has no decided_at.';

-- Read instead of the table by the sums of all customers by week.
create index decision_counters_week_idx on private.decision_counters (week) include (approved, rejected);

alter table private.decision_counters
  alter customer_id set statistics 1,
  alter audience set statistics 1;

revoke all on sequence private.decision_counters_id_seq from public, anon, authenticated, service_role;

revoke all on private.decision_counters from public, anon, authenticated, service_role;

create function private.merge_lead_counters(customer uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  with merged as (
    delete from public.lead_counters
    where customer_id = customer and id = any (array(
      select id from public.lead_counters where customer_id = customer for update skip locked
    ))
    returning audience, total, approved, reviewed
  )
  insert into public.lead_counters (customer_id, audience, total, approved, reviewed)
  select customer, audience, sum(total), sum(approved), sum(reviewed)
  from merged
  group by audience
  having (sum(total), sum(approved), sum(reviewed)) <> (0, 0, 0);
end $$;
comment on function private.merge_lead_counters is
  'Replaces the counter rows of a customer by their sums, except rows that another transaction has locked.';

create function private.merge_company_counters(customer uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  with merged as (
    delete from public.company_counters
    where customer_id = customer and id = any (array(
      select id from public.company_counters where customer_id = customer for update skip locked
    ))
    returning total, approved, reviewed
  )
  insert into public.company_counters (customer_id, total, approved, reviewed)
  select customer, sum(total), sum(approved), sum(reviewed)
  from merged
  having (sum(total), sum(approved), sum(reviewed)) <> (0, 0, 0);
end $$;
comment on function private.merge_company_counters is 'As merge_lead_counters, of companies.';

-- Most weeks, audiences and reasons have one row from an earlier merge, which stays.
create function private.merge_decision_counters(customer uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  ids bigint[] := array(
    select unnest(array_agg(id))
    from private.decision_counters
    where customer_id = customer
    group by week, audience, rejection_reason_id
    having count(*) > 1 or (sum(approved), sum(rejected)) = (0, 0)
  );
begin
  with merged as (
    delete from private.decision_counters
    where customer_id = customer and id = any (array(
      select id from private.decision_counters where customer_id = customer and id = any (ids) for update skip locked
    ))
    returning week, audience, rejection_reason_id, approved, rejected
  )
  insert into private.decision_counters (customer_id, week, audience, rejection_reason_id, approved, rejected)
  select customer, week, audience, rejection_reason_id, sum(approved), sum(rejected)
  from merged
  group by week, audience, rejection_reason_id
  having (sum(approved), sum(rejected)) <> (0, 0);
end $$;
comment on function private.merge_decision_counters is
  'Replaces the counter rows of decisions of a customer, where there are several of a week, audience and reason, by their sums, except rows that another transaction has locked.';

create function private.week_of(moment timestamptz) returns date language sql immutable parallel safe
return date_trunc('week', moment at time zone 'UTC')::date;
comment on function private.week_of is 'Monday of the week of a moment, in UTC.';

create function private.is_merge_due(customer uuid, verb text) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  return current_setting('transaction_isolation') = 'read committed'
    and (random() < 0.02 or verb = 'DELETE' and not exists (select from public.customers where id = customer));
end $$;
comment on function private.is_merge_due is
  'Whether a statement merges the counters of a customer: one statement in 50, and the deletion of the customer, not above read committed, where it does not see what others merged since it began.';

create function private.update_lead_counters() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  direction constant int := case tg_op when 'DELETE' then -1 else 1 end;
  change record;
  customers uuid[] := '{}';
  customer uuid;
begin
  for change in
    select
      customer_id, audience, direction * count(*) as total, direction * count(*) filter (where is_approved) as approved,
      direction * count(is_approved) as reviewed
    from changed_rows
    group by customer_id, audience
  loop
    insert into public.lead_counters (customer_id, audience, total, approved, reviewed)
    values (change.customer_id, change.audience, change.total, change.approved, change.reviewed);
    if change.customer_id <> all (customers) then
      customers := array_append(customers, change.customer_id);
    end if;
  end loop;
  foreach customer in array customers loop
    if private.is_merge_due(customer, tg_op) then
      perform private.merge_lead_counters(customer);
    end if;
  end loop;
  return null;
end $$;
comment on function private.update_lead_counters is 'Adds inserted or deleted leads to the counters, or takes them away.';

create function private.update_company_counters() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  direction constant int := case tg_op when 'DELETE' then -1 else 1 end;
  change record;
  customers uuid[] := '{}';
  customer uuid;
begin
  for change in
    select
      customer_id, direction * count(*) as total, direction * count(*) filter (where is_approved) as approved,
      direction * count(is_approved) as reviewed
    from changed_rows
    group by customer_id
  loop
    insert into public.company_counters (customer_id, total, approved, reviewed)
    values (change.customer_id, change.total, change.approved, change.reviewed);
    if change.customer_id <> all (customers) then
      customers := array_append(customers, change.customer_id);
    end if;
  end loop;
  foreach customer in array customers loop
    if private.is_merge_due(customer, tg_op) then
      perform private.merge_company_counters(customer);
    end if;
  end loop;
  return null;
end $$;
comment on function private.update_company_counters is 'Adds inserted or deleted companies to the counters, or takes them away.';

create function private.update_decision_counters() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  direction constant int := case tg_op when 'DELETE' then -1 else 1 end;
  change record;
  customers uuid[] := '{}';
  customer uuid;
begin
  for change in
    select
      customer_id, private.week_of(decided_at) as week, audience, rejection_reason_id,
      direction * count(*) filter (where is_approved) as approved, direction * count(*) filter (where not is_approved) as rejected
    from changed_rows
    where is_approved is not null
    group by customer_id, week, audience, rejection_reason_id
  loop
    insert into private.decision_counters (customer_id, week, audience, rejection_reason_id, approved, rejected)
    values (change.customer_id, change.week, change.audience, change.rejection_reason_id, change.approved, change.rejected);
    if change.customer_id <> all (customers) then
      customers := array_append(customers, change.customer_id);
    end if;
  end loop;
  foreach customer in array customers loop
    if private.is_merge_due(customer, tg_op) then
      perform private.merge_decision_counters(customer);
    end if;
  end loop;
  return null;
end $$;
comment on function private.update_decision_counters is 'Adds the decisions about inserted or deleted leads to the counters, or takes them away.';

create function private.truncate_counters() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  execute format('truncate %s', tg_argv[0]);
  return null;
end $$;
comment on function private.truncate_counters is 'Empties the counters of a truncated table.';

-- Planned with the arguments of each call, since the best plan depends on whether they name a customer.
create function private.stored_lead_totals(scope uuid[], audience_name text, out total bigint, out approved bigint, out reviewed bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  select coalesce(sum(counter.total), 0), coalesce(sum(counter.approved), 0), coalesce(sum(counter.reviewed), 0)
  into total, approved, reviewed
  from public.lead_counters counter
  where (scope is null or counter.customer_id = any (scope))
    and (audience_name is null or counter.audience is not distinct from nullif(audience_name, ''));
end $$;
comment on function private.stored_lead_totals is
  'The counted leads of the customers in scope (null: all) and of an audience ('''': leads without one; null: all leads).';

create function private.stored_company_totals(scope uuid[], out total bigint, out approved bigint, out reviewed bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  select coalesce(sum(counter.total), 0), coalesce(sum(counter.approved), 0), coalesce(sum(counter.reviewed), 0)
  into total, approved, reviewed
  from public.company_counters counter
  where scope is null or counter.customer_id = any (scope);
end $$;
comment on function private.stored_company_totals is 'The counted companies of the customers in scope (null: all).';

create function public.audience_names(
  customers uuid[] default null, term text default '', after_name text default null, page_size int default 1000
) returns setof text language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  scope uuid[] := private.scope(customers);
  patterns text[] := array(select private.word_pattern(word) from private.words_of(audience_names.term) word);
begin
  perform private.require_length('after_name', audience_names.after_name::text, 100);
  return query
    select name
    from (
      select audience collate "und-x-icu" as name
      from public.lead_counters
      where audience is not null and (scope is null or customer_id = any (scope))
      group by audience
      having sum(total) > 0
    ) audiences
    where (after_name is null or name > after_name)
      and (cardinality(patterns) = 0 or private.search_text(name) like all (patterns))
    order by name
    limit least(greatest(page_size, 0), 1000);
end $$;
comment on function public.audience_names is
  'A page of the distinct audiences whose name contains each word of the term, sorted, after the given name. Ignores case and accents.';

create function public.audience_totals(
  customers uuid[] default null, after_total bigint default null, after_name text default null, page_size int default 1000
) returns table (
  name text, total bigint, approved bigint, pending bigint, reviewed bigint
) language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  scope uuid[] := private.scope(customers);
begin
  perform private.require_length('after_name', audience_totals.after_name::text, 100);
  return query
    select audiences.name, audiences.total, audiences.approved, audiences.total - audiences.approved, audiences.reviewed
    from (
      select audience collate "und-x-icu" as name, sum(counter.total)::bigint as total, sum(counter.approved)::bigint as approved,
        sum(counter.reviewed)::bigint as reviewed
      from public.lead_counters counter
      where audience is not null and (scope is null or customer_id = any (scope))
      group by audience
      having sum(counter.total) > 0
    ) audiences
    where after_total is null or audiences.total < after_total or (audiences.total = after_total and audiences.name > after_name)
    order by audiences.total desc, audiences.name
    limit least(greatest(page_size, 0), 1000);
end $$;
comment on function public.audience_totals is
  'A page of the audiences with their number of leads, the largest first, after the given audience. Equal names of several customers are added up.';

create view public.audience_summary with (security_invoker = true) as
select
  customer_id,
  audience as name,
  sum(total)::bigint as total,
  sum(approved)::bigint as approved,
  sum(total - approved)::bigint as pending
from public.lead_counters
group by customer_id, audience
having sum(total) > 0
order by total desc, name;
comment on view public.audience_summary is
  'Number of leads by customer and audience, from lead_counters. Leads without an audience are the row whose name is null.';

revoke all on public.audience_summary from public, anon, authenticated, service_role;
grant select on public.audience_summary to authenticated, service_role;

-- Members are on the coordinator of a distributed database, so that they are joined with what the workers count.
create view public.customer_counts with (security_invoker = true) as
select
  customers.id as customer_id,
  coalesce(lead.total, 0)::bigint as leads,
  coalesce(company.total, 0)::bigint as companies,
  coalesce(member.total, 0) as users
from public.customers
left join (select customer_id, sum(total) as total from public.lead_counters group by customer_id) lead on lead.customer_id = customers.id
left join (select customer_id, sum(total) as total from public.company_counters group by customer_id) company on company.customer_id = customers.id
left join (select customer_id, count(*) as total from public.customer_users where is_active group by customer_id) member
  on member.customer_id = customers.id;
comment on view public.customer_counts is 'Number of leads, companies and active members of each customer.';

revoke all on public.customer_counts from public, anon, authenticated, service_role;
grant select on public.customer_counts to authenticated, service_role;

create trigger update_counters_on_insert after insert on public.leads
  referencing new table as changed_rows for each statement execute function private.update_lead_counters();
create trigger update_counters_on_delete after delete on public.leads
  referencing old table as changed_rows for each statement execute function private.update_lead_counters();
create trigger truncate_counters after truncate on public.leads for each statement execute function private.truncate_counters('public.lead_counters');
create trigger update_decision_counters_on_insert after insert on public.leads
  referencing new table as changed_rows for each statement execute function private.update_decision_counters();
create trigger update_decision_counters_on_delete after delete on public.leads
  referencing old table as changed_rows for each statement execute function private.update_decision_counters();
create trigger truncate_decision_counters after truncate on public.leads
  for each statement execute function private.truncate_counters('private.decision_counters');
create trigger update_counters_on_insert after insert on public.companies
  referencing new table as changed_rows for each statement execute function private.update_company_counters();
create trigger update_counters_on_delete after delete on public.companies
  referencing old table as changed_rows for each statement execute function private.update_company_counters();
create trigger truncate_counters after truncate on public.companies
  for each statement execute function private.truncate_counters('public.company_counters');
-- PostgreSQL checks the rights to a view that joins tables only if it has such triggers; without one it reports that no role could write it.
create trigger reject_change instead of insert or update or delete on public.audience_summary
  for each row execute function private.reject_change('The summary cannot be changed');
create trigger reject_change instead of insert or update or delete on public.customer_counts
  for each row execute function private.reject_change('The counts cannot be changed');

revoke all on function
  private.merge_lead_counters, private.merge_company_counters, private.merge_decision_counters, private.week_of, private.is_merge_due,
  private.update_lead_counters, private.update_company_counters, private.update_decision_counters, private.truncate_counters,
  private.stored_lead_totals, private.stored_company_totals, public.audience_names, public.audience_totals
  from public, anon, authenticated, service_role;
grant execute on function
  public.audience_names, public.audience_totals
  to authenticated;

-- Leads and companies that share a key since an upgrade.

create function private.keep_duplicate_of() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.duplicate_of := null;
    new.duplicate_keys := null;
  else
    new.duplicate_of := old.duplicate_of;
    new.duplicate_keys := old.duplicate_keys;
  end if;
  return new;
end $$;
comment on function private.keep_duplicate_of is 'Keeps requests from changing what a row is a duplicate of.';

create function private.settle_duplicates_of(type text, customer uuid, ids uuid[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  columns constant text[] := (private.identity_of(type)).columns;
  duplicate record;
  original uuid;
  originals uuid[];
begin
  for duplicate in execute format(
    'select id, array[%2$I, %3$I, %4$I] as keys from public.%1$I
     where customer_id = $1 and duplicate_of is not null and (duplicate_of = any ($2) or id = any ($2))
     order by created_at, id', type, columns[1], columns[2], columns[3]
  ) using customer, ids loop
    originals := '{}';
    for place in 1..3 loop
      -- A company with a domain or LinkedIn page shares its name.
      execute format(
        'select id from public.%1$I
         where customer_id = $1 and %2$I = $3 and id <> $2 and ''%2$s'' = any (duplicate_keys) is not true and ($4 or num_nonnulls(%3$I, %4$I) = 0) limit 1',
        type, columns[place], columns[1], columns[2]
      ) into original using customer, duplicate.id, case when place < 3 or num_nonnulls(duplicate.keys[1], duplicate.keys[2]) = 0 then duplicate.keys[place] end,
        place < 3;
      originals[place] := original;
    end loop;
    begin
      execute format(
        'update public.%I set duplicate_of = $3, duplicate_keys = $4, is_separate = is_separate and $3 is not null where customer_id = $1 and id = $2', type
      ) using customer, duplicate.id, coalesce(originals[1], originals[2], originals[3]), nullif(array(
        select name from unnest(columns, originals) as key (name, row_id) where row_id is not null
      ), '{}');
    exception when unique_violation then
      null; -- Another transaction has inserted a row with the key: it stays a duplicate.
    end;
  end loop;
end $$;
comment on function private.settle_duplicates_of is
  'Finds the rows that the duplicates among these rows, and those of these rows, are duplicates of now. A row that has its keys alone is no duplicate any more.';

create function private.settle_after_deletion() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  customers uuid[];
  ids uuid[];
  customer uuid;
begin
  select array_agg(distinct customer_id), array_agg(id) into customers, ids from old_rows;
  foreach customer in array coalesce(customers, '{}') loop
    continue when not case tg_argv[0]
      when 'leads' then exists (select from public.leads lead where lead.customer_id = customer and duplicate_of is not null)
      else exists (select from public.companies company where company.customer_id = customer and duplicate_of is not null)
    end;
    perform private.settle_duplicates_of(tg_argv[0], customer, ids);
  end loop;
  return null;
end $$;
comment on function private.settle_after_deletion is 'Settles the duplicates of deleted rows.';

create function private.settle_after_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (case tg_argv[0]
    when 'leads' then exists (select from public.leads where customer_id = new.customer_id and duplicate_of is not null)
    else exists (select from public.companies where customer_id = new.customer_id and duplicate_of is not null)
  end) then
    perform private.settle_duplicates_of(tg_argv[0], new.customer_id, array[new.id]);
  end if;
  return null;
end $$;
comment on function private.settle_after_change is 'Settles a duplicate whose key was changed, and the duplicates of a row whose key was changed.';

create trigger keep_duplicate_of before insert or update of duplicate_of, duplicate_keys on public.leads
  for each row when (current_user in ('authenticated', 'service_role')) execute function private.keep_duplicate_of();
create trigger settle_duplicates_on_delete after delete on public.leads
  referencing old table as old_rows for each statement execute function private.settle_after_deletion('leads');
create trigger settle_duplicates_on_update after update on public.leads
  for each row when (
    (new.linkedin_key, new.email_key, new.name_key) is distinct from (old.linkedin_key, old.email_key, old.name_key)
  )
  execute function private.settle_after_change('leads');
create trigger keep_duplicate_of before insert or update of duplicate_of, duplicate_keys on public.companies
  for each row when (current_user in ('authenticated', 'service_role')) execute function private.keep_duplicate_of();
create trigger settle_duplicates_on_delete after delete on public.companies
  referencing old table as old_rows for each statement execute function private.settle_after_deletion('companies');
create trigger settle_duplicates_on_update after update on public.companies
  for each row when (
    (new.domain_key, new.linkedin_key, new.name_key) is distinct from (old.domain_key, old.linkedin_key, old.name_key)
  )
  execute function private.settle_after_change('companies');

revoke all on function
  private.keep_duplicate_of, private.settle_duplicates_of, private.settle_after_deletion, private.settle_after_change
  from public, anon, authenticated, service_role;

-- Imports that update stored rows, and how an import is undone.

create sequence private.import_turns start 10000000000;
comment on sequence private.import_turns is
  'Numbers the chunks that give values, over all imports. Chunks of former versions have the second in which their import began.';
revoke all on sequence private.import_turns from public, anon, authenticated, service_role;

create table public.import_matches (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null,
  import_id uuid,
  lead_id uuid,
  company_id uuid,
  former jsonb,
  given jsonb,
  turns jsonb,
  constraint import_matches_row_check check (num_nonnulls(lead_id, company_id) = 1),
  constraint import_matches_values_check check ((former is null) = (given is null)),
  constraint import_matches_lead_key unique (lead_id, import_id, customer_id),
  constraint import_matches_company_key unique (company_id, import_id, customer_id),
  constraint import_matches_import_id_fkey foreign key (import_id, customer_id) references public.imports (id, customer_id) on delete cascade,
  constraint import_matches_lead_id_fkey foreign key (lead_id, customer_id)
    references public.leads (id, customer_id) on update cascade on delete cascade,
  constraint import_matches_company_id_fkey foreign key (company_id, customer_id)
    references public.companies (id, customer_id) on update cascade on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.import_matches is
  'The leads and companies that were stored before an import and are in its file too. Written by import_rows, removed by undo_import.';
comment on column public.import_matches.import_id is 'Null if the row was given to another customer, or restored after the import was deleted.';
comment on column public.import_matches.former is
  'Of the fields that the import updated, the values before, by column, `custom:` or `internal:` and key. Null if it updated none. If the value before was that of an import that is undone, it becomes the value before that one.';
comment on column public.import_matches.given is 'The values that the import gave these fields.';
comment on column public.import_matches.turns is
  'Of the fields in `given`, the number of the chunk that gave the value last, in the order of all imports.';

create index import_matches_import_idx on public.import_matches (import_id, customer_id);

alter table public.import_matches
  alter customer_id set statistics 1,
  alter import_id set statistics 1;

-- A row is unchanged while its updated_at is that of its chunk. Rows are dated by their number in the file, so that a date separates the first
-- ones from the rest. The lock waits for comments that are being added and keeps new ones out; where fewer rows than expected were deleted, further
-- ones are read, so that an undo is complete only when no row is left to delete.
create function private.remove_imported_leads(import public.imports, most int) returns int language plpgsql set search_path = '' as $$
declare
  unchanged timestamptz[] := array(
    select created_at from public.import_chunks chunk where chunk.customer_id = import.customer_id and chunk.import_id = import.id
  );
  commented uuid[] := '{}';
  last_date timestamptz;
  amount int;
  removed int := 0;
begin
  loop
    select created_at into last_date
    from public.leads
    where customer_id = import.customer_id and import_id = import.id and updated_at = any (unchanged) and id <> all (commented)
    order by created_at desc
    offset most - removed - 1 limit 1;
    last_date := coalesce(last_date, '-infinity');
    perform id
    from public.leads
    where customer_id = import.customer_id and import_id = import.id and updated_at = any (unchanged) and created_at >= last_date
    order by id
    for update;
    commented := array(
      select lead.id
      from public.leads lead
      join public.comments comment on comment.customer_id = lead.customer_id and comment.lead_id = lead.id
      where lead.customer_id = import.customer_id and lead.import_id = import.id
    );
    delete from public.leads
    where customer_id = import.customer_id and import_id = import.id and updated_at = any (unchanged) and created_at >= last_date
      and id <> all (commented);
    get diagnostics amount = row_count;
    removed := removed + amount;
    exit when removed >= most or last_date = '-infinity';
  end loop;
  return removed;
end $$;
comment on function private.remove_imported_leads is
  'Deletes leads of an import that are unchanged and have no comments, up to a limit, the first of the file first. Waits for changes and comments that are under way.';

create function private.remove_imported_companies(import public.imports, most int) returns int language plpgsql set search_path = '' as $$
declare
  unchanged timestamptz[] := array(
    select created_at from public.import_chunks chunk where chunk.customer_id = import.customer_id and chunk.import_id = import.id
  );
  commented uuid[] := '{}';
  ids uuid[];
  missing int := most;
  amount int;
begin
  loop
    with named as materialized (
      select distinct private.index_key(private.text_key(company)) as name_key
      from (
        select company from public.leads where customer_id = import.customer_id and import_id = import.id
        union
        select company from public.leads where customer_id = import.customer_id and created_at > import.created_at
      ) remaining
      where company is not null
    )
    select coalesce(array_agg(id), '{}') into ids
    from (
      select id
      from public.companies
      where customer_id = import.customer_id and import_id = import.id and updated_at = any (unchanged) and id <> all (commented)
        and name_key not in (select name_key from named where name_key is not null)
      order by created_at desc
      limit missing
    ) removable;
    perform id from public.companies where customer_id = import.customer_id and id = any (ids) order by id for update;
    commented := array(
      select company.id
      from public.companies company
      join public.comments comment on comment.customer_id = company.customer_id and comment.company_id = company.id
      where company.customer_id = import.customer_id and company.import_id = import.id
    );
    delete from public.companies
    where customer_id = import.customer_id and id = any (ids) and updated_at = any (unchanged) and id <> all (commented);
    get diagnostics amount = row_count;
    exit when amount = missing or cardinality(ids) < missing;
    missing := missing - amount;
  end loop;
  return most - missing + amount;
end $$;
comment on function private.remove_imported_companies is
  'Deletes companies of an import that are unchanged and have no comments, up to a limit, the first of the file first, except those that a remaining lead of this or a later import names. Waits for changes and comments that are under way.';

create function public.undo_import(import_id uuid) returns public.imports language plpgsql security definer set search_path = '' as $$
declare
  max_leads constant int := 50000;
  max_companies constant int := 20000;
  max_values constant int := 10000;
  import public.imports;
  restoring record;
  deleted_leads int;
  deleted_companies int := 0;
  is_complete boolean;
  customer text;
begin
  perform private.require_admin('Only an administrator can undo an import');
  select * into import from public.imports where id = undo_import.import_id;
  perform private.lock_imports(import.customer_id);
  select * into import from public.imports where customer_id = import.customer_id and id = undo_import.import_id for update;
  if not found then
    raise exception 'There is no such import' using errcode = 'PT404';
  elsif import.remaining_leads is not null then
    raise exception 'This import has been undone already' using errcode = 'PT409';
  end if;

  deleted_leads := private.remove_imported_leads(import, max_leads);
  if deleted_leads < max_leads then
    deleted_companies := private.remove_imported_companies(import, max_companies);
  end if;
  is_complete := deleted_leads < max_leads and deleted_companies < max_companies;
  -- Afterwards, since a created row may have a former key of an updated one.
  restoring := private.restore_values(import, case when is_complete then max_values else 0 end);
  is_complete := is_complete and restoring.is_complete;

  import.undone_at := coalesce(import.undone_at, now());
  import.undone_by := coalesce(import.undone_by, auth.uid());
  if is_complete then
    select count(*) into import.remaining_leads
    from public.leads where leads.customer_id = import.customer_id and leads.import_id = import.id;
    select count(*) into import.remaining_companies
    from public.companies where companies.customer_id = import.customer_id and companies.import_id = import.id;
  end if;
  update public.imports set
    undone_at = import.undone_at,
    undone_by = import.undone_by,
    restored_rows = restored_rows + restoring.restored,
    unrestored_rows = unrestored_rows + restoring.unrestored,
    removed_leads = removed_leads + deleted_leads,
    removed_companies = removed_companies + deleted_companies,
    remaining_leads = import.remaining_leads,
    remaining_companies = import.remaining_companies
  where id = import.id and customer_id = import.customer_id
  returning * into import;

  if is_complete then
    select name into customer from public.customers where customers.id = import.customer_id;
    insert into public.activity
      (actor_id, impersonation_id, customer_id, customer_name, action, subject, row_count, row_ids, changed_columns)
    values (
      auth.uid(), private.impersonation_of(import.customer_id), import.customer_id, customer, 'update', 'imports', 1, array[import.id],
      array['undone_at']
    );
  end if;
  return import;
end $$;
comment on function public.undo_import is
  'Restores the values that an import updated and deletes what it created, unless changed since: at most 10,000 updated rows, 50,000 leads and 20,000 companies per call. Call it again until remaining_leads is set.';

create function public.undo_preview(import_id uuid) returns table (
  leads int, leads_left int, leads_reviewed int, companies int, companies_left int
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  import public.imports;
  unchanged timestamptz[];
  commented uuid[];
begin
  perform private.require_admin('Only an administrator can undo an import');
  select * into import from public.imports where id = undo_preview.import_id;
  if not found then
    raise exception 'There is no such import' using errcode = 'PT404';
  end if;
  unchanged := array(
    select created_at from public.import_chunks chunk where chunk.customer_id = import.customer_id and chunk.import_id = import.id
  );
  commented := array(
    select lead.id
    from public.leads lead
    join public.comments comment on comment.customer_id = lead.customer_id and comment.lead_id = lead.id
    where lead.customer_id = import.customer_id and lead.import_id = import.id
    union all
    select company.id
    from public.companies company
    join public.comments comment on comment.customer_id = company.customer_id and comment.company_id = company.id
    where company.customer_id = import.customer_id and company.import_id = import.id
  );

  select count(*), count(*) filter (where updated_at <> all (unchanged) or id = any (commented)), count(is_approved)
  into leads, leads_left, leads_reviewed
  from public.leads lead
  where lead.customer_id = import.customer_id and lead.import_id = import.id;

  with named as materialized (
    select distinct private.index_key(private.text_key(company)) as name_key
    from (
      select company from public.leads lead
      where lead.customer_id = import.customer_id and lead.import_id = import.id
        and (updated_at <> all (unchanged) or id = any (commented))
      union
      select company from public.leads lead
      where lead.customer_id = import.customer_id and lead.created_at > import.created_at and lead.import_id is distinct from import.id
    ) remaining
    where company is not null
  )
  select count(*), count(*) filter (
    where updated_at <> all (unchanged) or id = any (commented)
      or name_key in (select name_key from named where name_key is not null)
  )
  into companies, companies_left
  from public.companies company
  where company.customer_id = import.customer_id and company.import_id = import.id;
  return next;
end $$;
comment on function public.undo_preview is
  'Number of leads and companies that an import has created and that still exist, of those that undoing it would leave, and of the leads that have been approved or rejected. Administrators only.';

create function private.forget_import() returns trigger language plpgsql as $$
begin
  new.import_id := null;
  new.former := null;
  new.given := null;
  return new;
end $$;
comment on function private.forget_import is 'Forgets the import of a match whose lead or company the owner gives to another customer.';

create function private.identity_of(type text, out columns text[], out fields text[]) language sql immutable as $$
  select case type when 'leads' then '{linkedin_key,email_key,name_key}' else '{domain_key,linkedin_key,name_key}' end::text[],
    case type when 'leads' then '{linkedin_profile_url,email,name,company}' else '{domain,linkedin_url,name}' end::text[]
$$;
comment on function private.identity_of is
  'The columns of the keys by which duplicates are found, in order of rank, and the fields that they are made of.';

create function private.updatable_columns(type text) returns text[] language sql immutable
return case type
  when 'leads' then '{name,first_name,last_name,email,phone,company,title,location,headline,notes,linkedin_profile_url,profile_picture_url,audience}'::text[]
  else '{name,website,domain,linkedin_url,industry,size,location,description,employee_count,founded_year}'::text[]
end;
comment on function private.updatable_columns is 'The columns that an import can update.';

create function private.row_keys(type text, content jsonb) returns text[] language plpgsql immutable as $$
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
comment on function private.row_keys is 'The keys of a row of a file, as the columns of identity_of; the last one only without the others.';

create function private.part_of(fields jsonb, part text) returns jsonb language sql immutable
return (select coalesce(jsonb_object_agg(split_part(key, ':', 2), value), '{}') from jsonb_each(fields) where split_part(key, ':', 1) = part and key like '%:%');
comment on function private.part_of is 'The values of fields such as `custom:icebreaker`, by their keys.';

create function private.row_fields(content jsonb) returns table (field text, value jsonb) language sql immutable as $$
  select key, value from jsonb_each(content - '{row,custom,internal}'::text[]) where value <> 'null'
  union all
  select 'custom:' || key, value from jsonb_each(content -> 'custom')
  union all
  select 'internal:' || key, value from jsonb_each(content -> 'internal')
$$;
comment on function private.row_fields is 'The fields of a row of a file that are not empty.';

create function private.stored_rows(customer uuid, type text, ids uuid[], purpose text) returns jsonb[]
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
comment on function private.stored_rows is
  'Leads or companies as JSON. The purpose `match` is to have only their keys, `preview` to have all values, and `change` to lock them too.';

create function private.match_rows(customer uuid, type text, file_rows jsonb, purpose text)
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
comment on function private.match_rows is
  'The rows of a file (`row` and values) with the stored lead or company that each is a duplicate of, by the key of rank `place`, and those that have its first and second key.';

create function private.plan_updates(
  customer uuid, type text, file_rows jsonb, updating jsonb, audience text, purpose text, out matched jsonb, out rejected jsonb
) language plpgsql set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  names constant record := private.identity_of(type);
  columns constant text[] := private.updatable_columns(type);
  is_fill constant boolean := updating ->> 'mode' = 'fill';
  chosen constant text[] := array(select jsonb_array_elements_text(updating -> 'fields'));
begin
  with found as materialized (
    select * from private.match_rows(customer, type, file_rows, purpose) where id is not null
  ), given as materialized (
    select "row", id, place, field.field, field.value, nullif(stored #> string_to_array(field.field, ':'), 'null') as former
    from found
    cross join lateral private.row_fields(content || case when audience is null then '{}' else jsonb_build_object('audience', audience) end) field
    where not (field.field = 'name' and updating @> '{"isNameJoined": true}' and num_nulls(content ->> 'first_name', content ->> 'last_name') > 0)
      and (field.field = any (columns) or field.field like '%:%')
      and field.field <> all (case place when 3 then names.fields[3:] else names.fields[place:place] end)
  ), eligible as materialized (
    select * from given where case when is_fill then former is null else field = any (chosen) end
  ), claims as (
    select found."row", id, 3 - found.place as place, keys[3 - found.place] as key, owners[3 - found.place] as owner
    from found
    join eligible using ("row", id)
    where found.place < 3 and field = names.fields[3 - found.place] and keys[3 - found.place] is distinct from stored ->> names.columns[3 - found.place]
  ), judged as materialized (
    select *, owner is not null or id <> first as is_taken
    from (select *, first_value(id) over (partition by place, key order by "row") as first from claims) claim
  ), taken as materialized (
    -- A row fills nothing where an earlier one has done so.
    select "row", place
    from (select *, bool_or(not is_taken) over (partition by id order by "row") as is_filled from judged) claim
    where is_taken and not (is_fill and is_filled)
  ), changes as materialized (
    select *
    from (
      select distinct on (id, field) "row", id, field, value, former
      from eligible
      where "row" not in (select "row" from taken)
      order by id, field, case when is_fill then "row" else -"row" end
    ) winning
    where value is distinct from former
  ), rows as materialized (
    select id, array_agg("row" order by "row") as rows, (array_agg(stored))[1] as stored from found group by id
  ), changed as materialized (
    select id, jsonb_object_agg(field, value) as given, jsonb_object_agg(field, former) as former, array_agg(distinct "row") as updated
    from changes group by id
  ), large as materialized (
    select id, max(octet_length((stored -> part || private.part_of(given, part))::text)) as size
    from changed
    join rows using (id)
    cross join unnest('{custom,internal}'::text[]) part
    where given::text ~ '"(custom|internal):'
    group by id
    having max(octet_length((stored -> part || private.part_of(given, part))::text)) > 16384
  )
  select (
    select jsonb_agg(jsonb_build_object(
      'id', id, 'rows', rows, 'importId', stored -> 'import_id', 'name', stored -> 'name',
      'given', case when large.id is null then given end, 'former', case when large.id is null then former end,
      'updated', case when large.id is null then coalesce(cardinality(updated), 0) else 0 end
    ))
    from rows left join changed using (id) left join large using (id)
  ), (
    select jsonb_agg(jsonb_build_object('row', "row", 'error', error) order by "row")
    from (
      select "row", case type
        when 'leads' then (array['LinkedIn URL belongs to another lead', 'Email belongs to another lead'])[place]
        else (array['Domain belongs to another company', 'LinkedIn URL belongs to another company'])[place]
      end as error
      from taken
      union all
      select "row", format('Custom fields are too large (%s bytes, at most 16384)', size)
      from large join rows using (id) cross join unnest(rows) "row"
      where "row" not in (select "row" from taken)
    ) error
  ) into matched, rejected;
end $$;
comment on function private.plan_updates is
  'What updating would do: `matched`, a stored lead or company each with the rows of the file that are its duplicates, the values to give and the former ones, and how many rows these are from; `rejected`, the rows that break a rule.';

-- The ids are named besides the join, so that no plan reads all rows of the customer for each of them.
create function private.write_fields(customer uuid, type text, changed jsonb) returns void
language plpgsql set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  ids constant uuid[] := array(select (value ->> 'id')::uuid from jsonb_array_elements(changed));
  owner constant text := case type when 'leads' then 'lead_id' else 'company_id' end;
begin
  execute (
    select format(
      'update public.%I target set %s, custom = jsonb_strip_nulls(target.custom || changed.custom)
       from (
         select id, given, private.part_of(given, ''custom'') as custom from jsonb_to_recordset($2) as changed (id uuid, given jsonb)
       ) changed
       where target.customer_id = $1 and target.id = any ($3) and target.id = changed.id',
      type, string_agg(format(
        '%1$I = case when given ? %1$L then (given ->> %1$L)%2$s else target.%1$I end', name,
        case when name in ('employee_count', 'founded_year') then '::int' else '' end
      ), ', ')
    )
    from unnest(private.updatable_columns(type)) name
  ) using customer, changed, ids;
  if changed::text !~ '"internal:' then
    return;
  end if;
  execute format(
    'update public.internal_values target set custom = jsonb_strip_nulls(target.custom || changed.custom)
     from (select id, private.part_of(given, ''internal'') as custom from jsonb_to_recordset($2) as changed (id uuid, given jsonb)) changed
     where target.customer_id = $1 and target.%1$I = any ($3) and target.%1$I = changed.id and changed.custom <> ''{}''', owner
  ) using customer, changed, ids;
  execute format(
    'insert into public.internal_values (customer_id, %1$I, custom)
     select $1, id, custom
     from (select id, jsonb_strip_nulls(private.part_of(given, ''internal'')) as custom from jsonb_to_recordset($2) as changed (id uuid, given jsonb)) changed
     where custom <> ''{}''
     on conflict do nothing', owner
  ) using customer, changed;
end $$;
comment on function private.write_fields is 'Gives leads or companies (`id`) values (`given`, by field); null empties a field.';

create function private.record_matches(import public.imports, matched jsonb) returns void
language plpgsql set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  owner constant text := case import.import_type when 'leads' then 'lead_id' else 'company_id' end;
  turn constant bigint := nextval('private.import_turns');
  made uuid[];
  others jsonb;
  earlier jsonb;
begin
  execute format(
    'with made as (
       insert into public.import_matches (customer_id, import_id, %1$I, former, given, turns)
       select $1, $2, id, former, given, private.field_turns(given, $4)
       from jsonb_to_recordset($3) as matched (id uuid, "importId" uuid, former jsonb, given jsonb)
       where "importId" is distinct from $2
       on conflict do nothing
       returning %1$I
     )
     select array_agg(%1$I) from made', owner
  ) into made using import.customer_id, import.id, matched, turn;
  select jsonb_agg(value) into others
  from jsonb_array_elements(matched)
  where value -> 'given' <> 'null' and (value ->> 'id')::uuid <> all (coalesce(made, '{}'));
  if others is null then
    return;
  end if;
  execute format(
    'select jsonb_agg(to_jsonb(earlier)) from (
       select id, %1$I as row_id, former, given, turns from public.import_matches where customer_id = $1 and import_id = $2 and %1$I = any ($3)
     ) earlier', owner
  ) into earlier using import.customer_id, import.id, array(select (value ->> 'id')::uuid from jsonb_array_elements(others));
  perform private.change_matches(import.customer_id, (
    with own as materialized (
      select stored.id, stored.row_id, stored.given, matched.former as matched_former, matched.given as matched_given
      from jsonb_to_recordset(earlier) as stored (id uuid, row_id uuid, given jsonb)
      join jsonb_to_recordset(others) as matched (id uuid, former jsonb, given jsonb) on matched.id = stored.row_id
    ), later as materialized (
      select * from private.later_matches(import, earlier)
    ), changes as (
      -- Where no edit or other import came between its values, the former value stays.
      select own.id, jsonb_object_agg(field, value) filter (where later_id is not null or own.given -> field is distinct from value) as former,
        own.matched_given as given, private.field_turns(own.matched_given, turn) as turns
      from own
      cross join lateral jsonb_each(own.matched_former) as before (field, value)
      left join later using (row_id, field)
      group by own.id, own.matched_given
      union all
      select later_id, jsonb_object_agg(field, later_former), null, null
      from later
      join own using (row_id)
      where later_former is not null and own.matched_given ? field
      group by later_id
    )
    select jsonb_agg(jsonb_build_object('id', id, 'former', coalesce(former, '{}'), 'given', given, 'turns', turns)) from changes
  ));
end $$;
comment on function private.record_matches is 'Stores which leads or companies of other imports a chunk matched, and the values before and after.';

create function private.reject_rows(rejected jsonb, sources json, inout file_rows json, inout file_errors json) language plpgsql immutable as $$
begin
  if rejected is null then
    return;
  end if;
  select
    coalesce(json_agg(value) filter (where error is null), '[]'),
    (file_errors::jsonb || coalesce(jsonb_agg(jsonb_build_object(
      'row', value -> 'row', 'sheet_row', sheet_row, 'error', error, 'cells', coalesce(cells, '[]')
    )) filter (where error is not null), '[]'))::json
  into file_rows, file_errors
  from json_array_elements(file_rows)
  left join jsonb_to_recordset(rejected) as rejected ("row" int, error text) on rejected."row" = (value ->> 'row')::int
  left join json_to_recordset(sources) as source ("row" int, sheet_row int, cells jsonb) on source."row" = rejected."row";
end $$;
comment on function private.reject_rows is
  'Moves rows of a chunk to its errors, for the reasons in `rejected` (`row`, `error`), with `cells` and `sheet_row` of `sources`.';

create function private.skipped_rows(import public.imports, file_rows json) returns json language plpgsql set search_path = '' as $$
declare
  first_date timestamptz;
  last_date timestamptz;
  made timestamptz[];
begin
  select min(private.imported_at(import.created_at, "row")), max(private.imported_at(import.created_at, "row")) into first_date, last_date
  from json_to_recordset(file_rows) as file ("row" int);
  execute format(
    'select array_agg(created_at) from public.%I where customer_id = $1 and import_id = $2 and created_at between $3 and $4', import.import_type
  ) into made using import.customer_id, import.id, first_date, last_date;
  return (
    select coalesce(json_agg(value), '[]')
    from json_array_elements(file_rows)
    where private.imported_at(import.created_at, (value ->> 'row')::int) not in (select unnest(made))
  );
end $$;
comment on function private.skipped_rows is 'The rows of a chunk that were not inserted.';

create function private.record_duplicates(import public.imports, file_rows json) returns void
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
comment on function private.record_duplicates is 'As record_matches for the rows of a chunk that update nothing, without reading their other values.';

create function private.import_duplicates(
  import public.imports, audience text, updating jsonb, inout file_rows json, out updated int, out rejected jsonb
) language plpgsql set search_path = '' as $$
declare
  matched jsonb;
begin
  if updating is null then
    perform private.record_duplicates(import, file_rows);
    updated := 0;
    return;
  end if;
  select plan.matched, plan.rejected into matched, rejected
  from private.plan_updates(import.customer_id, import.import_type, file_rows::jsonb, updating, audience, 'change') plan;
  perform private.record_matches(import, matched);
  select json_agg(value) into file_rows
  from json_array_elements(file_rows)
  where (value ->> 'row')::int not in (select jsonb_array_elements_text(value -> 'rows')::int from jsonb_array_elements(matched));
  select sum((value ->> 'updated')::int), jsonb_agg(value) filter (where value ->> 'given' is not null) into updated, matched
  from jsonb_array_elements(matched);
  perform private.write_fields(import.customer_id, import.import_type, matched);
  file_rows := coalesce(file_rows, '[]');
  updated := coalesce(updated, 0);
end $$;
comment on function private.import_duplicates is
  'Records the rows of a chunk that stored ones match, and updates these if the import does. Returns the other rows, how many updated one, and those that break a rule.';

-- The rows are counted for estimates when an import has 1,000, and each time their number has doubled.
create function private.store_chunk(
  import public.imports, first_row int, hash text, audience text, file_rows json, file_errors json, sources json, updating jsonb
) returns jsonb language plpgsql set search_path = '' as $$
declare
  failed int;
  imported int;
  repeated int;
  updated int := 0;
  created int;
  new_rows json;
  duplicates record;
  rows_before int;
  rows_after int;
  answer jsonb;
begin
  new_rows := file_rows;
  if updating is not null then
    duplicates := private.import_duplicates(import, audience, updating, file_rows);
    new_rows := duplicates.file_rows;
    updated := duplicates.updated;
    select checked.file_rows, checked.file_errors into file_rows, file_errors from private.reject_rows(duplicates.rejected, sources, file_rows, file_errors) checked;
  end if;
  if import.import_type = 'leads' then
    select done.imported, done.companies_created into imported, created from private.import_leads(import, audience, new_rows) done;
  else
    select done.imported, done.companies_created into imported, created from private.import_companies(import, new_rows) done;
  end if;
  perform private.add_internal_values(import, new_rows);
  if imported < json_array_length(new_rows) then
    duplicates := private.import_duplicates(import, audience, updating, private.skipped_rows(import, new_rows));
    updated := updated + duplicates.updated;
    select checked.file_rows, checked.file_errors into file_rows, file_errors from private.reject_rows(duplicates.rejected, sources, file_rows, file_errors) checked;
  end if;
  failed := json_array_length(file_errors);
  repeated := json_array_length(file_rows) - imported;

  answer := jsonb_build_object(
    'importId', import.id,
    'totalRows', imported + repeated + failed,
    'successfulRows', imported,
    'duplicateRows', repeated,
    'errorRows', failed,
    'errors', (
      select coalesce(jsonb_agg(jsonb_build_object('row', "row", 'error', error) order by "row"), '[]')
      from json_to_recordset(file_errors) as rejected ("row" int, error text)
    ),
    'companiesCreated', created
  ) || case when updating is null then '{}' else jsonb_build_object('updatedRows', updated) end;
  insert into public.import_chunks (customer_id, import_id, first_row, hash, answer)
  values (import.customer_id, import.id, first_row, hash, answer);
  insert into public.import_errors (customer_id, import_id, "row", sheet_row, error, cells)
  select import.customer_id, import.id, "row", sheet_row, error, cells
  from json_to_recordset(file_errors) as rejected ("row" int, sheet_row int, error text, cells jsonb)
  on conflict do nothing;
  update public.imports counted set
    total_rows = counted.total_rows + imported + repeated + failed,
    successful_rows = counted.successful_rows + imported,
    duplicate_rows = counted.duplicate_rows + repeated,
    updated_rows = counted.updated_rows + updated,
    error_rows = counted.error_rows + failed,
    companies_created = counted.companies_created + created
  where counted.customer_id = import.customer_id and counted.id = import.id
  returning counted.total_rows - imported - repeated - failed, counted.total_rows into rows_before, rows_after;
  if floor(log(2, rows_after / 1000 + 1)) > floor(log(2, rows_before / 1000 + 1)) then
    perform private.analyze_rows(import.import_type);
  end if;
  return answer;
end $$;
comment on function private.store_chunk is 'Stores a new chunk with its errors, adds it to the counts of the import and returns its answer.';

create function private.require_updating(updating jsonb) returns void language plpgsql as $$
begin
  perform private.require_size('updating', pg_catalog.pg_column_size(updating), 100000);
  if updating is not null and (coalesce(updating ->> 'mode', '') not in ('fill', 'update') or coalesce(jsonb_typeof(updating -> 'fields'), '') <> 'array') then
    raise exception 'updating must have the mode fill or update, and fields' using errcode = '22023';
  end if;
end $$;
comment on function private.require_updating is 'Rejects what is no choice of how to update. Null is one.';

create function private.restore_values(import public.imports, most int, out restored int, out unrestored int, out is_complete boolean)
language plpgsql set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  names constant record := private.identity_of(import.import_type);
  batch jsonb;
  counts record;
  is_last boolean := false;
  cycles jsonb := '{}'; -- of keys that rows took from each other: field and row that wants it, field and row that has it
begin
  restored := 0;
  unrestored := 0;
  while most > 0 loop
    select jsonb_agg(to_jsonb(updated)) into batch
    from (
      select id, coalesce(lead_id, company_id) as row_id, former, given, turns
      from public.import_matches
      where customer_id = import.customer_id and import_id = import.id and given is not null
      order by id
      limit most
    ) updated;
    exit when batch is null;

    with updated as materialized (
      select id, row_id, former, given, row_number() over () as "row"
      from jsonb_to_recordset(batch) as updated (id uuid, row_id uuid, former jsonb, given jsonb)
    ), stored as materialized (
      select (content ->> 'id')::uuid as row_id, content
      from unnest(private.stored_rows(import.customer_id, import.import_type, array(select row_id from updated), 'change')) content
    ), owned as materialized (
      select "row", owners
      from private.match_rows(import.customer_id, import.import_type, (select jsonb_agg(former || jsonb_build_object('row', "row")) from updated), 'match')
    ), later as materialized (
      select * from private.later_matches(import, batch)
    ), fields as materialized (
      select
        updated.id, row_id, field, updated.former -> field as former, later_id, later_former,
        later_id is null and nullif(content #> string_to_array(field, ':'), 'null') is not distinct from value as is_same,
        field = any (names.fields) and num_nonnulls(content ->> names.columns[1], content ->> names.columns[2]) < case
          when updated.former ->> field is null and field = any (names.fields[:2]) then 2 else 1
        end as is_identity,
        coalesce(case field when names.fields[1] then owners[1] when names.fields[2] then owners[2] end, row_id) as owner
      from updated
      join stored using (row_id)
      join owned using ("row")
      cross join lateral jsonb_each(updated.given) as field (field, value)
      left join later using (row_id, field)
    ), judged as materialized (
      select *, owner <> row_id and not cycles ? concat(field, ' ', row_id) as is_taken from fields
    ), rows as materialized (
      select
        id, row_id, jsonb_object_agg(field, former) filter (where is_same and not is_identity and not is_taken) as given,
        bool_or(not is_same or is_identity or is_taken) as is_kept, bool_or(is_same and not is_identity and is_taken) as is_waiting
      from judged group by id, row_id
    ), done as materialized (
      select * from rows where is_last or not is_waiting
    )
    select
      jsonb_agg(jsonb_build_object('id', row_id, 'given', given)) filter (where given is not null) as changed,
      count(given) as restored, count(*) filter (where is_kept) as unrestored, array_agg(id) as ids,
      (
        select coalesce(jsonb_object_agg(concat(field, ' ', row_id), concat(field, ' ', owner)), '{}')
        from (select distinct on (field, owner) * from judged where is_same and not is_identity and is_taken) waiting
      ) as waiting,
      (
        select jsonb_agg(jsonb_build_object('id', later_id, 'former', former))
        from (
          select later_id, jsonb_object_agg(field, later_former) as former
          from judged
          where later_former is not null and row_id in (select row_id from done)
          group by later_id
        ) following
      ) as following
    into counts
    from done;
    is_last := counts.ids is null;
    if is_last then
      -- Each round doubles the distance from a row to the one that it names, so that only cycles are left of up to 2^14 rows.
      cycles := counts.waiting;
      for round in 1..14 loop
        select coalesce(jsonb_object_agg(key, cycles -> value), '{}') into cycles from jsonb_each_text(cycles) where cycles ? value;
      end loop;
      continue;
    elsif cycles <> '{}' then
      perform private.write_fields(import.customer_id, import.import_type, (
        select jsonb_agg(freed)
        from (
          select place[2] as id, jsonb_object_agg(place[1], place[2]) as given
          from (select string_to_array(jsonb_object_keys(cycles), ' ') as place) named group by 1
        ) freed
      ));
      cycles := '{}';
    end if;
    perform private.write_fields(import.customer_id, import.import_type, counts.changed);
    perform private.change_matches(import.customer_id, counts.following);
    delete from public.import_matches where customer_id = import.customer_id and id = any (counts.ids);
    restored := restored + counts.restored;
    unrestored := unrestored + counts.unrestored;
    most := most - cardinality(counts.ids);
  end loop;
  is_complete := most > 0;
  if is_complete then
    delete from public.import_matches where customer_id = import.customer_id and import_id = import.id;
  end if;
end $$;
comment on function private.restore_values is
  'Restores the former values of what an import updated, where it still has those of the import, of up to `most` rows. Where a later import has updated the field too, the value stays, and undoing that one restores the former value. A former key that another row has is restored after that row, or not at all; rows that have each other''s keys get unique values before. Returns how many rows were restored and how many have values that were not.';

create function public.restore_preview(import_id uuid) returns table (updated int, changed int)
language plpgsql stable security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  most_at_once constant int := 5000;
  import public.imports;
  batch jsonb;
  last_id uuid := '00000000-0000-0000-0000-000000000000';
  counted record;
begin
  perform private.require_admin('Only an administrator can undo an import');
  select * into import from public.imports stored where stored.id = restore_preview.import_id;
  updated := 0;
  changed := 0;
  loop
    select jsonb_agg(to_jsonb(matched)) into batch
    from (
      select match.id, coalesce(match.lead_id, match.company_id) as row_id, match.given
      from public.import_matches match
      where match.customer_id = import.customer_id and match.import_id = import.id and match.given is not null and match.id > last_id
      order by match.id
      limit most_at_once
    ) matched;
    exit when batch is null;
    select count(*) as updated, count(*) filter (where not is_same) as changed into counted
    from (
      select (
        select bool_and(nullif(content #> string_to_array(key, ':'), 'null') is not distinct from value) from jsonb_each(given)
      ) as is_same
      from jsonb_to_recordset(batch) as matched (row_id uuid, given jsonb)
      join unnest(private.stored_rows(
        import.customer_id, import.import_type, array(select (value ->> 'row_id')::uuid from jsonb_array_elements(batch)), 'preview'
      )) content on (content ->> 'id')::uuid = row_id
    ) compared;
    updated := updated + counted.updated;
    changed := changed + counted.changed;
    last_id := (batch -> -1 ->> 'id')::uuid;
  end loop;
  return next;
end $$;
comment on function public.restore_preview is
  'How many leads or companies an import updated, and in how many of them such values were changed since. Administrators only.';

create function private.suppressed_rows(customer uuid, import_type text, file_rows json) returns jsonb
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
comment on function private.suppressed_rows is
  'Rows of a chunk that entries of do_not_contact apply to, with the error that names one (`row`, `error`), for private.reject_rows; null for none. As do_not_contact_matches; rows of companies by domain, LinkedIn page and name.';

create function public.preview_updates(customer_id uuid, import_type text, rows json, updating jsonb, audience text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  suppressed jsonb;
  kept json;
  matched jsonb;
  rejected jsonb;
begin
  perform private.require_length('audience', audience, 1000);
  perform private.require_length('import_type', import_type, 100);
  perform private.require_length('rows', rows::text, 33554432);
  perform private.require_updating(updating);
  perform private.require_admin('Only an administrator can import');
  if json_array_length(rows) > 5000 then
    raise exception 'At most 5000 rows can be previewed' using errcode = '22023';
  end if;
  suppressed := private.suppressed_rows(preview_updates.customer_id, import_type, rows);
  select file_rows into kept from private.reject_rows(suppressed, '[]', rows, '[]');
  select plan.matched, plan.rejected into matched, rejected
  from private.plan_updates(preview_updates.customer_id, import_type, kept::jsonb, updating, audience, 'preview') plan;
  return jsonb_build_object(
    'matched', coalesce(matched, '[]'), 'rejected', coalesce(suppressed, '[]') || coalesce(rejected, '[]'),
    'keys', (
      select coalesce(jsonb_agg(array(
        select hashtext(place || key) from unnest(private.row_keys(import_type, value::jsonb)) with ordinality as keyed (key, place) where key is not null
      )), '[]')
      from json_array_elements(rows)
    )
  );
end $$;
comment on function public.preview_updates is
  'What import_rows would update (`matched`: each stored row with the rows of the file, the new and the former values; `rejected`: row and error), and hashes of the keys of each row, by which equal rows of other chunks are found. Reads only. Administrators only; at most 5,000 rows.';

create function private.field_turns(given jsonb, turn bigint) returns jsonb language sql immutable
return (select jsonb_object_agg(field, turn) from jsonb_object_keys(given) field);
comment on function private.field_turns is 'The same turn for each field of `given`.';

create function private.later_matches(import public.imports, updated jsonb)
returns table (row_id uuid, field text, later_id uuid, later_former jsonb)
language plpgsql set search_path = '' set enable_nestloop = off set jit = off as $$
#variable_conflict use_column
declare
  ids constant uuid[] := array(select (value ->> 'row_id')::uuid from jsonb_array_elements(updated));
  others jsonb;
begin
  execute format(
    'select jsonb_agg(to_jsonb(other))
     from (
       select id, coalesce(lead_id, company_id) as row_id, former, turns from public.import_matches
       where customer_id = $1 and %I = any ($2) and import_id <> $3 and given is not null
     ) other',
    case import.import_type when 'leads' then 'lead_id' else 'company_id' end
  ) into others using import.customer_id, ids, import.id;
  return query
    select distinct on (own.row_id, field) own.row_id, field, other.id, case when other.former -> field = value then own.former -> field end
    from jsonb_to_recordset(others) as other (id uuid, row_id uuid, former jsonb, turns jsonb)
    join jsonb_to_recordset(updated) as own (row_id uuid, former jsonb, given jsonb, turns jsonb) using (row_id)
    cross join lateral jsonb_each(own.given) as field (field, value)
    where (other.turns -> field)::bigint > (own.turns -> field)::bigint
    order by own.row_id, field, (other.turns -> field)::bigint;
end $$;
comment on function private.later_matches is
  'Of leads or companies that an import updated (`updated`: `row_id`, `former`, `given` and `turns` of their matches), the fields that a later import has updated too, with the match of the next one. `later_former` is the former value that this match gets if the value of `import` is taken out; null if its former value is another.';

create function private.change_matches(customer uuid, changed jsonb) returns void
language plpgsql set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  ids constant uuid[] := array(select (value ->> 'id')::uuid from jsonb_array_elements(changed));
begin
  update public.import_matches match set
    former = coalesce(match.former, '{}') || changed.former,
    given = coalesce(match.given, '{}') || coalesce(changed.given, '{}'),
    turns = coalesce(match.turns, '{}') || coalesce(changed.turns, '{}')
  from jsonb_to_recordset(changed) as changed (id uuid, former jsonb, given jsonb, turns jsonb)
  where match.customer_id = customer and match.id = any (ids) and match.id = changed.id;
end $$;
comment on function private.change_matches is 'Adds values to those of matches (`id`, `former`, `given`, `turns`).';

create trigger forget_import before update of customer_id on public.import_matches for each row execute function private.forget_import();

revoke all on function
  private.remove_imported_leads, private.remove_imported_companies, public.undo_import, public.undo_preview, private.forget_import,
  private.identity_of, private.updatable_columns, private.row_keys, private.part_of, private.row_fields, private.stored_rows, private.match_rows,
  private.plan_updates, private.write_fields, private.record_matches, private.reject_rows, private.skipped_rows, private.record_duplicates,
  private.import_duplicates, private.store_chunk, private.require_updating, private.restore_values, public.restore_preview,
  private.suppressed_rows, public.preview_updates, private.field_turns, private.later_matches, private.change_matches
  from public, anon, authenticated, service_role;
grant execute on function
  public.undo_import, public.undo_preview, public.restore_preview, public.preview_updates
  to authenticated;

-- Campaigns, their steps, and how much they contain.

create table public.campaigns (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  name text not null check (private.has_text(name) and char_length(name) <= 500) constraint campaigns_name_length check (char_length(name) <= 200),
  status text not null default 'draft' check (status in ('draft', 'active', 'paused', 'completed')),
  created_at timestamptz not null default now() constraint campaigns_created_at_range check (private.is_plausible_date(created_at)),
  updated_at timestamptz check (private.is_plausible_date(updated_at)),
  search_text text collate "C" generated always as (private.search_text(name)) stored,
  unique (id, customer_id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.campaigns is 'Outreach campaigns of a customer: a sequence of steps.';
comment on column public.campaigns.customer_id is 'Cannot be changed.';
comment on column public.campaigns.status is 'A campaign needs at least one step to become active.';
comment on column public.campaigns.updated_at is 'When the campaign last changed or a step was deleted; null if it has not. Set by triggers.';

create index campaigns_created_idx on public.campaigns (created_at desc, id desc);
create index campaigns_customer_created_idx on public.campaigns (customer_id, created_at desc, id desc);

alter table public.campaigns
  alter customer_id set statistics 1;

create table public.campaign_steps (
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null,
  step_number int not null check (step_number > 0),
  step_type text not null check (step_type in ('linkedin_connection', 'linkedin_message', 'email')),
  delay_days int not null default 0 check (delay_days >= 0) constraint campaign_steps_delay_days_range check (delay_days <= 3650),
  subject text constraint campaign_steps_subject_length check (char_length(subject) <= 300),
  message_content text not null default '' constraint campaign_steps_message_content_length check (char_length(message_content) <= 10000),
  created_at timestamptz not null default now() constraint campaign_steps_created_at_range check (private.is_plausible_date(created_at)),
  updated_at timestamptz not null default now(),
  customer_id uuid not null,
  constraint campaign_steps_subject_check check (subject is null or step_type = 'email'),
  unique (campaign_id, step_number) deferrable,
  unique (id, customer_id),
  constraint campaign_steps_campaign_id_fkey foreign key (campaign_id, customer_id)
    references public.campaigns (id, customer_id) on update cascade on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.campaign_steps is 'Steps of a campaign.';
comment on column public.campaign_steps.step_number is 'Position in the campaign, from 1 without gaps. Set by triggers and reorder_steps.';
comment on column public.campaign_steps.delay_days is 'Days after the previous step; 0 is immediately.';
comment on column public.campaign_steps.subject is 'Of email steps only.';
comment on column public.campaign_steps.message_content is 'Text with variables, such as {{first_name}}.';
comment on column public.campaign_steps.updated_at is 'Changes with the content of the step, not with its number.';
comment on column public.campaign_steps.customer_id is 'Customer of the campaign. A trigger sets it if the insert does not name it.';

alter table public.campaign_steps
  alter campaign_id set statistics 1,
  alter customer_id set statistics 1;

-- The size of a campaign's steps is counted and their hash stored when they change: computed on every read, a campaign of 250 MB took 2 GB.
create table public.campaign_contents (
  campaign_id uuid not null,
  customer_id uuid not null,
  steps int not null default 0,
  bytes bigint not null default 0,
  version_bytes bigint not null default 0,
  content_hash text,
  newest_bytes bigint,
  primary key (campaign_id, customer_id),
  constraint campaign_contents_campaign_id_fkey foreign key (campaign_id, customer_id)
    references public.campaigns (id, customer_id) on update cascade on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.campaign_contents is
  'How large a campaign is: at most 1,000 steps of 4 MB, and 50 MB in its versions. Written by triggers. A campaign that never had a step has no row.';
comment on column public.campaign_contents.bytes is 'Bytes of the steps as a version would store them.';
comment on column public.campaign_contents.version_bytes is 'Bytes of the versions and of suggestions for them.';
comment on column public.campaign_contents.content_hash is
  'Hash of the steps, as content_hash of campaign_versions, if they take as many bytes as those of the newest version. Null otherwise: they differ from it.';
comment on column public.campaign_contents.newest_bytes is 'Bytes of the steps of the newest version; null without a version.';

alter table public.campaign_contents
  alter campaign_id set statistics 1,
  alter customer_id set statistics 1;

create function private.require_steps() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (tg_op = 'INSERT' or old.status = 'draft') and not exists (
    select 1 from public.campaign_steps where customer_id = new.customer_id and campaign_id = new.id
  ) then
    raise exception 'Cannot launch campaign without any steps' using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' and old.status <> 'active' then
    if (select needs_sign_off from public.customers where id = new.customer_id)
      and private.approved_version_of(new.id, new.customer_id) is null
    then
      raise exception 'This copy needs sign-off: its steps are not those of an approved version' using errcode = 'check_violation';
    end if;
    if old.status = 'draft' then
      perform private.store_version(new.customer_id, new.id, 'launch');
    end if;
  end if;
  return new;
end $$;
comment on function private.require_steps is
  'Rejects launching a campaign without steps, and its becoming active without sign-off where the customer needs it. Stores the version that is launched.';

-- Before the row is written: most rows above the limits leave nothing behind.
create function private.number_step() returns trigger language plpgsql set search_path = '' as $$
declare
  most constant int := 1000;
begin
  if new.customer_id is null then
    select campaign.customer_id into new.customer_id from public.campaigns campaign where campaign.id = new.campaign_id;
    new.customer_id := coalesce(new.customer_id, '00000000-0000-0000-0000-000000000000');
  end if;
  perform 1 from public.campaigns campaign
  where campaign.customer_id = new.customer_id and campaign.id = new.campaign_id
  for no key update;
  select coalesce(max(step.step_number), 0) + 1 into new.step_number
  from public.campaign_steps step
  where step.customer_id = new.customer_id and step.campaign_id = new.campaign_id;
  if new.step_number > most then
    raise exception 'A campaign can have at most % steps', most using errcode = 'check_violation';
  end if;
  return new;
end $$;
comment on function private.number_step is
  'Gives a new step the next number, and the customer of its campaign unless the insert names it. Locks the campaign, so that two new steps get two numbers.';

create function private.renumber_steps() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  campaign record;
begin
  for campaign in select distinct customer_id, campaign_id from former_steps loop
    update public.campaign_steps step
    set step_number = numbered.step_number
    from (
      select id, row_number() over (order by step_number) as step_number
      from public.campaign_steps
      where customer_id = campaign.customer_id and campaign_id = campaign.campaign_id
    ) numbered
    where step.customer_id = campaign.customer_id and step.id = numbered.id and step.step_number <> numbered.step_number;
  end loop;
  return null;
end $$;
comment on function private.renumber_steps is 'Closes gaps in the numbers after steps are deleted.';

create function private.set_campaign_updated_at() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  former record;
begin
  for former in select distinct customer_id, campaign_id from former_steps loop
    update public.campaigns campaign
    set updated_at = now()
    where campaign.customer_id = former.customer_id and campaign.id = former.campaign_id;
  end loop;
  return null;
end $$;
comment on function private.set_campaign_updated_at is 'Sets updated_at of the campaigns whose steps a statement deleted.';

create view public.campaign_counts with (security_invoker = true) as
select
  campaign.id as campaign_id,
  campaign.customer_id,
  (
    select count(*) from public.campaign_steps step where step.customer_id = campaign.customer_id and step.campaign_id = campaign.id
  ) as steps,
  (
    select coalesce(sum(counter.approved), 0)::bigint from public.lead_counters counter where counter.customer_id = campaign.customer_id
  ) as approved_leads,
  greatest(campaign.created_at, campaign.updated_at, (
    select max(step.updated_at)
    from public.campaign_steps step
    where step.customer_id = campaign.customer_id and step.campaign_id = campaign.id
  )) as changed_at
from public.campaigns campaign;
comment on view public.campaign_counts is
  'Number of steps and of approved leads of the customer for each campaign, and when it or a step last changed.';

revoke all on public.campaign_counts from public, anon, authenticated, service_role;
grant select on public.campaign_counts to authenticated, service_role;

create function public.search_campaigns(term text, customers uuid[] default null) returns setof public.campaigns
language plpgsql stable set enable_indexscan = off as $$
#variable_conflict use_column
declare
  patterns text[] := array(select private.word_pattern(word) from private.words_of(term) word);
begin
  if cardinality(customers) > 10000 then
    raise exception 'Too many customers: %, at most 10000', cardinality(customers) using errcode = '22023';
  end if;
  if customers is null then
    return query select * from public.campaigns where search_text like all (patterns);
  else
    return query select * from public.campaigns where customer_id = any (customers) and search_text like all (patterns);
  end if;
end $$;
comment on function public.search_campaigns is
  'The campaigns, of those that the caller can see and of these customers, whose name contains each word of the term, as search_customers.';

create function public.duplicate_campaign(campaign_id uuid, name text) returns setof public.campaigns
language plpgsql set search_path = '' as $$
declare
  original public.campaigns;
  copy public.campaigns;
  steps int;
begin
  perform private.require_length('name', duplicate_campaign.name::text, 20000);
  select * into original from public.campaigns where campaigns.id = duplicate_campaign.campaign_id;
  if not found then
    raise exception 'There is no such campaign' using errcode = 'insufficient_privilege';
  end if;
  insert into public.campaigns (customer_id, name) values (original.customer_id, duplicate_campaign.name) returning * into copy;

  -- An insert that returns rows: a distributed database inserts others by COPY, which row-level security rejects.
  with copied as (
    insert into public.campaign_steps (customer_id, campaign_id, step_number, step_type, delay_days, subject, message_content)
    select copy.customer_id, copy.id, step.step_number, step.step_type, step.delay_days, step.subject, step.message_content
    from public.campaign_steps step
    where step.customer_id = original.customer_id and step.campaign_id = original.id
    order by step.step_number
    returning id
  )
  select count(*) into steps from copied;

  return next copy;
end $$;
comment on function public.duplicate_campaign is 'Copies a campaign with its steps as a draft with this name.';

create function public.reorder_steps(campaign_id uuid, step_ids uuid[]) returns setof public.campaign_steps
language plpgsql security definer set search_path = '' as $$
declare
  customer uuid;
begin
  perform private.require_cardinality('step_ids', reorder_steps.step_ids, 10000);
  select campaign.customer_id into customer from public.campaigns campaign where campaign.id = reorder_steps.campaign_id;
  if not private.is_admin() and customer <> all (array(select private.my_customer_ids())) then
    customer := null;
  end if;
  perform 1 from public.campaigns campaign
  where campaign.customer_id = customer and campaign.id = reorder_steps.campaign_id
  for no key update;
  if not found then
    raise exception 'There is no such campaign' using errcode = 'insufficient_privilege';
  end if;
  if (
    select array_agg(step.id order by step.id) from public.campaign_steps step
    where step.customer_id = customer and step.campaign_id = reorder_steps.campaign_id
  ) is distinct from (select array_agg(id order by id) from unnest(step_ids) listed (id)) then
    raise exception 'The list must contain each step of the campaign once' using errcode = 'check_violation';
  end if;

  update public.campaign_steps step
  set step_number = array_position(step_ids, step.id)
  where step.customer_id = customer and step.campaign_id = reorder_steps.campaign_id
    and step.step_number <> array_position(step_ids, step.id);

  return query
    select * from public.campaign_steps step
    where step.customer_id = customer and step.campaign_id = reorder_steps.campaign_id
    order by step.step_number;
end $$;
comment on function public.reorder_steps is 'Numbers the steps of a campaign in the order of the list, which must contain each of them once.';

create function private.step_bytes(step_type text, delay_days int, subject text, message_content text) returns int
language sql stable parallel safe
return 166 + octet_length(step_type) + octet_length(delay_days::text) + octet_length(coalesce(to_json(subject)::text, 'null'))
  + octet_length(to_json(message_content)::text);
comment on function private.step_bytes is 'How many bytes a step takes in campaign_versions.steps.';

create function private.step_digest(step_type text, delay_days int, subject text, message_content text) returns bytea
language sql stable parallel safe
return sha256(convert_to(
  step_type || ' ' || delay_days || ' ' || coalesce(char_length(subject)::text, '-') || ' ' || coalesce(subject, '') || message_content, 'UTF8'
));
comment on function private.step_digest is 'SHA-256 of what a step says. Equal for equal steps.';

create function private.content_hash(customer uuid, campaign uuid) returns text language plpgsql security definer set search_path = '' as $$
begin
  return (
    select encode(sha256(string_agg(private.step_digest(step_type, delay_days, subject, message_content), '' order by step_number)), 'hex')
    from public.campaign_steps
    where customer_id = customer and campaign_id = campaign
  );
end $$;
comment on function private.content_hash is 'Hash of the present steps of a campaign, as steps_hash; null if it has none.';

create function private.change_contents(
  customer uuid, campaign uuid, more_steps int, more_bytes bigint, more_version_bytes bigint default 0
) returns void language plpgsql as $$
declare
  most_steps constant int := 1000;
  most_bytes constant bigint := 4000000;
  contents public.campaign_contents;
  hash text;
begin
  if more_steps > 0 or more_bytes > 0 or more_version_bytes > 0 then
    insert into public.campaign_contents as stored (campaign_id, customer_id, steps, bytes, version_bytes)
    values (campaign, customer, more_steps, more_bytes, more_version_bytes)
    on conflict (campaign_id, customer_id) do update
    set
      steps = stored.steps + excluded.steps, bytes = stored.bytes + excluded.bytes,
      version_bytes = stored.version_bytes + excluded.version_bytes
    returning * into contents;
  else
    update public.campaign_contents stored
    set steps = stored.steps + more_steps, bytes = stored.bytes + more_bytes
    where stored.customer_id = customer and stored.campaign_id = campaign
    returning * into contents;
    if not found then -- with its campaign
      return;
    end if;
  end if;
  if more_steps > 0 and contents.steps > most_steps then
    raise exception 'A campaign can have at most % steps', most_steps using errcode = 'check_violation';
  elsif more_bytes > 0 and contents.bytes > most_bytes then
    raise exception 'The steps of a campaign can have at most 4 MB of text' using errcode = 'check_violation';
  end if;
  if contents.newest_bytes is not null and more_version_bytes = 0 then
    if contents.bytes = contents.newest_bytes then
      hash := private.content_hash(customer, campaign);
    end if;
    if hash is distinct from contents.content_hash then
      update public.campaign_contents stored
      set content_hash = hash
      where stored.customer_id = customer and stored.campaign_id = campaign;
    end if;
  end if;
  perform private.change_usage(customer, 0, more_bytes + more_version_bytes);
end $$;
comment on function private.change_contents is
  'Adds to the size of a campaign and of its customer, and stores the hash of its steps if they have changed. Raises an error if the campaign is then above a limit.';

create function private.count_steps() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed record;
begin
  if tg_op = 'INSERT' then
    for changed in
      select customer_id, campaign_id, count(*)::int as steps, sum(private.step_bytes(step_type, delay_days, subject, message_content)) as bytes
      from new_steps group by customer_id, campaign_id order by campaign_id
    loop
      perform private.change_contents(changed.customer_id, changed.campaign_id, changed.steps, changed.bytes);
      perform private.count_text(changed.customer_id, changed.bytes);
    end loop;
  else
    for changed in
      select customer_id, campaign_id, count(*)::int as steps, sum(private.step_bytes(step_type, delay_days, subject, message_content)) as bytes
      from old_steps group by customer_id, campaign_id order by campaign_id
    loop
      perform private.change_contents(changed.customer_id, changed.campaign_id, -changed.steps, -changed.bytes);
    end loop;
  end if;
  return null;
end $$;
comment on function private.count_steps is
  'Counts added and deleted steps of a campaign and stores the hash of its steps. Counts added ones as text that the caller has written.';

-- The plan for one step also has to serve all steps of a customer. Steps that follow their campaign to another customer are counted with it.
create function private.count_changed_steps() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  most constant int := 8000000;
  most_in_row constant int := 2000; -- A longer text is stored apart, and not written again with its row.
  rewritten bigint := 0;
  changed record;
begin
  for changed in
    select
      customer_id, campaign_id, sum(bytes - former_bytes) as bytes, bool_or(is_changed) as is_changed,
      sum(case when is_rewritten then bytes else least(bytes, most_in_row) end) as written,
      coalesce(sum(bytes) filter (where is_rewritten), 0) as rewritten
    from (
      select
        n.customer_id, n.campaign_id,
        private.step_bytes(n.step_type, n.delay_days, n.subject, n.message_content) as bytes,
        private.step_bytes(o.step_type, o.delay_days, o.subject, o.message_content) as former_bytes,
        (n.subject, n.message_content) is distinct from (o.subject, o.message_content) as is_rewritten,
        (n.step_number, n.step_type, n.delay_days, n.subject, n.message_content)
          is distinct from (o.step_number, o.step_type, o.delay_days, o.subject, o.message_content) as is_changed
      from new_steps n join old_steps o using (id, customer_id)
      offset 0
    ) step
    group by customer_id, campaign_id order by campaign_id
  loop
    perform 1 from public.campaigns where customer_id = changed.customer_id and id = changed.campaign_id for key share;
    -- Closing gaps in the numbers changes neither size nor order.
    if changed.is_changed and pg_trigger_depth() = 1 then
      perform private.change_contents(changed.customer_id, changed.campaign_id, 0, changed.bytes);
    end if;
    perform private.count_text(changed.customer_id, changed.written);
    rewritten := rewritten + changed.rewritten;
    if rewritten > most and auth.uid() is not null then
      raise exception 'One change can write at most 8 MB of text to steps' using errcode = 'check_violation';
    end if;
  end loop;
  return null;
end $$;
comment on function private.count_changed_steps is
  'As count_steps, for changed steps. Locks their campaigns, so that a version is stored before or after the change.';

create function private.count_contents() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.change_usage(old.customer_id, 0, -old.bytes - old.version_bytes);
  if tg_op = 'UPDATE' then
    perform private.change_usage(new.customer_id, 0, new.bytes + new.version_bytes);
  end if;
  return null;
end $$;
comment on function private.count_contents is 'Takes a deleted campaign from what is counted of its customer, or gives it to another customer.';

create function private.change_step() returns trigger language plpgsql set search_path = '' as $$
declare
  most constant int := 8000000;
  written int;
begin
  new.updated_at := private.time_after(old.updated_at);
  if current_user = 'authenticated' and new.message_content <> old.message_content then
    written := coalesce(nullif(current_setting('leadlight.written_bytes', true), '')::int, 0) + octet_length(new.message_content);
    if written > most then
      raise exception 'One change can write at most 8 MB of text to steps' using errcode = 'check_violation';
    end if;
    perform set_config('leadlight.written_bytes', written::text, true);
  end if;
  return new;
end $$;
comment on function private.change_step is
  'Sets updated_at to now, later than before. Rejects a statement that gives many steps a long text before it has filled the disk.';

create trigger limit_member_updates before update of id, customer_id, created_at, updated_at on public.campaigns
  for each statement when (current_user = 'authenticated' and not private.is_admin())
  execute function private.reject_change('Members can change only name and status of a campaign');
create trigger normalize_name before insert or update of name on public.campaigns for each row execute function private.normalize_name();
create trigger reject_new_customer before update of customer_id on public.campaigns
  for each row when (current_user in ('authenticated', 'service_role') and new.customer_id is distinct from old.customer_id)
  execute function private.reject_change('The customer of a campaign cannot be changed');
create trigger require_steps before insert or update of status on public.campaigns
  for each row when (new.status = 'active') execute function private.require_steps();
create trigger set_updated_at before update on public.campaigns for each row execute function private.set_updated_at();
create trigger number_step before insert on public.campaign_steps for each row execute function private.number_step();
create trigger renumber_steps after delete on public.campaign_steps
  referencing old table as former_steps for each statement execute function private.renumber_steps();
create trigger set_campaign_updated_at after delete on public.campaign_steps
  referencing old table as former_steps for each statement execute function private.set_campaign_updated_at();
create trigger change_step before update of step_type, delay_days, subject, message_content on public.campaign_steps
  for each row execute function private.change_step();
create trigger size_on_insert after insert on public.campaign_steps
  referencing new table as new_steps for each statement execute function private.count_steps();
create trigger size_on_update after update on public.campaign_steps
  referencing old table as old_steps new table as new_steps for each statement execute function private.count_changed_steps();
-- Its name puts it after the trigger that locks the campaign: who adds a step has locked the campaign first, too.
create trigger size_on_delete after delete on public.campaign_steps
  referencing old table as old_steps for each statement execute function private.count_steps();
create trigger count_on_delete after delete on public.campaign_contents for each row execute function private.count_contents();
create trigger count_on_update after update on public.campaign_contents
  for each row when (new.customer_id <> old.customer_id) execute function private.count_contents();

revoke all on function
  private.require_steps, private.number_step, private.renumber_steps, private.set_campaign_updated_at, public.search_campaigns,
  public.duplicate_campaign, public.reorder_steps, private.step_bytes, private.step_digest, private.content_hash, private.change_contents,
  private.count_steps, private.count_changed_steps, private.count_contents, private.change_step
  from public, anon, authenticated, service_role;
grant execute on function
  public.search_campaigns, public.duplicate_campaign, public.reorder_steps
  to authenticated;

-- Versions of campaigns for sign-off, suggestions and decisions about them.

create table public.campaign_versions (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null,
  campaign_id uuid not null,
  number int not null check (number > 0),
  steps jsonb not null check (jsonb_typeof(steps) = 'array' and jsonb_array_length(steps) between 1 and 1000 and octet_length(steps::text) <= 4000000),
  content_hash text not null check (char_length(content_hash) = 64),
  reason text not null check (reason in ('launch', 'review')),
  created_by uuid,
  created_at timestamptz not null default now(),
  launched_by uuid,
  launched_at timestamptz,
  requested_by uuid,
  requested_at timestamptz,
  status text check (status in ('in_review', 'approved', 'changes_requested')),
  decided_by uuid,
  decided_at timestamptz,
  on_behalf boolean not null default false,
  note text check (private.has_text(note) and char_length(note) <= 1000),
  constraint campaign_versions_decision_check check (
    (status is null) = (requested_at is null) and (coalesce(status, 'in_review') <> 'in_review') = (decided_at is not null) and (decided_at is not null or note is null and not on_behalf) and (note is not null or not on_behalf)
  ),
  constraint campaign_versions_number_key unique (campaign_id, number),
  unique (id, customer_id),
  constraint campaign_versions_campaign_id_fkey foreign key (campaign_id, customer_id)
    references public.campaigns (id, customer_id) on update cascade on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.campaign_versions is
  'The steps of a campaign as they were launched or put up for review, at most 1,000 and about 50 MB of each campaign. The steps never change; a launch or a review of the steps of the newest version is recorded in it. Deleted with the campaign.';
comment on column public.campaign_versions.number is 'From 1 for each campaign. The newest version is the one that can be decided.';
comment on column public.campaign_versions.steps is
  'Array of id (of the step in this version), step_id (of the step), step_type, delay_days, subject and message_content, in order.';
comment on column public.campaign_versions.content_hash is 'SHA-256 of the steps without their ids: equal for equal steps.';
comment on column public.campaign_versions.reason is 'Why it was stored.';
comment on column public.campaign_versions.created_by is
  'Null for the service key. Not a foreign key, as the other users here: the version stays when the account is deleted.';
comment on column public.campaign_versions.launched_at is 'The last launch with these steps.';
comment on column public.campaign_versions.status is
  'Null until a review is requested. Decided once; who decided can take that back within a minute.';
comment on column public.campaign_versions.on_behalf is 'An administrator has decided on behalf of the customer. The note says how.';

create index campaign_versions_customer_idx on public.campaign_versions (customer_id, status);

alter table public.campaign_versions
  alter customer_id set statistics 1,
  alter campaign_id set statistics 1;

create table public.step_suggestions (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null,
  version_id uuid not null,
  version_step_id uuid not null,
  subject text check (char_length(subject) <= 300),
  message_content text not null check (char_length(message_content) <= 10000),
  created_by uuid,
  created_at timestamptz not null default now(),
  status text not null default 'open' check (status in ('open', 'accepted', 'declined')),
  decided_by uuid,
  decided_at timestamptz,
  constraint step_suggestions_decision_check check ((status = 'open') = (decided_at is null)),
  constraint step_suggestions_version_id_fkey foreign key (version_id, customer_id)
    references public.campaign_versions (id, customer_id) on update cascade on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.step_suggestions is 'Suggested wordings of steps of a version, at most 200 of each version. Deleted with it.';
comment on column public.step_suggestions.version_step_id is 'Id of the step in the version, whose text the suggestion would replace.';

create index step_suggestions_version_idx on public.step_suggestions (version_id, created_at);

alter table public.step_suggestions
  alter customer_id set statistics 1,
  alter version_id set statistics 1;

-- The hash is made of the digests of the steps: a twentieth of the time and memory of one JSON of them all.
create function private.steps_hash(steps jsonb) returns text language sql immutable parallel safe
return (
  select encode(sha256(string_agg(
    private.step_digest(step ->> 'step_type', (step ->> 'delay_days')::int, step ->> 'subject', step ->> 'message_content'), '' order by place
  )), 'hex')
  from jsonb_array_elements(steps) with ordinality listed (step, place)
);
comment on function private.steps_hash is 'SHA-256 of steps without their ids; null without steps.';

-- Steps above the limits, which were stored before there were any, are not read.
create function private.steps_of(customer uuid, campaign uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (
    select from public.campaign_contents contents
    where contents.customer_id = customer and contents.campaign_id = campaign and (contents.steps > 1000 or contents.bytes > 4000000)
  ) then
    raise exception 'The steps are too long for a version: at most 1000 steps of 4000000 bytes' using errcode = 'check_violation';
  end if;
  return (select jsonb_agg(jsonb_build_object(
    'id', gen_random_uuid(), 'step_id', id, 'step_type', step_type, 'delay_days', delay_days, 'subject', subject,
    'message_content', message_content
  ) order by step_number)
  from public.campaign_steps
  where customer_id = customer and campaign_id = campaign);
end $$;
comment on function private.steps_of is 'The steps of a campaign as a version stores them; null if it has none.';

-- A change of a step locks the campaign for key share, after the step. That does not conflict with to_change, which is followed by locks of steps.
create function private.lock_campaign(customer uuid, campaign uuid, to_change boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin() and (customer is null or customer <> all (array(select private.my_customer_ids()))) then
    customer := null;
  end if;
  if to_change then
    perform 1 from public.campaigns where customer_id = customer and id = campaign for no key update;
  else
    perform 1 from public.campaigns where customer_id = customer and id = campaign for update;
  end if;
  if not found then
    raise exception 'There is no such campaign' using errcode = 'insufficient_privilege';
  end if;
end $$;
comment on function private.lock_campaign is
  'Locks a campaign, so that its steps stay the same; with to_change so that nothing but the content of its steps changes. Raises an error unless the caller is an administrator or a member of the customer.';

create function private.approved_version_of(campaign_id uuid, customer_id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  hash text;
begin
  perform 1 from public.campaigns stored where stored.customer_id = customer_id and stored.id = campaign_id for update;
  hash := private.content_hash(customer_id, campaign_id);
  return (
    select id
    from public.campaign_versions version
    where version.customer_id = customer_id and version.campaign_id = campaign_id and content_hash = hash and status = 'approved'
    order by number desc
    limit 1
  );
end $$;
comment on function private.approved_version_of is
  'The newest approved version that the steps of a campaign equal as they are stored; null if there is none. Locks the campaign, so that the steps stay the same until the transaction ends.';

-- Texts that are stored already are not read.
create function private.store_version(customer uuid, campaign uuid, why text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  most constant int := 1000;
  most_bytes constant bigint := 50000000;
  hash constant text := private.content_hash(customer, campaign);
  caller constant uuid := auth.uid();
  moment constant timestamptz := now();
  newest public.campaign_versions;
begin
  select * into newest
  from public.campaign_versions
  where customer_id = customer and campaign_id = campaign
  order by number desc
  limit 1;
  -- A decision stays: steps whose changes were requested are put up for review again as a new version.
  if newest.content_hash = hash and (why = 'launch' or newest.status is distinct from 'changes_requested') then
    update public.campaign_versions
    set
      launched_by = case when why = 'launch' then caller else launched_by end,
      launched_at = case when why = 'launch' then moment else launched_at end,
      requested_by = case when why = 'review' and status is null then caller else requested_by end,
      requested_at = case when why = 'review' and status is null then moment else requested_at end,
      status = case when why = 'review' then coalesce(status, 'in_review') else status end
    where customer_id = customer and id = newest.id;
    return newest.number;
  elsif newest.number >= most then
    raise exception 'There are already % versions', most using errcode = 'check_violation';
  elsif (
    select version_bytes from public.campaign_contents contents where contents.customer_id = customer and contents.campaign_id = campaign
  ) > most_bytes then
    raise exception 'The versions of this campaign take more than % bytes', most_bytes using errcode = 'check_violation';
  end if;
  insert into public.campaign_versions (
    customer_id, campaign_id, number, steps, content_hash, reason, created_by, launched_by, launched_at, requested_by, requested_at, status
  )
  values (
    customer, campaign, coalesce(newest.number, 0) + 1, private.steps_of(customer, campaign), hash, why, caller,
    case when why = 'launch' then caller end, case when why = 'launch' then moment end,
    case when why = 'review' then caller end, case when why = 'review' then moment end, case when why = 'review' then 'in_review' end
  );
  return coalesce(newest.number, 0) + 1;
end $$;
comment on function private.store_version is
  'Stores the steps of a locked campaign as a version, for a launch or a review, unless they are those of the newest version. Returns the number of the version.';

create function public.request_review(customer_id uuid, campaign_id uuid) returns int
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_campaign(request_review.customer_id, request_review.campaign_id);
  if not exists (
    select from public.campaign_steps step
    where step.customer_id = request_review.customer_id and step.campaign_id = request_review.campaign_id
  ) then
    raise exception 'There are no steps to review' using errcode = 'check_violation';
  end if;
  return private.store_version(request_review.customer_id, request_review.campaign_id, 'review');
end $$;
comment on function public.request_review is
  'Puts the steps of a campaign up for review and returns the number of the version, which is that of the newest version if its steps are the same and it is in review or approved. For administrators and members.';

create function private.lock_version(customer uuid, version uuid, to_change boolean default false) returns public.campaign_versions
language plpgsql security definer set search_path = '' as $$
declare
  locked public.campaign_versions;
  newest int;
begin
  select * into locked from public.campaign_versions where customer_id = customer and id = version;
  perform private.lock_campaign(customer, locked.campaign_id, to_change);
  select * into locked from public.campaign_versions where customer_id = customer and id = version;
  if not to_change then
    select max(number) into newest from public.campaign_versions where customer_id = customer and campaign_id = locked.campaign_id;
    if locked.number < newest then
      raise exception 'Version % is not the newest version any more: version % is', locked.number, newest using errcode = 'PT409';
    end if;
  end if;
  return locked;
end $$;
comment on function private.lock_version is
  'Locks the campaign of a version as lock_campaign, and returns the version. Raises an error if it is not the newest one, unless the steps are to be changed.';

create function public.decide_version(customer_id uuid, version_id uuid, decision text, note text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  as_admin constant boolean := private.is_admin();
  caller constant uuid := private.caller_id();
  given_note constant text := nullif(private.trimmed(decide_version.note), '');
  version public.campaign_versions;
begin
  perform private.require_length('note', decide_version.note, 1000);
  if coalesce(decision, '') not in ('approved', 'changes_requested') then
    raise exception 'Unknown decision: %', left(decision, 100) using errcode = '22023';
  end if;
  version := private.lock_version(decide_version.customer_id, decide_version.version_id);
  if version.status is null then
    raise exception 'Version % is not in review', version.number using errcode = 'PT409';
  elsif version.status <> 'in_review' then
    raise exception 'Version % has already been decided', version.number using errcode = 'PT409';
  elsif as_admin and given_note is null then
    raise exception 'A decision on behalf of the customer needs a note' using errcode = 'check_violation';
  end if;
  update public.campaign_versions stored
  set status = decision, decided_by = caller, decided_at = now(), on_behalf = as_admin, note = given_note
  where stored.customer_id = version.customer_id and stored.id = version.id;
end $$;
comment on function public.decide_version is
  'Decides the newest version of a campaign, which is in review: approved or changes_requested. For members; administrators decide on behalf of the customer, with a note.';

create function public.suggest_wording(
  customer_id uuid, version_id uuid, version_step_id uuid, message_content text, subject text default null
) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  most constant int := 200;
  caller constant uuid := private.caller_id();
  version public.campaign_versions;
  step jsonb;
  added uuid;
begin
  perform private.require_length('subject', suggest_wording.subject, 300);
  perform private.require_length('message_content', suggest_wording.message_content, 10000);
  version := private.lock_version(suggest_wording.customer_id, suggest_wording.version_id);
  select listed.step into step
  from jsonb_array_elements(version.steps) listed (step)
  where listed.step ->> 'id' = suggest_wording.version_step_id::text;
  if step is null then
    raise exception 'There is no such step in this version' using errcode = 'foreign_key_violation';
  elsif suggest_wording.subject is not null and step ->> 'step_type' <> 'email' then
    raise exception 'Only an email has a subject' using errcode = 'check_violation';
  elsif suggest_wording.message_content = step ->> 'message_content' and suggest_wording.subject is not distinct from step ->> 'subject' then
    raise exception 'The suggestion does not change the text' using errcode = 'check_violation';
  elsif (
    select count(*) from public.step_suggestions stored where stored.customer_id = version.customer_id and stored.version_id = version.id
  ) >= most then
    raise exception 'There are already % suggestions', most using errcode = 'check_violation';
  end if;
  insert into public.step_suggestions (customer_id, version_id, version_step_id, subject, message_content, created_by)
  values (
    version.customer_id, version.id, suggest_wording.version_step_id, suggest_wording.subject, coalesce(suggest_wording.message_content, ''), caller
  )
  returning id into added;
  return added;
end $$;
comment on function public.suggest_wording is
  'Suggests a text, and for an email a subject, for a step of the newest version. Returns the id of the suggestion. For administrators and members.';

create function public.decide_suggestion(customer_id uuid, suggestion_id uuid, accepted boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := private.caller_id();
  version public.campaign_versions;
  suggestion public.step_suggestions;
  suggested_for jsonb;
  step public.campaign_steps;
begin
  select * into suggestion
  from public.step_suggestions stored
  where stored.customer_id = decide_suggestion.customer_id and stored.id = decide_suggestion.suggestion_id;
  version := private.lock_version(decide_suggestion.customer_id, suggestion.version_id, true);
  select status into suggestion.status
  from public.step_suggestions stored
  where stored.customer_id = version.customer_id and stored.id = suggestion.id;
  if suggestion.status <> 'open' then
    raise exception 'This suggestion was already %', suggestion.status using errcode = 'PT409';
  end if;
  if accepted then
    select listed.step into suggested_for
    from jsonb_array_elements(version.steps) listed (step)
    where listed.step ->> 'id' = suggestion.version_step_id::text;
    select * into step
    from public.campaign_steps stored
    where stored.customer_id = version.customer_id and stored.campaign_id = version.campaign_id
      and stored.id = (suggested_for ->> 'step_id')::uuid
    for no key update;
    if not found then
      raise exception 'The step of this suggestion was deleted' using errcode = 'PT409';
    elsif (step.step_type, step.message_content, step.subject)
      is distinct from (suggested_for ->> 'step_type', suggested_for ->> 'message_content', suggested_for ->> 'subject')
    then
      raise exception 'The step has changed since this was suggested' using errcode = 'PT409';
    end if;
    update public.campaign_steps stored
    set message_content = suggestion.message_content, subject = suggestion.subject
    where stored.customer_id = version.customer_id and stored.id = step.id;
  end if;
  update public.step_suggestions stored
  set status = case when accepted then 'accepted' else 'declined' end, decided_by = caller, decided_at = now()
  where stored.customer_id = version.customer_id and stored.id = suggestion.id;
end $$;
comment on function public.decide_suggestion is
  'Accepts or declines a suggestion. Accepting changes the step, whose text must still be the one that the suggestion was made for. For administrators and members.';

-- All steps are locked first: who changes one of them has locked it before the row of campaign_contents.
create function public.restore_version(customer_id uuid, version_id uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  version public.campaign_versions;
  wanted uuid[];
begin
  version := private.lock_version(restore_version.customer_id, restore_version.version_id, true);
  perform 1
  from public.campaign_steps stored
  where stored.customer_id = version.customer_id and stored.campaign_id = version.campaign_id
  order by stored.step_number
  for no key update;
  wanted := array(
    select (step ->> 'step_id')::uuid from jsonb_array_elements(version.steps) with ordinality listed (step, place) order by place
  );
  delete from public.campaign_steps stored
  where stored.customer_id = version.customer_id and stored.campaign_id = version.campaign_id and stored.id <> all (wanted);

  update public.campaign_steps stored
  set step_type = listed.step_type, delay_days = listed.delay_days, subject = listed.subject, message_content = listed.message_content
  from jsonb_to_recordset(version.steps)
    as listed (step_id uuid, step_type text, delay_days int, subject text, message_content text)
  where stored.customer_id = version.customer_id and stored.campaign_id = version.campaign_id and stored.id = listed.step_id
    and (stored.step_type, stored.delay_days, stored.subject, stored.message_content)
      is distinct from (listed.step_type, listed.delay_days, listed.subject, listed.message_content);

  insert into public.campaign_steps (id, customer_id, campaign_id, step_number, step_type, delay_days, subject, message_content)
  select listed.step_id, version.customer_id, version.campaign_id, 1, listed.step_type, listed.delay_days, listed.subject, listed.message_content
  from jsonb_to_recordset(version.steps)
    as listed (step_id uuid, step_type text, delay_days int, subject text, message_content text)
  where listed.step_id <> all (array(
    select stored.id
    from public.campaign_steps stored
    where stored.customer_id = version.customer_id and stored.campaign_id = version.campaign_id
  ));

  update public.campaign_steps stored
  set step_number = array_position(wanted, stored.id)
  where stored.customer_id = version.customer_id and stored.campaign_id = version.campaign_id
    and stored.step_number <> array_position(wanted, stored.id);
  return cardinality(wanted);
end $$;
comment on function public.restore_version is
  'Replaces the steps of a campaign by those of a version and returns their number. Its status stays. For administrators and members.';

create function private.check_version_step() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from public.campaign_versions version
    where version.customer_id = new.customer_id and version.campaign_id = new.campaign_id and version.id = new.version_id
      and version.steps @> jsonb_build_array(jsonb_build_object('id', new.version_step_id))
  ) then
    raise exception 'There is no such step in this version' using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;
comment on function private.check_version_step is 'Rejects a comment on a step that the version does not have.';

create view public.campaign_reviews with (security_invoker = true) as
select
  version.campaign_id, version.customer_id, campaign.name, version.id as version_id, version.number, version.status,
  version.requested_at, version.decided_at, contents.content_hash is distinct from version.content_hash as is_changed
from public.campaign_versions version
join public.campaigns campaign on campaign.customer_id = version.customer_id and campaign.id = version.campaign_id
left join public.campaign_contents contents on contents.customer_id = version.customer_id and contents.campaign_id = version.campaign_id
where version.number = (
  select max(number) from public.campaign_versions other
  where other.customer_id = version.customer_id and other.campaign_id = version.campaign_id
);
comment on view public.campaign_reviews is 'The newest version of each campaign that has one, and whether the steps have changed since (is_changed).';

revoke all on public.campaign_reviews from public, anon, authenticated, service_role;
grant select on public.campaign_reviews to authenticated, service_role;

create function private.count_version() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  stored_bytes bigint;
  hash text;
begin
  if tg_op = 'INSERT' then
    stored_bytes := octet_length(new.steps::text);
    perform private.change_contents(new.customer_id, new.campaign_id, 0, 0, stored_bytes);
    if not exists (
      select from public.campaign_versions later
      where later.customer_id = new.customer_id and later.campaign_id = new.campaign_id and later.number > new.number
    ) then
      hash := private.content_hash(new.customer_id, new.campaign_id);
      update public.campaign_contents stored
      set newest_bytes = stored_bytes, content_hash = case when stored.bytes = stored_bytes then hash end
      where stored.customer_id = new.customer_id and stored.campaign_id = new.campaign_id;
    end if;
    perform private.count_text(new.customer_id, stored_bytes);
  else
    perform private.count_text(new.customer_id, 100 + octet_length(new.note));
  end if;
  return null;
end $$;
comment on function private.count_version is 'Counts the bytes of a version, and its steps or note as text that the caller has written.';

create function private.count_suggestion() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  bytes constant int := 200 + octet_length(new.message_content) + coalesce(octet_length(new.subject), 0);
  campaign uuid;
begin
  select campaign_id into campaign from public.campaign_versions where customer_id = new.customer_id and id = new.version_id;
  perform private.change_contents(new.customer_id, campaign, 0, 0, bytes);
  perform private.count_text(new.customer_id, bytes);
  return null;
end $$;
comment on function private.count_suggestion is 'Counts the bytes of a suggestion with the versions, and as text that the caller has written.';

-- A decision can be taken back for a minute, and steps show what was said about them in their versions.
create function public.take_back_decision(customer_id uuid, version_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := private.caller_id();
  version public.campaign_versions;
begin
  version := private.lock_version(take_back_decision.customer_id, take_back_decision.version_id);
  if version.decided_at is null then
    raise exception 'Version % is not decided', version.number using errcode = 'PT409';
  elsif version.decided_by is distinct from caller then
    raise exception 'Only the user who decided version % can take that back', version.number using errcode = 'insufficient_privilege';
  elsif version.decided_at < now() - interval '1 minute' then
    raise exception 'Version % was decided more than a minute ago', version.number using errcode = 'PT409';
  elsif version.launched_at >= version.decided_at or exists (
    select
    from public.hand_offs hand_off
    where hand_off.customer_id = version.customer_id and hand_off.campaign_id = version.campaign_id and hand_off.state <> 'cancelled'
      and hand_off.created_at >= version.decided_at
  ) then
    raise exception 'Version % was launched or handed off since', version.number using errcode = 'PT409';
  end if;
  update public.campaign_versions stored
  set status = 'in_review', decided_by = null, decided_at = null, on_behalf = false, note = null
  where stored.customer_id = version.customer_id and stored.id = version.id;
end $$;
comment on function public.take_back_decision is
  'Puts the newest version of a campaign back in review. For the user who decided it, within a minute, unless it was launched or handed off since.';

create trigger count_version after insert on public.campaign_versions for each row execute function private.count_version();
create trigger count_note after update of note on public.campaign_versions
  for each row when (new.note is not null) execute function private.count_version();
create trigger count_suggestion after insert on public.step_suggestions for each row execute function private.count_suggestion();
-- PostgreSQL checks the rights to a view that joins tables only if it has such a trigger.
create trigger reject_change instead of insert or update or delete on public.campaign_reviews
  for each row execute function private.reject_change('The reviews cannot be changed');

revoke all on function
  private.steps_hash, private.steps_of, private.lock_campaign, private.approved_version_of, private.store_version, public.request_review,
  private.lock_version, public.decide_version, public.suggest_wording, public.decide_suggestion, public.restore_version,
  private.check_version_step, private.count_version, private.count_suggestion, public.take_back_decision
  from public, anon, authenticated, service_role;
grant execute on function
  public.request_review, public.decide_version, public.suggest_wording, public.decide_suggestion, public.restore_version,
  public.take_back_decision
  to authenticated;

-- Hand-offs of approved leads to sending tools, and the flags of leads that must be stopped there.

create table public.sending_tools (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.has_text(name) and char_length(name) <= 60),
  definition jsonb not null check (jsonb_typeof(definition) = 'object' and octet_length(definition::text) <= 10000),
  created_at timestamptz not null default now()
);
comment on table public.sending_tools is
  'Tools that send, as the agency describes them: the columns of the files that leads are handed off in. The same for all customers.';
comment on column public.sending_tools.definition is
  'Columns in their order, braces of variables, how the text of an email is written, and rows per file.';

create unique index sending_tools_name_key on public.sending_tools (lower(name));

create table public.hand_offs (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  campaign_id uuid not null,
  campaign_name text not null,
  steps jsonb not null,
  version_number int,
  plan jsonb not null,
  audiences text[],
  is_only_new boolean not null,
  state text not null default 'preparing' check (state in ('preparing', 'ready', 'cancelled', 'void')),
  last_created_at timestamptz,
  last_lead_id uuid,
  checked_at timestamptz,
  expected int not null default 0,
  total int not null default 0,
  lead_count int not null default 0,
  left_out jsonb not null default '{}',
  warnings jsonb not null default '{}',
  files jsonb not null default '[]',
  created_by uuid,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  ended_by uuid,
  ended_at timestamptz,
  constraint hand_offs_ready_check check ((state in ('ready', 'void')) = (ready_at is not null)),
  constraint hand_offs_ended_check check ((state in ('cancelled', 'void')) = (ended_at is not null)),
  unique (id, customer_id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.hand_offs is
  'Leads of a campaign that were handed off to a tool that sends, with the words of the campaign at that time. Written by functions only. Outlives leads and campaign, not the customer.';
comment on column public.hand_offs.campaign_id is 'The campaign may be deleted.';
comment on column public.hand_offs.campaign_name is 'The name at that time.';
comment on column public.hand_offs.steps is 'The steps that the texts were made from.';
comment on column public.hand_offs.version_number is 'The newest version of the campaign with these steps; null if there is none.';
comment on column public.hand_offs.plan is 'The description of the tool, and the columns of the file.';
comment on column public.hand_offs.audiences is 'The chosen audiences, of which an empty text means no audience; null: all.';
comment on column public.hand_offs.is_only_new is 'Whether leads that were handed off from this campaign before are left out.';
comment on column public.hand_offs.state is 'Preparing, then ready or cancelled. A ready one may be void: the leads were not handed off after all.';
comment on column public.hand_offs.last_lead_id is 'The last lead that was stored, with last_created_at. Preparing goes on after it.';
comment on column public.hand_offs.checked_at is 'When the last lead was stored.';
comment on column public.hand_offs.expected is 'Number of approved leads of the audiences when it was started.';
comment on column public.hand_offs.total is 'Number of rows: lead_count and those that are left out.';
comment on column public.hand_offs.left_out is 'Number of leads that are left out by reason.';
comment on column public.hand_offs.warnings is 'Number of leads in the file by warning.';
comment on column public.hand_offs.files is
  'Of each file: number of rows and SHA-256, in hexadecimal; quotes is ''all'' if every cell is quoted, and missing if only those are that need it.';
comment on column public.hand_offs.ended_at is 'When it was cancelled or voided, by ended_by.';

create index hand_offs_created_idx on public.hand_offs (created_at desc, id desc);
create index hand_offs_customer_created_idx on public.hand_offs (customer_id, created_at desc, id desc);
create index hand_offs_campaign_idx on public.hand_offs (campaign_id, created_at desc, id desc);

alter table public.hand_offs
  alter customer_id set statistics 1,
  alter campaign_id set statistics 1;

create table public.hand_off_rows (
  hand_off_id uuid not null,
  place int not null,
  customer_id uuid not null,
  lead_id uuid not null,
  lead_updated_at timestamptz,
  name text not null,
  linkedin_key text collate "C",
  email_key text collate "C",
  name_key text collate "C",
  cells text[],
  reason text check (reason in ('missing_field', 'empty_variable', 'too_long', 'do_not_contact', 'handed_off', 'changed')),
  detail text,
  warnings text[] not null default '{}',
  erased_at timestamptz,
  constraint hand_off_rows_cells_check check ((cells is null) = (reason is not null or erased_at is not null)),
  primary key (hand_off_id, place),
  constraint hand_off_rows_hand_off_id_fkey foreign key (hand_off_id, customer_id)
    references public.hand_offs (id, customer_id) on update cascade on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.hand_off_rows is 'The rows of the files of a hand-off, so that they can be made again, and the leads that were left out.';
comment on column public.hand_off_rows.place is 'From 1, in the order of the leads.';
comment on column public.hand_off_rows.lead_updated_at is 'When the lead had last changed as it was read. One that has changed since is left out.';
comment on column public.hand_off_rows.linkedin_key is 'Keys of the lead at that time, as in leads.';
comment on column public.hand_off_rows.cells is 'The cells that were written; null if the lead was left out or erased.';
comment on column public.hand_off_rows.reason is 'Why the lead was left out; null if it was not.';
comment on column public.hand_off_rows.detail is 'What the reason, or a warning about the values of the lead, is about, such as a field.';
comment on column public.hand_off_rows.warnings is
  'changed: since the decision; other_campaign: handed off from another campaign within 90 days; repeated: handed off from this campaign before; duplicate: of another lead that may be in the file; odd_name: a name that reads odd in a text; placeholder: a value with a placeholder of another tool. The last two are found by who stores the row.';
comment on column public.hand_off_rows.erased_at is 'When the personal data was erased.';

create index hand_off_rows_left_out_idx on public.hand_off_rows (hand_off_id, reason, place) where reason is not null;

alter table public.hand_off_rows
  alter hand_off_id set statistics 1,
  alter customer_id set statistics 1;

create table public.handed_off_leads (
  customer_id uuid not null,
  campaign_id uuid not null,
  lead_id uuid not null,
  hand_off_id uuid not null,
  handed_off_at timestamptz not null default now(),
  name text not null,
  linkedin_key text collate "C",
  email_key text collate "C",
  name_key text collate "C",
  audience text,
  flag text check (flag in ('rejected', 'in_review', 'do_not_contact')),
  flagged_at timestamptz,
  constraint handed_off_leads_flagged_at_check check ((flag is null) = (flagged_at is null)),
  constraint handed_off_leads_hand_off_id_fkey foreign key (hand_off_id, customer_id)
    references public.hand_offs (id, customer_id) on update cascade on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.handed_off_leads is 'The leads of each ready hand-off, deleted when that is voided. The lead may be deleted.';
comment on column public.handed_off_leads.linkedin_key is 'By the keys, a lead that is imported again is found.';
comment on column public.handed_off_leads.audience is 'That of the lead at that time.';
comment on column public.handed_off_leads.flag is
  'Why the lead should be stopped in the tool: it was rejected, moved back to review, or must not be contacted, after it was handed off.';

create index handed_off_leads_lead_idx on public.handed_off_leads (lead_id, customer_id);
create index handed_off_leads_linkedin_idx on public.handed_off_leads (customer_id, linkedin_key) where linkedin_key is not null;
create index handed_off_leads_email_idx on public.handed_off_leads (customer_id, email_key) where email_key is not null;
create index handed_off_leads_name_idx on public.handed_off_leads (customer_id, name_key) where name_key is not null;
create index handed_off_leads_flagged_idx on public.handed_off_leads (customer_id, flagged_at) where flag is not null;
alter table public.handed_off_leads add primary key (customer_id, hand_off_id, lead_id);

alter table public.handed_off_leads
  alter customer_id set statistics 1,
  alter campaign_id set statistics 1,
  alter hand_off_id set statistics 1,
  alter audience set statistics 1;

create function private.suppressed_of(customer uuid, ids uuid[]) returns uuid[] language plpgsql stable set search_path = '' as $$
declare
  most_at_once constant int := 10000;
  suppressed uuid[] := '{}';
begin
  if private.has_entries(array[customer]) then
    for place in 0 .. (cardinality(ids) - 1) / most_at_once loop
      suppressed := suppressed || array(
        select distinct lead_id
        from private.do_not_contact_matches(customer, ids[place * most_at_once + 1 : (place + 1) * most_at_once])
      );
    end loop;
  end if;
  return suppressed;
end $$;
comment on function private.suppressed_of is 'Which of these leads must not be contacted, for any number of leads.';

create function private.duplicates_to_hand_off(hand_off public.hand_offs, ids uuid[], originals uuid[]) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  related constant uuid[] := ids || originals;
  found uuid[];
  found_originals uuid[];
begin
  if not exists (select from public.leads lead where lead.customer_id = hand_off.customer_id and duplicate_of is not null and not is_separate) then
    return '{}';
  end if;
  select array_agg(lead.id), array_agg(case when not lead.is_separate then lead.duplicate_of end) into found, found_originals
  from public.leads lead
  where lead.customer_id = hand_off.customer_id and lead.is_approved and (lead.id = any (related) or lead.duplicate_of = any (related))
    and (hand_off.audiences is null or coalesce(lead.audience, '') = any (hand_off.audiences));
  return array(
    select unnest(array[id, original]) from unnest(found, found_originals) as lead (id, original) where original = any (found)
    union
    select unnest(array_agg(id)) from unnest(found, found_originals) as lead (id, original) where original is not null group by original having count(*) > 1
  );
end $$;
comment on function private.duplicates_to_hand_off is
  'Which leads are duplicates of each other among these leads, their originals and their duplicates, as far as a hand-off may have them. Without those that an administrator keeps apart.';

-- A statement per question: a distributed database plans each for one customer. Without nested loops, as rows that are new have not been counted.
create function private.check_leads_for_hand_off(hand_off public.hand_offs, ids uuid[]) returns table (
  id uuid, updated_at timestamptz, name text, linkedin_key text, email_key text, name_key text, reason text, warnings text[]
) language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set enable_nestloop = off set jit = off as $$
#variable_conflict use_column
declare
  found uuid[];
  linkedin_keys text[];
  email_keys text[];
  name_keys text[];
  originals uuid[];
  repeated uuid[];
  elsewhere uuid[];
  duplicates uuid[];
  suppressed constant uuid[] := private.suppressed_of(hand_off.customer_id, ids);
begin
  select
    array_agg(lead.id), array_agg(lead.linkedin_key), array_agg(lead.email_key), array_agg(lead.name_key),
    array_agg(lead.duplicate_of) filter (where lead.duplicate_of is not null and not lead.is_separate)
  into found, linkedin_keys, email_keys, name_keys, originals
  from public.leads lead
  where lead.customer_id = hand_off.customer_id and lead.id = any (ids);
  duplicates := private.duplicates_to_hand_off(hand_off, found, originals);
  with mark as materialized (
    select lead_id, linkedin_key, email_key, name_key, campaign_id, handed_off_at
    from public.handed_off_leads
    where customer_id = hand_off.customer_id and (
      lead_id = any (found) or linkedin_key = any (linkedin_keys) or email_key = any (email_keys) or name_key = any (name_keys)
    )
  ), marked as (
    select lead_id as id, campaign_id, handed_off_at from mark
    union all
    select id, campaign_id, handed_off_at from unnest(found, linkedin_keys) as lead (id, key) join mark on linkedin_key = key
    union all
    select id, campaign_id, handed_off_at from unnest(found, email_keys) as lead (id, key) join mark on email_key = key
    union all
    select id, campaign_id, handed_off_at from unnest(found, name_keys) as lead (id, key) join mark on name_key = key
  )
  select
    array_agg(distinct id) filter (where campaign_id = hand_off.campaign_id),
    array_agg(distinct id) filter (where campaign_id <> hand_off.campaign_id and handed_off_at > now() - interval '90 days')
  into repeated, elsewhere
  from marked;
  return query
    select
      lead.id, lead.updated_at, lead.name, lead.linkedin_key, lead.email_key, lead.name_key,
      case
        when lead.is_approved is not true then 'changed'
        when hand_off.audiences is not null and coalesce(lead.audience, '') <> all (hand_off.audiences) then 'changed'
        when suppression.id is not null then 'do_not_contact'
        when hand_off.is_only_new and repetition.id is not null then 'handed_off'
      end,
      array_remove(array[
        case when lead.decided_values is not null then 'changed' end,
        case when other.id is not null then 'other_campaign' end,
        case when repetition.id is not null then 'repeated' end,
        case when duplicate.id is not null then 'duplicate' end
      ], null)
    from public.leads lead
    left join unnest(suppressed) suppression (id) on suppression.id = lead.id
    left join unnest(repeated) repetition (id) on repetition.id = lead.id
    left join unnest(elsewhere) other (id) on other.id = lead.id
    left join unnest(duplicates) duplicate (id) on duplicate.id = lead.id
    where lead.customer_id = hand_off.customer_id and lead.id = any (ids);
end $$;
comment on function private.check_leads_for_hand_off is
  'For those leads of the customer that exist: why a hand-off must leave a lead out (null: it may be in the file), and the warnings about it.';

create function private.hand_off_page(customer uuid, audiences text[], after_created_at timestamptz, after_id uuid, page_size int) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return array(
    select lead.id
    from public.leads lead
    where lead.customer_id = customer and lead.is_approved
      and (hand_off_page.audiences is null or coalesce(lead.audience, '') = any (hand_off_page.audiences))
      and (after_id is null or (lead.created_at, lead.id) < (after_created_at, after_id))
    order by lead.created_at desc, lead.id desc
    limit page_size
  );
end $$;
comment on function private.hand_off_page is 'Ids of the approved leads of chosen audiences after one of them, in the order of the lists.';

create function private.values_for_hand_off(customer uuid, ids uuid[]) returns table (
  id uuid, name text, created_at timestamptz, updated_at timestamptz, lead_values jsonb
) language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  columns constant text[] := array['name', 'email', 'phone', 'linkedin_profile_url'];
  internal_values jsonb;
  contacts jsonb;
  changes jsonb;
begin
  select
    jsonb_object_agg(lead.id, internal.custom - columns - private.standard_variables()) filter (where internal.custom is not null),
    jsonb_object_agg(lead.id, jsonb_strip_nulls(jsonb_build_object(
      'name', lead.name, 'email', lead.email, 'phone', lead.phone, 'linkedin_profile_url', lead.linkedin_profile_url
    ))),
    jsonb_object_agg(lead.id, lead.updated_at)
  into internal_values, contacts, changes
  from public.leads lead
  left join public.internal_values internal on internal.customer_id = lead.customer_id and internal.lead_id = lead.id
  where lead.customer_id = customer and lead.id = any (ids);
  return query
    select
      given.id, given.name, given.created_at, (changes ->> given.id::text)::timestamptz,
      coalesce(internal_values -> given.id::text, '{}') || (given.variable_values - columns) || (contacts -> given.id::text)
    from private.lead_values(customer, ids) given
    order by given.created_at desc, given.id desc;
end $$;
comment on function private.values_for_hand_off is
  'The values of leads by key, newest first: those of variables, of internal custom fields, and what a tool needs besides, which no custom field of the same name replaces. Without empty ones.';

create function private.steps_to_hand_off(customer uuid, campaign uuid) returns jsonb language plpgsql set search_path = '' as $$
begin
  perform from public.campaigns stored where stored.customer_id = customer and stored.id = campaign for no key update;
  if (select needs_sign_off from public.customers where id = customer) and private.approved_version_of(campaign, customer) is null then
    raise exception 'This copy needs sign-off: its steps are not those of an approved version' using errcode = 'check_violation';
  end if;
  return (
    select jsonb_agg(step - '{id,step_id}'::text[] order by place)
    from jsonb_array_elements(private.steps_of(customer, campaign)) with ordinality listed (step, place)
  );
end $$;
comment on function private.steps_to_hand_off is
  'The content of the steps of a campaign, which it locks; null if it has none. Raises an error unless they equal an approved version, where the customer needs that.';

create function private.lock_hand_off(customer uuid, hand_off uuid, wanted text) returns public.hand_offs
language plpgsql set search_path = '' as $$
declare
  stored public.hand_offs;
begin
  perform private.require_admin('Only an administrator can hand off leads');
  select * into stored from public.hand_offs where customer_id = customer and id = hand_off for update;
  if not found then
    raise exception 'There is no such hand-off' using errcode = 'PT404';
  elsif stored.state <> wanted then
    raise exception 'This hand-off is %', case stored.state when 'preparing' then 'still being prepared' else stored.state end using errcode = 'PT409';
  end if;
  return stored;
end $$;
comment on function private.lock_hand_off is 'Locks a hand-off, which must be in a state, for an administrator.';

create function private.record_hand_off(hand_off public.hand_offs, action text) returns void language plpgsql set search_path = '' as $$
declare
  customer text;
begin
  select name into customer from public.customers where id = hand_off.customer_id;
  insert into public.activity
    (actor_id, impersonation_id, customer_id, customer_name, action, subject, row_count, row_ids, changed_columns)
  values (
    auth.uid(), private.impersonation_of(hand_off.customer_id), hand_off.customer_id, customer, action, 'hand_offs', 1, array[hand_off.id],
    case when action = 'update' then array['state'] end
  );
end $$;
comment on function private.record_hand_off is 'Records in the activity that leads were handed off, or that it is void.';

create function public.start_hand_off(
  customer_id uuid, campaign_id uuid, steps jsonb, plan jsonb, audiences text[] default null, only_new boolean default true
) returns public.hand_offs language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 100000;
  started public.hand_offs;
  hash text;
begin
  perform private.require_admin('Only an administrator can hand off leads');
  perform private.require_length('steps', start_hand_off.steps::text, 5000000);
  perform private.require_length('plan', start_hand_off.plan::text, 100000);
  perform private.require_length('audiences', start_hand_off.audiences::text, 100000);
  if jsonb_typeof(start_hand_off.plan -> 'columns') is distinct from 'array' then
    raise exception 'The plan has no columns' using errcode = '22023';
  end if;
  started.steps := private.steps_to_hand_off(start_hand_off.customer_id, start_hand_off.campaign_id);
  if started.steps is null then
    raise exception 'There is no such campaign with steps' using errcode = 'PT404';
  elsif started.steps <> start_hand_off.steps then
    raise exception 'The campaign has changed meanwhile' using errcode = 'PT409';
  end if;
  select count(*) into started.expected
  from public.leads lead
  where lead.customer_id = start_hand_off.customer_id and lead.is_approved
    and (start_hand_off.audiences is null or coalesce(lead.audience, '') = any (start_hand_off.audiences));
  if started.expected > most then
    raise exception 'A hand-off can have at most % leads: choose audiences', most using errcode = 'check_violation';
  end if;
  select name into started.campaign_name
  from public.campaigns stored
  where stored.customer_id = start_hand_off.customer_id and stored.id = start_hand_off.campaign_id;
  hash := private.steps_hash(started.steps);
  select max(number) into started.version_number
  from public.campaign_versions version
  where version.customer_id = start_hand_off.customer_id and version.campaign_id = start_hand_off.campaign_id
    and content_hash = hash;
  insert into public.hand_offs (
    customer_id, campaign_id, campaign_name, steps, version_number, plan, audiences, is_only_new, expected, created_by
  )
  values (
    start_hand_off.customer_id, start_hand_off.campaign_id, started.campaign_name, started.steps, started.version_number,
    start_hand_off.plan, start_hand_off.audiences, coalesce(only_new, true), started.expected, auth.uid()
  )
  returning * into started;
  return started;
end $$;
comment on function public.start_hand_off is
  'Begins to prepare a hand-off of a campaign with these steps, which must be those that are stored, signed off where the customer needs it. Administrators only.';

create function public.preview_hand_off(
  customer_id uuid, campaign_id uuid, audiences text[] default null, only_new boolean default true
) returns table (id uuid, name text, lead_values jsonb, reason text, warnings text[])
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 50;
  planned public.hand_offs;
  ids uuid[];
begin
  perform private.require_admin('Only an administrator can hand off leads');
  perform private.require_length('audiences', preview_hand_off.audiences::text, 100000);
  planned.customer_id := preview_hand_off.customer_id;
  planned.campaign_id := preview_hand_off.campaign_id;
  planned.audiences := preview_hand_off.audiences;
  planned.is_only_new := only_new;
  ids := private.hand_off_page(planned.customer_id, preview_hand_off.audiences, null, null, most);
  return query
    select given.id, given.name, given.lead_values, checked.reason, checked.warnings
    from private.values_for_hand_off(planned.customer_id, ids) with ordinality
      as given (id, name, created_at, updated_at, lead_values, place)
    join private.check_leads_for_hand_off(planned, ids) checked on checked.id = given.id
    order by given.place;
end $$;
comment on function public.preview_hand_off is
  'The first 50 approved leads of chosen audiences, as leads_to_hand_off and the checks return them. Administrators only.';

create function public.leads_to_hand_off(
  customer_id uuid, hand_off_id uuid, after_created_at timestamptz default null, after_id uuid default null
) returns table (
  id uuid, name text, created_at timestamptz, updated_at timestamptz, lead_values jsonb
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 1000;
  stored public.hand_offs;
begin
  perform private.require_admin('Only an administrator can hand off leads');
  select * into stored
  from public.hand_offs
  where hand_offs.customer_id = leads_to_hand_off.customer_id and hand_offs.id = leads_to_hand_off.hand_off_id;
  return query select * from private.values_for_hand_off(
    stored.customer_id,
    private.hand_off_page(
      stored.customer_id, stored.audiences, coalesce(leads_to_hand_off.after_created_at, stored.last_created_at),
      coalesce(leads_to_hand_off.after_id, stored.last_lead_id), most
    )
  );
end $$;
comment on function public.leads_to_hand_off is
  'The next approved leads of the audiences of a hand-off, up to 1,000, with their values: after those that are stored, or after a lead. Administrators only.';

-- The rows are made before the statement that stores them, since a distributed database does not do both in one.
create function public.store_hand_off_rows(customer_id uuid, hand_off_id uuid, after_id uuid, rows json) returns public.hand_offs
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 1000;
  most_leads constant int := 100000;
  given_warnings constant text[] := array['odd_name', 'placeholder'];
  stored public.hand_offs;
  amount int;
  columns int;
  given_ids uuid[];
  made public.hand_off_rows[];
begin
  perform private.require_length('rows', store_hand_off_rows.rows::text, 33554432);
  stored := private.lock_hand_off(store_hand_off_rows.customer_id, store_hand_off_rows.hand_off_id, 'preparing');
  amount := json_array_length(store_hand_off_rows.rows);
  if stored.checked_at is not null or stored.last_lead_id is distinct from store_hand_off_rows.after_id then
    raise exception 'This hand-off goes on in another window' using errcode = 'PT409';
  elsif amount > most then
    raise exception 'Too many rows: %, at most %', amount, most using errcode = '22023';
  elsif stored.total + amount > most_leads then
    raise exception 'A hand-off can have at most % leads: choose audiences', most_leads using errcode = 'check_violation';
  end if;
  columns := jsonb_array_length(stored.plan -> 'columns');
  given_ids := array(select id from json_to_recordset(store_hand_off_rows.rows) as given (id uuid));

  select array_agg(row (
    stored.id, stored.total + place, stored.customer_id, given.id, given.updated_at, coalesce(checked.name, left(given.name, 500), ''), checked.linkedin_key,
    checked.email_key, checked.name_key, case when result.reason is null then given.cells end, result.reason,
    case when result.reason is not distinct from given.reason then left(given.detail, 500) end,
    coalesce(checked.warnings, '{}') || case when result.reason is null then found.warnings else '{}' end, null
  )::public.hand_off_rows order by place)
  into made
  from rows from (
    json_to_recordset(store_hand_off_rows.rows) as (id uuid, updated_at timestamptz, name text, cells text[], reason text, detail text, warnings text[])
  ) with ordinality as given (id, updated_at, name, cells, reason, detail, warnings, place)
  left join private.check_leads_for_hand_off(stored, given_ids) checked on checked.id = given.id
  cross join lateral (
    select coalesce(checked.reason, case when (checked.updated_at = given.updated_at) is not true then 'changed' end, given.reason) as reason
  ) result
  cross join lateral (
    select array(select warning from unnest(given_warnings) warning where warning = any (given.warnings)) as warnings
  ) found;
  if exists (select from unnest(made) row_made where row_made.reason is null and cardinality(row_made.cells) is distinct from columns) then
    raise exception 'Each row needs % cells', columns using errcode = '22023';
  end if;
  insert into public.hand_off_rows select * from unnest(made);

  if made is not null then
    stored.last_lead_id := (made[cardinality(made)]).lead_id;
    select given.created_at into stored.last_created_at
    from json_to_recordset(store_hand_off_rows.rows) as given (id uuid, created_at timestamptz)
    where given.id = stored.last_lead_id;
    stored.total := stored.total + amount;
    stored.lead_count := stored.lead_count + (select count(*) from unnest(made) row_made where row_made.reason is null);
    stored.left_out := private.added_counts(stored.left_out, array(select row_made.reason from unnest(made) row_made));
    stored.warnings := private.added_counts(
      stored.warnings, array(select unnest(row_made.warnings) from unnest(made) row_made where row_made.reason is null)
    );
  end if;
  if private.hand_off_page(stored.customer_id, stored.audiences, stored.last_created_at, stored.last_lead_id, 1) = '{}' then
    stored.checked_at := now();
  end if;
  update public.hand_offs set
    last_lead_id = stored.last_lead_id, last_created_at = stored.last_created_at, total = stored.total, lead_count = stored.lead_count,
    left_out = stored.left_out, warnings = stored.warnings,
    checked_at = stored.checked_at
  where hand_offs.customer_id = stored.customer_id and hand_offs.id = stored.id
  returning * into stored;
  return stored;
end $$;
comment on function public.store_hand_off_rows is
  'Stores what was made of the leads that leads_to_hand_off has returned, in their order: id, name, created_at, updated_at, and cells, with warnings and detail, or reason and detail. Leads that may not leave or have changed since are left out, whatever the rows say. They are the last ones if no lead is left after them. Administrators only.';

create function private.added_counts(counts jsonb, found text[]) returns jsonb language sql immutable set search_path = '' as $$
  select counts || coalesce((
    select jsonb_object_agg(key, amount + coalesce((counts ->> key)::int, 0))
    from (select key, count(*) as amount from unnest(found) key where key is not null group by key) counted
  ), '{}')
$$;
comment on function private.added_counts is 'Adds the number of each of these keys to an object of numbers.';

-- The do-not-contact lists are held until the end. Ids and audiences are in arrays, whose size the planner knows.
create function public.finish_hand_off(customer_id uuid, hand_off_id uuid, files jsonb) returns public.hand_offs
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan set enable_nestloop = off set jit = off as $$
#variable_conflict use_column
declare
  stored public.hand_offs;
  ids uuid[];
  read_at timestamptz[];
  found uuid[];
  found_audiences text[];
  marks public.handed_off_leads[];
  removal record;
begin
  perform private.require_length('files', finish_hand_off.files::text, 300000);
  stored := private.lock_hand_off(finish_hand_off.customer_id, finish_hand_off.hand_off_id, 'preparing');
  perform private.hold_entries(stored.customer_id);
  if stored.checked_at is null then
    raise exception 'This hand-off is still being prepared' using errcode = 'PT409';
  elsif private.steps_to_hand_off(stored.customer_id, stored.campaign_id) is distinct from stored.steps then
    raise exception 'The campaign has changed meanwhile' using errcode = 'PT409';
  end if;

  -- Of a change of a lead at the same time, this waits for it, or it waits for this and then finds the lead handed off.
  select coalesce(array_agg(lead_id), '{}'), array_agg(lead_updated_at) into ids, read_at
  from public.hand_off_rows
  where hand_off_rows.customer_id = stored.customer_id and hand_off_rows.hand_off_id = stored.id and reason is null;
  perform from public.leads where leads.customer_id = stored.customer_id and leads.id = any (ids) for share;
  for removal in
    select coalesce(checked.reason, 'changed') as reason, array_agg(listed.id) as ids
    from unnest(ids, read_at) as listed (id, updated_at)
    left join private.check_leads_for_hand_off(stored, ids) checked on checked.id = listed.id
    where checked.reason is not null or (checked.updated_at = listed.updated_at) is not true
    group by coalesce(checked.reason, 'changed')
  loop
    update public.hand_off_rows
    set cells = null, detail = null, warnings = '{}', reason = removal.reason
    where hand_off_rows.customer_id = stored.customer_id and hand_off_rows.hand_off_id = stored.id and lead_id = any (removal.ids);
    stored.lead_count := stored.lead_count - cardinality(removal.ids);
  end loop;
  if stored.lead_count < cardinality(ids) then
    stored.left_out := private.added_counts('{}', array(
      select reason from public.hand_off_rows where hand_off_rows.customer_id = stored.customer_id and hand_off_rows.hand_off_id = stored.id
    ));
    stored.warnings := private.added_counts('{}', array(
      select unnest(warnings)
      from public.hand_off_rows
      where hand_off_rows.customer_id = stored.customer_id and hand_off_rows.hand_off_id = stored.id and reason is null
    ));
    update public.hand_offs set lead_count = stored.lead_count, left_out = stored.left_out, warnings = stored.warnings
    where hand_offs.customer_id = stored.customer_id and hand_offs.id = stored.id
    returning * into stored;
    return stored;
  end if;
  if stored.lead_count = 0 then
    raise exception 'No lead is left to hand off' using errcode = 'check_violation';
  elsif (select sum((file ->> 'rows')::int) from jsonb_array_elements(finish_hand_off.files) file) is distinct from stored.lead_count
    or exists (select from jsonb_array_elements(finish_hand_off.files) file where (file ->> 'sha256' ~ '^[0-9a-f]{64}$') is not true)
  then
    raise exception 'The files do not have the % leads', stored.lead_count using errcode = '22023';
  end if;
  select array_agg(lead.id), array_agg(lead.audience) into found, found_audiences
  from public.leads lead
  where lead.customer_id = stored.customer_id and lead.id = any (ids);
  select array_agg(row (
    given.customer_id, stored.campaign_id, given.lead_id, stored.id, now(), given.name, given.linkedin_key, given.email_key, given.name_key, lead.audience,
    null, null
  )::public.handed_off_leads)
  into marks
  from public.hand_off_rows given
  join unnest(found, found_audiences) as lead (id, audience) on lead.id = given.lead_id
  where given.customer_id = stored.customer_id and given.hand_off_id = stored.id and given.reason is null;
  insert into public.handed_off_leads select * from unnest(marks) on conflict do nothing;
  update public.hand_offs
  set state = 'ready', ready_at = now(), files = finish_hand_off.files
  where hand_offs.customer_id = stored.customer_id and hand_offs.id = stored.id
  returning * into stored;
  perform private.record_hand_off(stored, 'insert');
  return stored;
end $$;
comment on function public.finish_hand_off is
  'Makes a prepared hand-off ready with the rows and SHA-256 of its files, and marks its leads. Checks every lead again; if some may not leave any more, it leaves them out and stays preparing, and the files must be made again. Administrators only.';

create function public.cancel_hand_off(customer_id uuid, hand_off_id uuid) returns public.hand_offs
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller constant uuid := auth.uid();
  stored public.hand_offs := private.lock_hand_off(cancel_hand_off.customer_id, cancel_hand_off.hand_off_id, 'preparing');
begin
  delete from public.hand_off_rows where hand_off_rows.customer_id = stored.customer_id and hand_off_rows.hand_off_id = stored.id;
  update public.hand_offs set state = 'cancelled', ended_at = now(), ended_by = caller
  where hand_offs.customer_id = stored.customer_id and hand_offs.id = stored.id
  returning * into stored;
  return stored;
end $$;
comment on function public.cancel_hand_off is 'Cancels a hand-off that is being prepared, and deletes its rows. Administrators only.';

create function public.void_hand_off(customer_id uuid, hand_off_id uuid) returns public.hand_offs
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller constant uuid := auth.uid();
  stored public.hand_offs;
begin
  stored := private.lock_hand_off(void_hand_off.customer_id, void_hand_off.hand_off_id, 'ready');
  perform from public.campaigns where campaigns.customer_id = stored.customer_id and campaigns.id = stored.campaign_id for no key update;
  perform private.lock_results(stored.customer_id);
  update public.hand_offs set state = 'void', ended_at = now(), ended_by = caller
  where hand_offs.customer_id = stored.customer_id and hand_offs.id = stored.id
  returning * into stored;
  delete from public.handed_off_leads
  where handed_off_leads.customer_id = stored.customer_id and handed_off_leads.hand_off_id = stored.id;
  perform private.record_hand_off(stored, 'update');
  return stored;
end $$;
comment on function public.void_hand_off is 'Records that the leads of a ready hand-off were not handed off after all. Administrators only.';

create function public.lead_hand_offs(customer_id uuid, lead_id uuid) returns table (
  hand_off_id uuid, tool text, campaign_name text, handed_off_at timestamptz, is_same_lead boolean, flag text
) language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  lead record;
begin
  perform private.require_admin('Only an administrator can see what was handed off');
  select id, linkedin_key, email_key, name_key into lead
  from public.leads
  where leads.customer_id = lead_hand_offs.customer_id and leads.id = lead_hand_offs.lead_id;
  return query
    select mark.hand_off_id, hand_off.plan -> 'tool' ->> 'name', hand_off.campaign_name, mark.handed_off_at, mark.lead_id = lead.id, mark.flag
    from public.handed_off_leads mark
    join public.hand_offs hand_off on hand_off.customer_id = mark.customer_id and hand_off.id = mark.hand_off_id
    where mark.customer_id = lead_hand_offs.customer_id and (
      mark.lead_id = lead.id or mark.linkedin_key = lead.linkedin_key or mark.email_key = lead.email_key or mark.name_key = lead.name_key
    )
    order by mark.handed_off_at desc, mark.hand_off_id
    limit 20;
end $$;
comment on function public.lead_hand_offs is
  'The live hand-offs of a lead, the newest 20, and of former leads with one of its keys (is_same_lead: false). Administrators only.';

create function private.flag_suppressed_leads(customer uuid, keys text[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  ids uuid[];
begin
  if keys is null then
    ids := array(select distinct lead_id from public.handed_off_leads where customer_id = customer and flag = 'do_not_contact' and name <> '');
    ids := array(select unnest(ids) except select unnest(private.suppressed_hand_offs(customer, ids)));
    perform private.flag_marks(
      customer, array(select id from public.leads where customer_id = customer and id = any (ids) and is_approved is null), 'in_review', '{do_not_contact}'
    );
    perform private.flag_marks(customer, ids, null, '{do_not_contact}');
  elsif exists (select from public.handed_off_leads where customer_id = customer) then
    execute format('select array(%s)', private.suppressed_leads_sql(customer, keys)) into ids;
    ids := ids || array(
      select lead_id
      from public.handed_off_leads
      where customer_id = customer and (email_key = any (flag_suppressed_leads.keys) or linkedin_key = any (flag_suppressed_leads.keys))
    );
    perform private.flag_marks(customer, ids, 'do_not_contact', '{"",in_review}');
  end if;
end $$;
comment on function private.flag_suppressed_leads is
  'Flags the handed-off leads of a customer that new entries with these keys apply to, also by the address that was handed off; null: clears the flags of those that no entry applies to any more.';

create function private.flag_by_entries() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  entry record;
begin
  for entry in
    select customer_id, case when removed_at is null then array_agg(distinct match_key) end as keys
    from new_entries
    group by customer_id, removed_at
    order by customer_id
  loop
    perform private.lock_entries(entry.customer_id);
    perform private.flag_suppressed_leads(entry.customer_id, entry.keys);
  end loop;
  return null;
end $$;
comment on function private.flag_by_entries is 'Flags handed-off leads that an entry of do_not_contact applies to, until it is removed.';

create function private.flag_by_agency_entries() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  customers uuid[];
  customer uuid;
  entry record;
begin
  perform private.lock_entries(null);
  customers := array(select distinct customer_id from public.handed_off_leads order by 1);
  for entry in
    select case when removed_at is null then array_agg(distinct match_key) end as keys
    from new_entries
    where kind <> 'erased'
    group by removed_at
  loop
    foreach customer in array customers loop
      perform private.flag_suppressed_leads(customer, entry.keys);
    end loop;
  end loop;
  return null;
end $$;
comment on function private.flag_by_agency_entries is 'As flag_by_entries, for all customers.';

create function private.suppressed_hand_offs(customer uuid, ids uuid[]) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  addresses text[];
begin
  addresses := array(
    select unnest(array[email_key, linkedin_key]) from public.handed_off_leads where customer_id = customer and lead_id = any (ids)
  );
  addresses := array(select match_key from public.do_not_contact where customer_id = customer and removed_at is null and match_key = any (addresses))
    || array(select match_key from public.agency_do_not_contact where removed_at is null and match_key = any (addresses));
  return private.suppressed_of(customer, ids) || array(
    select lead_id
    from public.handed_off_leads
    where customer_id = customer and lead_id = any (ids) and (email_key = any (addresses) or linkedin_key = any (addresses))
  );
end $$;
comment on function private.suppressed_hand_offs is 'Which of these handed-off leads must not be contacted, also by an address that was handed off.';

create function private.flag_marks(customer uuid, ids uuid[], new_flag text, replaced text[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  update public.handed_off_leads mark
  set flag = new_flag, flagged_at = case when new_flag is not null then now() end
  where mark.customer_id = customer and mark.lead_id = any (ids) and coalesce(mark.flag, '') = any (replaced)
    and (new_flag is distinct from 'do_not_contact' or not exists (
      select from public.hand_off_results stopped
      where stopped.customer_id = customer and stopped.hand_off_id = mark.hand_off_id and stopped.lead_id = mark.lead_id and stopped.kind = 'unsubscribed'
    ));
end $$;
comment on function private.flag_marks is
  'Replaces these flags ('''': none) of handed-off leads by another one, or null. One for do_not_contact is not given where the tool has reported that the lead unsubscribed.';

-- After an approval, the function looks only for the flags that it ends.
create function private.flag_decided_leads(customer uuid, decision boolean, ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  decided constant text[] := '{rejected,in_review}';
  linkedin_keys text[];
  email_keys text[];
  name_keys text[];
  marked uuid[];
  stored uuid[];
begin
  if not (case
    when decision then exists (select from public.handed_off_leads where customer_id = customer and flag = any (decided))
    else exists (select from public.handed_off_leads where customer_id = customer)
  end) then
    return;
  end if;
  select array_agg(linkedin_key), array_agg(email_key), array_agg(name_key) into linkedin_keys, email_keys, name_keys
  from public.leads
  where customer_id = customer and id = any (ids);
  marked := array(
    select mark.lead_id
    from public.handed_off_leads mark
    where mark.customer_id = customer and (decision is not true or mark.flag = any (decided))
      and (mark.lead_id = any (ids) or mark.linkedin_key = any (linkedin_keys) or mark.email_key = any (email_keys) or mark.name_key = any (name_keys))
  );
  if marked = '{}' then
    return;
  end if;
  stored := array(select id from public.leads where customer_id = customer and id = any (marked));
  marked := array(select unnest(marked) except (select unnest(stored) except select unnest(ids)));
  if marked = '{}' then
    return;
  elsif decision is false then
    perform private.flag_marks(customer, marked, 'rejected', '{"",in_review,do_not_contact}');
  else
    perform private.flag_marks(customer, private.suppressed_hand_offs(customer, marked), 'do_not_contact', decided);
    perform private.flag_marks(customer, marked, case when decision is null then 'in_review' end, case when decision is null then '{"",rejected}' else decided end);
  end if;
end $$;
comment on function private.flag_decided_leads is
  'Flags leads that were decided after they were handed off, and deleted leads that have one of their keys; after an approval only those that must not be contacted.';

create function private.owner_sql(customer uuid) returns text language plpgsql stable parallel safe set search_path = '' as $$
begin
  return case
    when to_regclass('pg_catalog.pg_dist_partition') is null then format('(select %L::uuid)', customer)
    else format('%L::uuid', customer)
  end;
end $$;
comment on function private.owner_sql is
  'SQL of the id of a customer. In a subquery, for which the planner expects the rows of an average customer: for a value that statistics do not have it expects none, and then any index seems best. A distributed database finds the node by the value.';

create function private.repeated_leads(relation text, customer uuid, hand_offs uuid[], ids uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set jit = off as $$
begin
  if cardinality(hand_offs) > 1 then
    return ids;
  elsif relation = 'handed_off_leads' then
    if not exists (select from public.handed_off_leads where customer_id = customer and hand_off_id < hand_offs[1])
      and not exists (select from public.handed_off_leads where customer_id = customer and hand_off_id > hand_offs[1])
    then
      return '{}';
    end if;
    return array(
      select distinct lead_id from public.handed_off_leads where customer_id = customer and lead_id = any (ids) and hand_off_id <> hand_offs[1]
    );
  elsif not exists (select from public.hand_off_results where customer_id = customer and hand_off_id < hand_offs[1])
    and not exists (select from public.hand_off_results where customer_id = customer and hand_off_id > hand_offs[1])
  then
    return '{}';
  end if;
  return array(
    select distinct lead_id from public.hand_off_results where customer_id = customer and lead_id = any (ids) and hand_off_id <> hand_offs[1]
  );
end $$;
comment on function private.repeated_leads is
  'Which of these leads have rows of other hand-offs too, in handed_off_leads or hand_off_results. If the leads are those of several hand-offs, all.';

create trigger flag_on_insert after insert on public.do_not_contact
  referencing new table as new_entries for each statement execute function private.flag_by_entries();
create trigger flag_on_update after update on public.do_not_contact
  referencing new table as new_entries for each statement execute function private.flag_by_entries();
create trigger flag_on_insert after insert on public.agency_do_not_contact
  referencing new table as new_entries for each statement execute function private.flag_by_agency_entries();
create trigger flag_on_update after update on public.agency_do_not_contact
  referencing new table as new_entries for each statement execute function private.flag_by_agency_entries();

revoke all on function
  private.suppressed_of, private.check_leads_for_hand_off, private.hand_off_page, private.values_for_hand_off, private.steps_to_hand_off,
  private.lock_hand_off, private.record_hand_off, public.start_hand_off, public.preview_hand_off, public.leads_to_hand_off,
  public.store_hand_off_rows, private.added_counts, public.finish_hand_off, public.cancel_hand_off, public.void_hand_off, public.lead_hand_offs,
  private.duplicates_to_hand_off, private.flag_suppressed_leads, private.flag_by_entries, private.flag_by_agency_entries,
  private.suppressed_hand_offs, private.flag_marks, private.flag_decided_leads, private.owner_sql, private.repeated_leads
  from public, anon, authenticated, service_role;
grant execute on function
  public.start_hand_off, public.preview_hand_off, public.leads_to_hand_off, public.store_hand_off_rows, public.finish_hand_off,
  public.cancel_hand_off, public.void_hand_off, public.lead_hand_offs
  to authenticated;

-- Results that sending tools have reported, requests for removal, and their counts by week.

create table public.result_uploads (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null,
  hand_off_id uuid not null,
  tool text not null,
  file_name text not null check (char_length(file_name) <= 255),
  mapping jsonb not null check (jsonb_typeof(mapping) = 'object' and octet_length(mapping::text) <= 100000),
  contacted int not null default 0,
  replied int not null default 0,
  bounced int not null default 0,
  unsubscribed int not null default 0,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  undone_by uuid,
  undone_at timestamptz,
  number int not null,
  unique (id, customer_id),
  constraint result_uploads_hand_off_id_fkey foreign key (hand_off_id, customer_id)
    references public.hand_offs (id, customer_id) on update cascade on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.result_uploads is
  'Files of a tool that sends with results of a hand-off. Written by functions only. A file without a new result has no row.';
comment on column public.result_uploads.tool is 'The name of the tool, by which the next file gets the mapping of the last one.';
comment on column public.result_uploads.mapping is 'What the columns of the file mean, and the values of its status column.';
comment on column public.result_uploads.contacted is 'Number of new results of this kind that the file had.';
comment on column public.result_uploads.undone_at is 'Its results were deleted then. Its do_not_contact entries stay.';
comment on column public.result_uploads.number is 'Order of the uploads of a hand-off, from 1. created_at is not: the clock may have been wrong.';

create index result_uploads_tool_idx on public.result_uploads (tool, created_at desc);
create unique index result_uploads_number_key on public.result_uploads (hand_off_id, number, customer_id);

alter table public.result_uploads
  alter customer_id set statistics 1,
  alter hand_off_id set statistics 1;

create table public.hand_off_results (
  customer_id uuid not null,
  hand_off_id uuid not null,
  lead_id uuid not null,
  kind text not null check (kind in ('contacted', 'replied', 'bounced', 'unsubscribed')),
  at timestamptz constraint hand_off_results_at_range check (private.is_plausible_date(at)),
  reported_at timestamptz not null default now(),
  upload_id uuid not null,
  tool text not null,
  campaign_id uuid not null,
  audience text,
  is_day boolean not null default false,
  primary key (customer_id, hand_off_id, lead_id, kind),
  constraint hand_off_results_hand_off_id_fkey foreign key (hand_off_id, customer_id)
    references public.hand_offs (id, customer_id) on update cascade on delete cascade,
  constraint hand_off_results_upload_id_fkey foreign key (upload_id, customer_id)
    references public.result_uploads (id, customer_id) on update cascade on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.hand_off_results is
  'What the tool that sends has reported of the leads of a hand-off. Written by functions only. Outlives lead and campaign.';
comment on column public.hand_off_results.kind is 'contacted; replied; bounced: the email; unsubscribed.';
comment on column public.hand_off_results.at is 'When it happened; null if the file has no date.';
comment on column public.hand_off_results.audience is 'That of the lead when it was handed off.';
comment on column public.hand_off_results.is_day is 'Whether the file has a date without a time: the day of `at` in UTC.';

create index hand_off_results_lead_idx on public.hand_off_results (lead_id, customer_id);
create index hand_off_results_upload_idx on public.hand_off_results (upload_id, customer_id);

alter table public.hand_off_results
  alter customer_id set statistics 1,
  alter hand_off_id set statistics 1,
  alter campaign_id set statistics 1,
  alter audience set statistics 1;

create table private.result_counters (
  customer_id uuid not null,
  id bigint generated always as identity,
  week date,
  campaign_id uuid,
  audience text,
  handed_off bigint not null,
  contacted bigint not null,
  replied bigint not null,
  part text not null check (part in ('total', 'audience', 'campaign')),
  primary key (customer_id, id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table private.result_counters is
  'Number of leads that were handed off, contacted and replied, by customer and week, each once for every part: in total, by audience at the hand-off, and by campaign. The sum of the rows, as in lead_counters. A lead that was handed off, contacted or replied several times counts for the first time.';
comment on column private.result_counters.customer_id is 'Not a foreign key, as in lead_counters.';
comment on column private.result_counters.week is
  'Monday of the week, in UTC: of the hand-off, and of each result by its date; without one by that of its upload.';
comment on column private.result_counters.part is 'total; audience; campaign. Campaign and audience are null in the rows of other parts.';

alter table private.result_counters
  alter customer_id set statistics 1,
  alter campaign_id set statistics 1,
  alter audience set statistics 1;

revoke all on sequence private.result_counters_id_seq from public, anon, authenticated, service_role;

revoke all on private.result_counters from public, anon, authenticated, service_role;

create function private.merge_result_counters(customer uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  with merged as (
    delete from private.result_counters
    where customer_id = customer and id = any (array(
      select id from private.result_counters where customer_id = customer for update skip locked
    ))
    returning part, week, campaign_id, audience, handed_off, contacted, replied
  )
  insert into private.result_counters (customer_id, part, week, campaign_id, audience, handed_off, contacted, replied)
  select customer, part, week, campaign_id, audience, sum(handed_off), sum(contacted), sum(replied)
  from merged
  group by part, week, campaign_id, audience
  having (sum(handed_off), sum(contacted), sum(replied)) <> (0, 0, 0);
end $$;
comment on function private.merge_result_counters is 'As merge_lead_counters, of hand-offs and their results.';

-- The transition table is read by itself, as a distributed database needs it.
create function private.update_result_counters() returns trigger
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  direction constant int := case tg_op when 'DELETE' then -1 else 1 end;
  changed record;
  repeated uuid[];
  counters jsonb;
  compared public.hand_off_results[];
  added record;
begin
  for changed in
    select customer_id, array_agg(lead_id) as ids, array_agg(distinct hand_off_id) as hand_offs from changed_rows group by customer_id order by customer_id
  loop
    if tg_op = 'DELETE' and not exists (select from public.customers where id = changed.customer_id) then
      delete from private.result_counters where customer_id = changed.customer_id;
      continue;
    end if;
    perform private.lock_results(changed.customer_id);
    repeated := private.repeated_leads(tg_argv[0], changed.customer_id, changed.hand_offs, changed.ids);
    if tg_argv[0] = 'handed_off_leads' then
      select jsonb_agg(to_jsonb(counted)) into counters
      from (
        select
          (array['campaign', 'audience', 'total'])[1 + grouping(campaign_id) + grouping(campaign_id, audience) / 3] as part,
          week, campaign_id, audience, sum(amount) as handed_off, 0 as contacted, 0 as replied
        from (
          select private.week_of(handed_off_at) as week, campaign_id, audience, count(*) as amount
          from changed_rows
          where customer_id = changed.customer_id and lead_id <> all (repeated)
          group by handed_off_at, campaign_id, audience
        ) lead_group
        group by grouping sets ((week), (week, audience), (week, campaign_id))
      ) counted;
      if repeated <> '{}' then
        select array_agg(row (
          customer_id, hand_off_id, lead_id, 'handed_off', handed_off_at, handed_off_at, hand_off_id, '', campaign_id, audience, false
        )::public.hand_off_results) into compared
        from changed_rows
        where customer_id = changed.customer_id and lead_id = any (repeated);
      end if;
    else
      select jsonb_agg(to_jsonb(counted)) into counters
      from (
        select
          (array['campaign', 'audience', 'total'])[1 + grouping(campaign_id) + grouping(campaign_id, audience) / 3] as part,
          week, campaign_id, audience, 0 as handed_off, sum(contacted) as contacted, sum(replied) as replied
        from (
          select
            private.week_of(coalesce(at, reported_at)) as week, campaign_id, audience, count(*) filter (where kind = 'contacted') as contacted,
            count(*) filter (where kind = 'replied') as replied
          from changed_rows
          where customer_id = changed.customer_id and lead_id <> all (repeated) and kind = any ('{contacted,replied}')
          group by coalesce(at, reported_at), campaign_id, audience
        ) lead_group
        group by grouping sets ((week), (week, audience), (week, campaign_id))
      ) counted;
      if repeated <> '{}' then
        select array_agg(row (
          customer_id, hand_off_id, lead_id, kind, at, reported_at, upload_id, tool, campaign_id, audience, is_day
        )::public.hand_off_results) into compared
        from changed_rows
        where customer_id = changed.customer_id and lead_id = any (repeated) and kind = any ('{contacted,replied}');
      end if;
    end if;
    for added in
      select * from jsonb_to_recordset(counters)
        as counter (part text, week date, campaign_id uuid, audience text, handed_off int, contacted int, replied int)
    loop
      insert into private.result_counters (customer_id, part, week, campaign_id, audience, handed_off, contacted, replied)
      values (
        changed.customer_id, added.part, added.week, added.campaign_id, added.audience, direction * added.handed_off, direction * added.contacted,
        direction * added.replied
      );
    end loop;
    if compared is not null then
      perform private.count_results(changed.customer_id, compared, direction);
    end if;
    if random() < 0.02 and current_setting('transaction_isolation') = 'read committed' then
      perform private.merge_result_counters(changed.customer_id);
    end if;
  end loop;
  return null;
end $$;
comment on function private.update_result_counters is
  'Adds the change to result_counters, one of a customer at a time, and merges those of its customers in one statement of 50.';

create function private.rebuild_result_counters() returns void language plpgsql security definer set search_path = '' as $$
begin
  lock table public.handed_off_leads, public.hand_off_results in share mode;
  truncate private.result_counters;
  insert into private.result_counters (customer_id, part, week, campaign_id, audience, handed_off, contacted, replied)
  select
    customer_id, part, private.week_of(first_at), campaign_id, audience, count(*) filter (where kind = 'handed_off'),
    count(*) filter (where kind = 'contacted'), count(*) filter (where kind = 'replied')
  from (
    select
      customer_id, lead_id, part, kind, case part when 'campaign' then campaign_id end as campaign_id,
      case part when 'audience' then audience end as audience, min(at) as first_at
    from (
      select customer_id, lead_id, campaign_id, audience, 'handed_off' as kind, handed_off_at as at from public.handed_off_leads
      union all
      select customer_id, lead_id, campaign_id, audience, kind, coalesce(at, reported_at)
      from public.hand_off_results
      where kind = any ('{contacted,replied}')
    ) listed
    cross join unnest('{total,audience,campaign}'::text[]) part
    group by 1, 2, 3, 4, 5, 6
  ) first
  group by 1, 2, 3, 4, 5;
end $$;
comment on function private.rebuild_result_counters is 'Counts hand-offs and their results again while nothing can write to them.';

create function private.keep_results() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.hand_off_results stored where stored.customer_id = new.customer_id and stored.hand_off_id = new.id) then
    raise exception 'This hand-off has results: undo their upload first' using errcode = 'PT409';
  end if;
  return new;
end $$;
comment on function private.keep_results is 'Keeps a hand-off with results from becoming void.';

create function private.record_upload(upload public.result_uploads, action text) returns void language plpgsql set search_path = '' as $$
declare
  customer text;
begin
  select name into customer from public.customers where id = upload.customer_id;
  insert into public.activity
    (actor_id, impersonation_id, customer_id, customer_name, action, subject, row_count, row_ids, changed_columns)
  values (
    auth.uid(), private.impersonation_of(upload.customer_id), upload.customer_id, customer, action, 'result_uploads', 1, array[upload.id],
    case when action = 'update' then array['undone_at'] end
  );
end $$;
comment on function private.record_upload is 'Records in the activity that results were uploaded, or that this was undone.';

create function private.require_last_upload(upload public.result_uploads) returns void language plpgsql stable set search_path = '' as $$
begin
  if upload.undone_at is not null then
    raise exception 'This upload has been undone' using errcode = 'PT409';
  elsif exists (
    select from public.result_uploads later
    where later.customer_id = upload.customer_id and later.hand_off_id = upload.hand_off_id and later.undone_at is null
      and later.number > upload.number
  ) then
    raise exception 'There is a later upload of results of this hand-off' using errcode = 'PT409';
  end if;
end $$;
comment on function private.require_last_upload is 'Raises an error unless an upload is the last one of its hand-off that is not undone.';

create function private.results_in_rows(
  hand_off public.hand_offs, rows json, upload_id uuid, out unmatched jsonb, out matched int, out results public.hand_off_results[],
  out asked_places int[], out asked_leads uuid[], out asked_emails text[], out asked_profiles text[]
) language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set enable_nestloop = off set jit = off as $$
declare
  emails text[];
  profiles text[];
  leads uuid[];
  counts int[];
  known text[];
  audiences jsonb;
begin
  select array_agg(private.email_key(given.email) order by place), array_agg(private.linkedin_key(given.linkedin) order by place)
  into emails, profiles
  from rows from (json_to_recordset(results_in_rows.rows) as (email text, linkedin text)) with ordinality as given (email, linkedin, place);

  select array_agg(found.lead_id order by place), array_agg(coalesce(found.amount, 0) order by place) into leads, counts
  from generate_series(1, cardinality(emails)) place
  left join (
    select each.place, (array_agg(each.lead_id))[1] as lead_id, count(*) as amount
    from (
      select given.place, stored.lead_id
      from unnest(emails) with ordinality as given (key, place)
      join public.hand_off_rows stored on stored.email_key = given.key
      where stored.customer_id = hand_off.customer_id and stored.hand_off_id = hand_off.id and stored.reason is null
      union
      select given.place, stored.lead_id
      from unnest(profiles) with ordinality as given (key, place)
      join public.hand_off_rows stored on stored.linkedin_key = given.key
      where stored.customer_id = hand_off.customer_id and stored.hand_off_id = hand_off.id and stored.reason is null
    ) each
    group by each.place
  ) found using (place);

  select
    count(*) filter (where counts[place] = 1),
    coalesce(jsonb_agg(jsonb_build_object('place', place - 1, 'reason', case
      when counts[place] > 1 then 'several_leads'
      when coalesce(emails[place], profiles[place]) is null then 'no_key'
      else 'not_handed_off'
    end) order by place) filter (where counts[place] <> 1), '[]')
  into matched, unmatched
  from generate_series(1, cardinality(emails)) place;

  known := array(
    select stored.lead_id || ' ' || stored.kind
    from public.hand_off_results stored
    where stored.customer_id = hand_off.customer_id and stored.hand_off_id = hand_off.id and stored.lead_id = any (leads)
  );
  select jsonb_object_agg(mark.lead_id, mark.audience) into audiences
  from public.handed_off_leads mark
  where mark.customer_id = hand_off.customer_id and mark.hand_off_id = hand_off.id and mark.lead_id = any (leads);

  with reported as materialized (
    select place, leads[place] as lead_id, counts[place] = 1 as is_matched, kind, at
    from rows from (json_to_recordset(results_in_rows.rows) as (results jsonb)) with ordinality as listed (content, place)
    cross join lateral (
      select kind, at from jsonb_each_text(listed.content) as each (kind, at)
      union all
      select 'contacted', null where listed.content ?| '{replied,unsubscribed}' and not listed.content ? 'contacted'
    ) each
  ), dated as (
    select
      lead_id, kind, at ~ '^\d{4}-\d\d-\d\d$' as is_day,
      case when at ~ '^\d{4}-\d\d-\d\d$' then at::timestamp at time zone 'UTC' else at::timestamptz end as at
    from reported
    where is_matched
  ), earliest as (
    -- Several rows of a file may be about one lead. A time on a day is more exact than the day.
    select distinct on (lead_id, kind) lead_id, kind, at, coalesce(is_day, false) as is_day
    from dated
    order by lead_id, kind, date_trunc('day', at, 'UTC') nulls last, is_day, at
  )
  select
    (
      select array_agg(row (
        hand_off.customer_id, hand_off.id, lead_id, kind, at, now(), results_in_rows.upload_id, hand_off.plan -> 'tool' ->> 'name',
        hand_off.campaign_id, audiences ->> lead_id::text, is_day
      )::public.hand_off_results)
      from earliest
      where lead_id || ' ' || kind <> all (known)
    ),
    array_agg(place order by place), array_agg(case when is_matched then lead_id end order by place), array_agg(emails[place] order by place),
    array_agg(profiles[place] order by place)
  into results, asked_places, asked_leads, asked_emails, asked_profiles
  from reported
  where kind = 'unsubscribed';
end $$;
comment on function private.results_in_rows is
  'What rows of a tool''s file report of the leads of a hand-off: the rows that match no lead or several, the number of the others, the results that are new, and everybody who has unsubscribed, with the lead if it is one of the hand-off. Who has replied or unsubscribed was contacted.';

create function public.store_hand_off_results(
  customer_id uuid, hand_off_id uuid, upload_id uuid, file_name text, mapping jsonb, rows json, dry_run boolean default false
) returns jsonb language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 5000;
  stored public.hand_offs;
  upload public.result_uploads;
  next_number int;
  reported record;
  added record;
  suppressed uuid[];
  asked record;
begin
  perform private.require_length('rows', store_hand_off_results.rows::text, 33554432);
  perform private.require_length('file_name', store_hand_off_results.file_name, 255);
  perform private.require_length('mapping', store_hand_off_results.mapping::text, 100000);
  stored := private.lock_hand_off(store_hand_off_results.customer_id, store_hand_off_results.hand_off_id, 'ready');
  if json_array_length(store_hand_off_results.rows) > most then
    raise exception 'Too many rows: %, at most %', json_array_length(store_hand_off_results.rows), most using errcode = '22023';
  end if;
  select * into reported from private.results_in_rows(stored, store_hand_off_results.rows, store_hand_off_results.upload_id);
  select
    count(*) filter (where kind = 'contacted') as contacted, count(*) filter (where kind = 'replied') as replied,
    count(*) filter (where kind = 'bounced') as bounced, count(*) filter (where kind = 'unsubscribed') as unsubscribed
  into added
  from unnest(reported.results);
  suppressed := array(select lead_id from unnest(reported.results) where kind = 'unsubscribed');
  select
    array_agg(kind) filter (where is_new and can_be_added) as kinds, array_agg(contact) filter (where is_new and can_be_added) as contacts,
    coalesce(jsonb_agg(distinct place - 1) filter (where is_open), '[]') as requests,
    coalesce(jsonb_agg(jsonb_build_object('place', place - 1, 'kind', kind, 'is_added', can_be_added) order by place, kind) filter (
      where is_given and is_refused and (is_new or is_open or not has_entry)
    ), '[]') as refused
  into asked
  from (
    select *, bool_or(can_be_added) over of_place as has_entry, not is_new and bool_or(can_be_added and not is_listed) over of_place as is_open
    from (
      select *, coalesce(lead = any (suppressed), false) as is_new
      from private.removal_requests(
        stored.customer_id, reported.asked_places, reported.asked_leads, reported.asked_emails, reported.asked_profiles
      )
    ) found
    window of_place as (partition by place)
  ) judged;
  if reported.results is not null and not dry_run then
    if asked.kinds is not null then
      perform private.lock_entries(stored.customer_id);
    end if;
    perform private.lock_results(stored.customer_id);
    select coalesce(max(number), 0) + 1 into next_number
    from public.result_uploads
    where result_uploads.customer_id = stored.customer_id and result_uploads.hand_off_id = stored.id;
    insert into public.result_uploads (id, customer_id, hand_off_id, number, tool, file_name, mapping, created_by)
    values (
      store_hand_off_results.upload_id, stored.customer_id, stored.id, next_number, stored.plan -> 'tool' ->> 'name',
      store_hand_off_results.file_name, store_hand_off_results.mapping, auth.uid()
    )
    on conflict do nothing
    returning * into upload;
    if upload.id is not null then
      perform private.record_upload(upload, 'insert');
    end if;
    update public.result_uploads set
      contacted = contacted + added.contacted, replied = replied + added.replied, bounced = bounced + added.bounced,
      unsubscribed = unsubscribed + added.unsubscribed
    where result_uploads.customer_id = stored.customer_id and result_uploads.hand_off_id = stored.id
      and result_uploads.id = store_hand_off_results.upload_id
    returning * into upload;
    if not found then
      raise exception 'This upload is of another hand-off' using errcode = 'PT409';
    end if;
    perform private.require_last_upload(upload);
    insert into public.hand_off_results select * from unnest(reported.results);
    -- The tool has stopped already: nobody has to.
    update public.handed_off_leads mark set flag = null, flagged_at = null
    where mark.customer_id = stored.customer_id and mark.hand_off_id = stored.id and mark.lead_id = any (suppressed) and mark.flag = 'do_not_contact';
    if asked.kinds is not null then
      perform private.suppress_contacts(stored, asked.kinds, asked.contacts);
    end if;
  end if;
  return jsonb_build_object(
    'matched', reported.matched, 'unmatched', reported.unmatched, 'added', to_jsonb(added), 'requests', asked.requests, 'refused', asked.refused
  );
end $$;
comment on function public.store_hand_off_results is
  'Stores what a tool reports of the leads of a ready hand-off, in at most 5,000 rows of email, linkedin and results (contacted, replied, bounced, unsubscribed: a day such as 2026-11-30, a time in ISO format, or null), which match a lead by either key. What is stored already is left as it is. Who has unsubscribed is added to do_not_contact. Returns the number of rows that match, those that do not with the reason (no_key, not_handed_off, several_leads), and the number of new results by kind; the places of others who have unsubscribed and have no entry (requests: see add_removal_requests); and the addresses of both that are no entry by themselves, email or linkedin (refused), each with whether it is added all the same, as that of a lead or a page of Sales Navigator. A dry run stores nothing. Administrators only.';

create function public.undo_hand_off_results(customer_id uuid, upload_id uuid) returns public.result_uploads
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller constant uuid := auth.uid();
  upload public.result_uploads;
  unsubscribed uuid[];
begin
  perform private.require_admin('Only an administrator can undo an upload of results');
  select * into upload
  from public.result_uploads
  where result_uploads.customer_id = undo_hand_off_results.customer_id and id = undo_hand_off_results.upload_id;
  if not found then
    raise exception 'There is no such upload' using errcode = 'PT404';
  end if;
  perform private.lock_hand_off(upload.customer_id, upload.hand_off_id, 'ready');
  perform private.hold_entries(upload.customer_id);
  select * into upload from public.result_uploads where result_uploads.customer_id = upload.customer_id and id = upload.id;
  perform private.require_last_upload(upload);
  perform private.lock_results(upload.customer_id);
  unsubscribed := array(
    select lead_id
    from public.hand_off_results
    where hand_off_results.customer_id = upload.customer_id and hand_off_results.upload_id = upload.id and kind = 'unsubscribed'
  );
  delete from public.hand_off_results
  where hand_off_results.customer_id = upload.customer_id and hand_off_results.upload_id = upload.id;
  perform private.flag_marks(upload.customer_id, private.suppressed_hand_offs(upload.customer_id, unsubscribed), 'do_not_contact', '{"",in_review}');
  update public.result_uploads set undone_at = now(), undone_by = caller
  where result_uploads.customer_id = upload.customer_id and id = upload.id
  returning * into upload;
  perform private.record_upload(upload, 'update');
  return upload;
end $$;
comment on function public.undo_hand_off_results is
  'Deletes the results of an upload, the last one of its hand-off that is not undone. The do_not_contact entries stay, and flag the leads, since the tool may not have stopped. Administrators only.';

create function private.lock_results(customer uuid) returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('leadlight.results ' || customer, 0))
$$;
comment on function private.lock_results is
  'Locks the counted hand-offs and results of a customer until the end of the transaction. A function that then writes rows that others write too takes it before.';

create function private.count_results(customer uuid, changed public.hand_off_results[], direction int) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan set enable_nestloop = off set jit = off as $$
declare
  hand_offs constant uuid[] := array(select distinct hand_off_id from unnest(changed) order by 1);
  hand_off uuid;
  own public.hand_off_results[] := changed;
  uncounted public.hand_off_results[] := '{}';
  stored public.hand_off_results[];
  ids uuid[];
  repeated uuid[];
  change record;
begin
  foreach hand_off in array hand_offs loop
    if cardinality(hand_offs) > 1 then
      own := array(select result from unnest(changed) result where result.hand_off_id = hand_off);
      uncounted := array(select result from unnest(changed) result where result.hand_off_id > hand_off);
    end if;
    ids := array(select distinct lead_id from unnest(own));
    if own[1].kind = 'handed_off' then
      select array_agg(row (
        customer_id, hand_off_id, lead_id, 'handed_off', handed_off_at, handed_off_at, hand_off_id, '', campaign_id, audience, false
      )::public.hand_off_results) into stored
      from public.handed_off_leads
      where customer_id = customer and lead_id = any (ids) and hand_off_id <> hand_off;
    else
      select array_agg(row (
        customer_id, hand_off_id, lead_id, kind, at, reported_at, upload_id, tool, campaign_id, audience, is_day
      )::public.hand_off_results) into stored
      from public.hand_off_results
      where customer_id = customer and lead_id = any (ids) and hand_off_id <> hand_off and kind = any ('{contacted,replied}');
    end if;
    if direction < 0 then
      stored := stored || uncounted;
    elsif uncounted <> '{}' then
      stored := array(select result from unnest(stored) result where result <> all (uncounted));
    end if;
    repeated := array(select distinct lead_id from unnest(stored));
    for change in
      with reported as materialized (
        select lead_id, kind, campaign_id, audience, private.week_of(coalesce(at, reported_at)) as week from unnest(own)
      ), other as (
        select lead_id, kind, campaign_id, audience, private.week_of(coalesce(at, reported_at)) as week from unnest(stored)
      ), compared as (
        select kind, campaign_id, audience, week, count(*) as amount, null::date as first, null::date as first_of_audience, null::date as first_of_campaign
        from reported
        where lead_id <> all (repeated)
        group by kind, campaign_id, audience, week
        union all
        select
          kind, reported.campaign_id, reported.audience, reported.week, 1, min(other.week),
          min(other.week) filter (where other.audience is not distinct from reported.audience),
          min(other.week) filter (where other.campaign_id = reported.campaign_id)
        from reported
        left join other using (lead_id, kind)
        where lead_id = any (repeated)
        group by lead_id, kind, reported.campaign_id, reported.audience, reported.week
      ), counted as (
        select part, kind, scope.campaign_id, scope.audience, week, amount, known
        from compared
        cross join lateral (values
          ('total', null::uuid, null::text, first), ('audience', null, audience, first_of_audience), ('campaign', campaign_id, null, first_of_campaign)
        ) scope (part, campaign_id, audience, known)
        where known is null or week < known
      ), moved as (
        select part, kind, campaign_id, audience, week, direction * amount as amount from counted
        union all
        select part, kind, campaign_id, audience, known, -direction * amount from counted where known is not null
      ), summed as (
        select
          part, week, campaign_id, audience, coalesce(sum(amount) filter (where kind = 'handed_off'), 0) as handed_off,
          coalesce(sum(amount) filter (where kind = 'contacted'), 0) as contacted, coalesce(sum(amount) filter (where kind = 'replied'), 0) as replied
        from moved
        group by part, week, campaign_id, audience
      )
      select * from summed where (handed_off, contacted, replied) <> (0, 0, 0)
    loop
      insert into private.result_counters (customer_id, part, week, campaign_id, audience, handed_off, contacted, replied)
      values (customer, change.part, change.week, change.campaign_id, change.audience, change.handed_off, change.contacted, change.replied);
    end loop;
  end loop;
end $$;
comment on function private.count_results is
  'Adds inserted rows of hand_off_results (direction 1) or deleted ones (-1) to result_counters, or those of handed_off_leads as rows of kind handed_off, hand-off by hand-off: each counts in the parts in which the lead has no earlier row, instead of the later one.';

-- A statement for each table: a distributed database plans it for one customer.
create function private.removal_requests(customer uuid, places int[], leads uuid[], emails text[], profiles text[]) returns table (
  place int, lead uuid, kind text, contact text, is_given boolean, is_refused boolean, can_be_added boolean, is_listed boolean
) language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set enable_nestloop = off set jit = off as $$
#variable_conflict use_column
declare
  ids uuid[];
  known_leads uuid[];
  known_emails text[];
  known_profiles text[];
  wanted text[];
  listed text[];
begin
  if coalesce(cardinality(places), 0) = 0 then
    return;
  end if;
  ids := array_remove(leads, null) || array(
    select lead_id from public.handed_off_leads where customer_id = customer and (email_key = any (emails) or linkedin_key = any (profiles))
  ) || array(
    select id from public.leads where customer_id = customer and (email_key = any (emails) or linkedin_key = any (profiles))
  );
  select array_agg(lead_id), array_agg(email_key), array_agg(linkedin_key) into known_leads, known_emails, known_profiles
  from public.handed_off_leads
  where customer_id = customer and lead_id = any (ids);
  select known_leads || array_agg(id), known_emails || array_agg(email_key), known_profiles || array_agg(linkedin_key)
  into known_leads, known_emails, known_profiles
  from public.leads
  where customer_id = customer and id = any (ids);
  wanted := array(select distinct key from unnest(emails || profiles || known_emails || known_profiles) key where key is not null);
  wanted := wanted || array(select unnest(private.parent_domains(domain)) from (select distinct split_part(key, '@', 2) as domain from unnest(wanted) key) used);
  listed := array(select match_key from public.do_not_contact where customer_id = customer and removed_at is null and match_key = any (wanted))
    || array(select match_key from public.agency_do_not_contact where removed_at is null and match_key = any (wanted));
  return query
    with request as materialized (
      select * from unnest(places, leads, emails, profiles) as given (place, lead, email, profile)
    ), known as materialized (
      select distinct * from unnest(known_leads, known_emails, known_profiles) as found (lead, email, profile)
    ), of_lead as (
      select place, request.lead, known.lead as known from request join known on known.lead = request.lead
      union
      select place, request.lead, known.lead from request join known on known.email = request.email
      union
      select place, request.lead, known.lead from request join known on known.profile = request.profile
    ), contact as (
      select place, lead, kind, contact, bool_or(is_given) as is_given, bool_or(not is_given) as is_of_lead
      from (
        select place, lead, email, profile, true as is_given from request
        union all
        select place, of_lead.lead, email, profile, false from of_lead join known on known.lead = of_lead.known
      ) found
      cross join lateral (values ('email', email), ('linkedin', profile)) each (kind, contact)
      where contact is not null
      group by place, lead, kind, contact
    ), judged as (
      select kind, contact, private.contact_error(kind, contact, null) is not null as is_refused, exists (
        select from unnest(private.parent_domains(split_part(contact, '@', 2)) || contact) key where key = any (listed)
      ) as is_listed
      from (select distinct kind, contact from contact) different
    )
    select
      place, lead, kind, contact, is_given, is_refused,
      is_of_lead or not is_refused or kind = 'linkedin' and contact ~ '^([^/]+\.)?linkedin\.com/sales/(lead|people)/.', is_listed
    from contact
    join judged using (kind, contact);
end $$;
comment on function private.removal_requests is
  'The emails and LinkedIn pages of people who asked not to be contacted, by their place in a file and their lead if it is one of the hand-off: those given, and those of the leads, present or handed off, that have one of these. Whether an address is refused as an entry of do_not_contact, whether it can be added all the same, as that of a lead or a page of Sales Navigator, and whether an entry applies to it already.';

create function private.suppress_contacts(hand_off public.hand_offs, kinds text[], contacts text[]) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare
  ids uuid[];
begin
  with made as (
    insert into public.do_not_contact (customer_id, kind, value, reason, source)
    select hand_off.customer_id, kind, contact, 'Unsubscribed via ' || (hand_off.plan -> 'tool' ->> 'name'), 'unsubscribed'
    from (select distinct kind, contact from unnest(kinds, contacts) as listed (kind, contact)) given
    on conflict do nothing
    returning id
  )
  select array_agg(id) into ids from made;
  perform private.take_over_entries(hand_off.customer_id, kinds, array(
    select private.contact_key(kind, contact) from unnest(kinds, contacts) with ordinality as listed (kind, contact, place) order by place
  ));
  return coalesce(ids, '{}');
end $$;
comment on function private.suppress_contacts is
  'Adds who has unsubscribed in a tool to the customer''s do_not_contact, which flags their hand-offs to other tools. Returns the ids of new entries.';

create function public.add_removal_requests(customer_id uuid, hand_off_id uuid, rows json) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 5000;
  stored public.hand_offs;
  emails text[];
  profiles text[];
  kinds text[];
  contacts text[];
begin
  perform private.require_length('rows', add_removal_requests.rows::text, 33554432);
  stored := private.lock_hand_off(add_removal_requests.customer_id, add_removal_requests.hand_off_id, 'ready');
  if json_array_length(add_removal_requests.rows) > most then
    raise exception 'Too many rows: %, at most %', json_array_length(add_removal_requests.rows), most using errcode = '22023';
  end if;
  perform private.lock_entries(stored.customer_id);
  select coalesce(array_agg(private.email_key(given.email)), '{}'), coalesce(array_agg(private.linkedin_key(given.linkedin)), '{}')
  into emails, profiles
  from json_to_recordset(add_removal_requests.rows) as given (email text, linkedin text);
  select array_agg(kind), array_agg(contact) into kinds, contacts
  from private.removal_requests(
    stored.customer_id, array(select generate_series(1, cardinality(emails))), array_fill(null::uuid, array[cardinality(emails)]), emails, profiles
  )
  where can_be_added;
  return jsonb_build_object('ids', to_jsonb(private.suppress_contacts(stored, kinds, contacts)));
end $$;
comment on function public.add_removal_requests is
  'Adds to do_not_contact people who have unsubscribed in the tool of a hand-off and are none of its leads: at most 5,000 rows of email and linkedin, which store_hand_off_results has returned as requests. Leads and former ones with one of these addresses are added with all of theirs. Returns the ids of the new entries. Administrators only.';

create function public.count_handed_off(customer_id uuid, campaign_id uuid, audiences text[] default null) returns bigint
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_variable
declare
  handed_off uuid[];
begin
  perform private.require_admin('Only an administrator can hand off leads');
  perform private.require_length('audiences', audiences::text, 100000);
  handed_off := array(
    select distinct mark.lead_id
    from public.handed_off_leads mark
    where mark.customer_id = count_handed_off.customer_id and mark.hand_off_id = any (array(
      select batch.id
      from public.hand_offs batch
      where batch.customer_id = count_handed_off.customer_id and batch.campaign_id = count_handed_off.campaign_id and batch.state = 'ready'
    ))
  );
  return (
    select count(*)
    from public.leads lead
    where lead.customer_id = count_handed_off.customer_id and lead.id = any (handed_off) and lead.is_approved
      and (audiences is null or coalesce(lead.audience, '') = any (audiences))
  );
end $$;
comment on function public.count_handed_off is
  'How many of the approved leads, of these audiences ('''': without one) or all, have been handed off from a campaign. Counts their ids; a check also finds leads that were imported again. Administrators only.';

create trigger keep_results before update on public.hand_offs
  for each row when (new.state = 'void' and old.state <> 'void') execute function private.keep_results();
create trigger update_result_counters_on_insert after insert on public.handed_off_leads
  referencing new table as changed_rows for each statement execute function private.update_result_counters('handed_off_leads');
create trigger update_result_counters_on_delete after delete on public.handed_off_leads
  referencing old table as changed_rows for each statement execute function private.update_result_counters('handed_off_leads');
create trigger update_result_counters_on_insert after insert on public.hand_off_results
  referencing new table as changed_rows for each statement execute function private.update_result_counters('hand_off_results');
create trigger update_result_counters_on_delete after delete on public.hand_off_results
  referencing old table as changed_rows for each statement execute function private.update_result_counters('hand_off_results');

revoke all on function
  private.merge_result_counters, private.update_result_counters, private.rebuild_result_counters, private.keep_results, private.record_upload,
  private.require_last_upload, public.store_hand_off_results, public.undo_hand_off_results, private.lock_results, private.count_results,
  private.removal_requests, private.suppress_contacts, private.results_in_rows, public.add_removal_requests, public.count_handed_off
  from public, anon, authenticated, service_role;
grant execute on function
  public.store_hand_off_results, public.undo_hand_off_results, public.add_removal_requests, public.count_handed_off
  to authenticated;

-- Comments, and when they were read.

create table public.comments (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null,
  lead_id uuid,
  company_id uuid,
  campaign_id uuid,
  step_id uuid,
  author_id uuid default auth.uid(),
  body text not null,
  is_internal boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz check (private.is_plausible_date(deleted_at)),
  version_id uuid,
  version_step_id uuid,
  constraint comments_body_check check ( case when deleted_at is null then private.has_text(body) and char_length(body) <= 2000 else body = '' end),
  constraint comments_row_check check (num_nonnulls(lead_id, company_id, campaign_id, step_id) = 1),
  unique (id, customer_id),
  constraint comments_lead_id_fkey foreign key (lead_id, customer_id) references public.leads (id, customer_id) on update cascade on delete cascade,
  constraint comments_company_id_fkey foreign key (company_id, customer_id)
    references public.companies (id, customer_id) on update cascade on delete cascade,
  constraint comments_campaign_id_fkey foreign key (campaign_id, customer_id)
    references public.campaigns (id, customer_id) on update cascade on delete cascade,
  constraint comments_step_id_fkey foreign key (step_id, customer_id)
    references public.campaign_steps (id, customer_id) on update cascade on delete cascade,
  constraint comments_version_check check ((version_id is null) = (version_step_id is null) and (version_id is null or campaign_id is not null))
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.comments is
  'Comments on a lead, company, campaign or step, at most 1,000 on each and 1,000 internal ones. Plain text. Visible to those who see the row, internal ones to administrators only. Deleted with the row. Not in the activity.';
comment on column public.comments.author_id is 'The user who wrote it. Not a foreign key: the comment stays when the account is deleted.';
comment on column public.comments.body is 'Empty when deleted.';
comment on column public.comments.is_internal is 'Only administrators see the comment and can write such ones.';
comment on column public.comments.deleted_at is
  'Setting it deletes the text; the row stays as a mark. Only the author can. It is the time of the database, whatever the request says.';
comment on column public.comments.version_id is
  'The version of the campaign that the comment is about. Versions are deleted with their campaign only.';
comment on column public.comments.version_step_id is 'Id of the step in the version.';

create index comments_lead_idx on public.comments (lead_id, created_at) where lead_id is not null;
create index comments_company_idx on public.comments (company_id, created_at) where company_id is not null;
create index comments_campaign_idx on public.comments (campaign_id, created_at) where campaign_id is not null;
create index comments_step_idx on public.comments (step_id, created_at) where step_id is not null;
create index comments_version_step_idx on public.comments (version_step_id, created_at) where version_step_id is not null;
-- Unread comments are found from the newest ones.
create index comments_recent_idx on public.comments (created_at desc) where deleted_at is null;
create index comments_customer_recent_idx on public.comments (customer_id, created_at desc) where deleted_at is null;

alter table public.comments
  alter customer_id set statistics 1,
  alter campaign_id set statistics 1,
  alter version_id set statistics 1;

create table public.comment_reads (
  customer_id uuid not null,
  comment_id uuid not null,
  user_id uuid not null references auth.users on delete cascade,
  primary key (comment_id, user_id),
  constraint comment_reads_comment_id_fkey foreign key (comment_id, customer_id)
    references public.comments (id, customer_id) on update cascade on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.comment_reads is 'Which comments a user has read. Written by mark_comments_read only.';

create index comment_reads_user_idx on public.comment_reads (user_id);

alter table public.comment_reads
  alter customer_id set statistics 1;

-- The trigger runs after the insert, which row-level security has then allowed: before it, whoever may not comment on a row would lock it, and learn
-- how many comments it has.
create function private.limit_comments() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Each locks the row for those after it, which then count it.
  if new.lead_id is not null then
    perform 1 from public.leads where customer_id = new.customer_id and id = new.lead_id for no key update;
  elsif new.company_id is not null then
    perform 1 from public.companies where customer_id = new.customer_id and id = new.company_id for no key update;
  elsif new.campaign_id is not null then
    perform 1 from public.campaigns where customer_id = new.customer_id and id = new.campaign_id for no key update;
  else
    perform 1 from public.campaign_steps where customer_id = new.customer_id and id = new.step_id for no key update;
  end if;
  if (
    select count(*) from public.comments
    where customer_id = new.customer_id and is_internal = new.is_internal
      and (lead_id = new.lead_id or company_id = new.company_id or campaign_id = new.campaign_id or step_id = new.step_id)
  ) > 1000 then
    raise exception 'There are already 1000 comments' using errcode = 'check_violation';
  end if;
  return null;
end $$;
comment on function private.limit_comments is
  'Rejects a comment on a row that has 1,000, deleted ones included. Internal comments are counted apart. Locks the row, so that comments added at the same time are counted too.';

create function private.delete_comment() returns trigger language plpgsql as $$
begin
  if old.deleted_at is null and new.deleted_at is not null then
    new.deleted_at := now();
    new.body := '';
  else
    new.deleted_at := old.deleted_at;
  end if;
  return new;
end $$;
comment on function private.delete_comment is 'Empties a comment whose deleted_at is set. A deleted comment stays deleted.';

create function public.comment_counts(row_ids uuid[], as_member boolean default false) returns table (
  row_id uuid, total bigint, unread bigint
) language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  if cardinality(row_ids) > 200 then
    raise exception 'Too many ids: %, at most 200', cardinality(row_ids) using errcode = '22023';
  end if;
  return query
    select
      coalesce(version_step_id, lead_id, company_id, campaign_id, step_id), count(*),
      count(*) filter (where author_id is distinct from auth.uid() and reading.comment_id is null)
    from public.comments comment
    left join public.comment_reads reading
      on reading.customer_id = comment.customer_id and reading.comment_id = comment.id and reading.user_id = auth.uid()
    where deleted_at is null and not (as_member and is_internal)
      and (
        lead_id = any (row_ids) or company_id = any (row_ids) or campaign_id = any (row_ids) and version_step_id is null
        or step_id = any (row_ids) or version_step_id = any (row_ids)
      )
    group by 1;
end $$;
comment on function public.comment_counts is
  'How many comments these leads, companies, campaigns, steps or steps of versions (at most 200) have, and how many the caller has not read, for those with any. Deleted comments are not counted, own ones are never unread. as_member: without internal comments.';

create function public.mark_comments_read(ids uuid[]) returns int language plpgsql security definer set search_path = '' as $$
declare
  scope uuid[] := private.scope(null);
  reader uuid := private.caller_id();
  marked int;
begin
  if cardinality(ids) > 1000 then
    raise exception 'Too many ids: %, at most 1000', cardinality(ids) using errcode = '22023';
  end if;
  insert into public.comment_reads (customer_id, comment_id, user_id)
  select customer_id, id, reader
  from public.comments
  where id = any (ids) and author_id is distinct from reader and (scope is null or customer_id = any (scope) and not is_internal)
  on conflict do nothing;
  get diagnostics marked = row_count;
  return marked;
end $$;
comment on function public.mark_comments_read is
  'Marks comments, at most 1,000, as read by the caller. Returns how many were unread. Ignores comments that the caller cannot see and own ones.';

create function public.step_feedback(customer_id uuid, campaign_id uuid, as_member boolean default false) returns table (
  step_id uuid, number int, comments bigint, suggestions bigint
) language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  most_versions constant int := 20;
begin
  return query
    with feedback as (
      select comment.version_id, comment.version_step_id, 1 as comments, 0 as suggestions
      from public.comments comment
      where comment.customer_id = step_feedback.customer_id and comment.campaign_id = step_feedback.campaign_id
        and comment.version_step_id is not null and comment.deleted_at is null and not (as_member and comment.is_internal)
      union all
      select suggestion.version_id, suggestion.version_step_id, 0, 1
      from public.step_suggestions suggestion
      join public.campaign_versions version on version.customer_id = suggestion.customer_id and version.id = suggestion.version_id
      where suggestion.customer_id = step_feedback.customer_id and version.campaign_id = step_feedback.campaign_id and suggestion.status = 'open'
    ),
    discussed as (
      select version.number, version.steps
      from public.campaign_versions version
      where version.customer_id = step_feedback.customer_id and version.campaign_id = step_feedback.campaign_id
        and version.id in (select feedback.version_id from feedback)
      order by version.number desc
      limit most_versions
    )
    select (listed.step ->> 'step_id')::uuid, max(discussed.number), sum(feedback.comments), sum(feedback.suggestions)
    from discussed
    cross join lateral jsonb_array_elements(discussed.steps) listed (step)
    join feedback on feedback.version_step_id = (listed.step ->> 'id')::uuid
    group by 1;
end $$;
comment on function public.step_feedback is
  'How many comments and open suggestions the steps of a campaign have in its versions (the 20 newest with any), and the newest of these versions. as_member: without internal comments.';

create function private.unread_comments(scope uuid[], as_member boolean) returns table (
  customer_id uuid, subject text, row_id uuid, created_at timestamptz
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 1000;
  oldest constant timestamptz := now() - interval '90 days';
  caller constant uuid := auth.uid();
  is_agency constant boolean := private.is_admin() and not as_member;
  others constant uuid[] := case when is_agency then array(select user_id from public.user_roles where role = 'admin') else array[caller] end;
  recent uuid[];
begin
  if scope is null then
    recent := array(
      select id from public.comments
      where created_at > oldest and deleted_at is null and author_id <> all (others) and not is_internal
      order by created_at desc
      limit most
    );
  else
    recent := array(
      select id from public.comments
      where customer_id = any (scope) and created_at > oldest and deleted_at is null and author_id <> all (others) and not is_internal
      order by created_at desc
      limit most
    );
  end if;
  recent := array(
    select unnest(recent) except select comment_id from public.comment_reads where user_id = caller and comment_id = any (recent)
  );
  return query
    select
      comment.customer_id,
      case when comment.lead_id is not null then 'leads' when comment.company_id is not null then 'companies' else 'campaigns' end,
      coalesce(comment.lead_id, comment.company_id, comment.campaign_id, step.campaign_id),
      comment.created_at
    from public.comments comment
    left join public.campaign_steps step on step.customer_id = comment.customer_id and step.id = comment.step_id
    where comment.id = any (recent);
end $$;
comment on function private.unread_comments is
  'The leads, companies and campaigns with comments of the last 90 days that the caller has not read, of the newest 1,000 by others: for an administrator by members, for a member by anyone else and not internal. A comment on a step counts for its campaign. The scope is what the caller can see; null: all.';

create trigger delete_comment before update of deleted_at on public.comments for each row execute function private.delete_comment();
create trigger limit_comments after insert on public.comments for each row execute function private.limit_comments();
create trigger check_version_step after insert on public.comments
  for each row when (new.version_step_id is not null) execute function private.check_version_step();

revoke all on function
  private.limit_comments, private.delete_comment, public.comment_counts, public.mark_comments_read, public.step_feedback, private.unread_comments
  from public, anon, authenticated, service_role;
grant execute on function
  public.comment_counts, public.mark_comments_read, public.step_feedback
  to authenticated;

-- How much a customer stores, which limits what can be added.

-- How much text a member may write within an hour: every text counts, also one that replaces another, because former versions of a row stay on the disk
-- for a while. Imports and hand-offs, which administrators write, do not count.
create table private.written_texts (
  customer_id uuid not null,
  user_id uuid not null,
  bytes_left double precision not null,
  counted_at timestamptz not null,
  primary key (user_id, customer_id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table private.written_texts is
  'How many bytes of text a user may still write for a customer: 100 MB, refilled within an hour. The customer is the nil UUID for what belongs to none.';

alter table private.written_texts
  alter customer_id set statistics 1;

revoke all on private.written_texts from public, anon, authenticated, service_role;

-- Counted in one row per customer, which a writer locks until its transaction ends: of two at the same time the second counts the first.
create table private.customer_usage (
  customer_id uuid primary key references public.customers on delete cascade,
  campaigns int not null default 0,
  bytes bigint not null default 0
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table private.customer_usage is
  'How many campaigns a customer has, at most 1,000, and how many bytes its campaigns, versions, suggestions and comments take, at most 500 MB. A comment counts as its text and 200 bytes.';

alter table private.customer_usage
  alter customer_id set statistics 1;

revoke all on private.customer_usage from public, anon, authenticated, service_role;

create function private.rebuild_usage() returns void language plpgsql security definer set search_path = '' as $$
declare
  counted record;
  hash text;
  newest bigint;
begin
  lock table public.campaigns, public.campaign_steps, public.campaign_versions, public.step_suggestions, public.comments in share row exclusive mode;
  delete from private.customer_usage;
  delete from public.campaign_contents;
  for counted in
    select customer_id, campaign_id, sum(steps)::int as steps, sum(bytes) as bytes, sum(version_bytes) as version_bytes
    from (
      select
        customer_id, campaign_id, 1 as steps, 2 + octet_length(jsonb_build_object(
          'id', id, 'step_id', id, 'step_type', step_type, 'delay_days', delay_days, 'subject', subject, 'message_content', message_content
        )::text) as bytes, 0 as version_bytes
      from public.campaign_steps
      union all
      select customer_id, campaign_id, 0, 0, octet_length(steps::text) from public.campaign_versions
      union all
      select suggestion.customer_id, campaign_id, 0, 0, 200 + octet_length(message_content) + coalesce(octet_length(subject), 0)
      from public.step_suggestions suggestion
      join public.campaign_versions version on version.customer_id = suggestion.customer_id and version.id = suggestion.version_id
    ) part
    group by customer_id, campaign_id
  loop
    hash := null;
    select octet_length(version.steps::text) into newest
    from public.campaign_versions version
    where version.customer_id = counted.customer_id and version.campaign_id = counted.campaign_id
    order by number desc
    limit 1;
    if counted.bytes = newest then
      hash := private.content_hash(counted.customer_id, counted.campaign_id);
    end if;
    insert into public.campaign_contents (campaign_id, customer_id, steps, bytes, version_bytes, newest_bytes, content_hash)
    values (counted.campaign_id, counted.customer_id, counted.steps, counted.bytes, counted.version_bytes, newest, hash);
  end loop;
  for counted in
    select customer_id, sum(campaigns)::int as campaigns, sum(bytes) as bytes
    from (
      select customer_id, 1 as campaigns, 0 as bytes from public.campaigns
      union all
      select customer_id, 0, 200 + octet_length(body) from public.comments
    ) part
    group by customer_id
  loop
    insert into private.customer_usage (customer_id, campaigns, bytes)
    values (
      counted.customer_id, counted.campaigns,
      counted.bytes + (
        select coalesce(sum(bytes + version_bytes), 0) from public.campaign_contents contents where contents.customer_id = counted.customer_id
      )
    );
  end loop;
end $$;
comment on function private.rebuild_usage is 'Counts the campaigns, steps, versions and comments of all customers again. Needed as rebuild_counters.';

create function private.rebuild_counters() returns void language plpgsql security definer set search_path = '' as $$
begin
  lock table public.leads, public.companies in share mode;
  truncate public.lead_counters, public.company_counters, private.decision_counters;
  insert into public.lead_counters (customer_id, audience, total, approved, reviewed)
  select customer_id, audience, count(*), count(*) filter (where is_approved), count(is_approved)
  from public.leads
  group by customer_id, audience;
  insert into public.company_counters (customer_id, total, approved, reviewed)
  select customer_id, count(*), count(*) filter (where is_approved), count(is_approved)
  from public.companies
  group by customer_id;
  insert into private.decision_counters (customer_id, week, audience, rejection_reason_id, approved, rejected)
  select
    customer_id, private.week_of(decided_at), audience, rejection_reason_id, count(*) filter (where is_approved), count(*) filter (where not is_approved)
  from public.leads
  where is_approved is not null
  group by 1, 2, 3, 4;
  perform private.rebuild_result_counters();
  perform private.rebuild_usage();
end $$;
comment on function private.rebuild_counters is
  'Counts all leads, companies, decisions, hand-offs and results, and the size of all campaigns and comments again. Needed after writes that bypass the triggers, such as a restore of data alone.';

-- Undoing goes on when nothing is left. A small text counts by chance in proportion to its size, so that most writes cost no more than before.
create function private.count_text(customer uuid, bytes bigint) returns void language plpgsql as $$
declare
  most constant float8 := 100000000;
  seconds constant float8 := 3600;
  least_counted constant int := 4000;
  caller uuid;
  moment constant timestamptz := clock_timestamp();
  counted constant bigint := greatest(bytes, least_counted);
  remaining float8;
begin
  if random() * counted >= bytes then
    return;
  end if;
  caller := auth.uid();
  if caller is null
    or 'on' in (current_setting('leadlight.restoring', true), current_setting('leadlight.undoing', true))
  then
    return;
  end if;
  insert into private.written_texts as stored (customer_id, user_id, bytes_left, counted_at)
  values (customer, caller, most - counted, moment)
  on conflict (user_id, customer_id) do update
  set
    bytes_left = least(most, stored.bytes_left + most / seconds * greatest(0, extract(epoch from moment - stored.counted_at)::float8)) - counted,
    counted_at = moment
  returning bytes_left into remaining;
  if remaining < 0 then
    raise exception 'You have added 100 MB of text within an hour. Try again later' using errcode = 'PT429';
  end if;
end $$;
comment on function private.count_text is
  'Counts what the caller writes for a customer: the bytes of each text, and 100 of each row. Raises an error above 100 MB an hour. The service key and the owner have no limit.';

create function private.follow_decisions() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  made record;
begin
  for made in
    select customer_id, is_approved, sum(100 + coalesce(octet_length(rejection_note), 0)) as bytes,
      array_agg(lead_id) filter (where lead_id is not null and is_approved is distinct from previous_is_approved) as ids
    from new_decisions
    group by customer_id, is_approved
    order by customer_id
  loop
    perform private.count_text(made.customer_id, made.bytes);
    if made.ids is not null and current_setting('leadlight.restoring', true) is distinct from 'on' then
      perform private.flag_decided_leads(made.customer_id, made.is_approved, made.ids);
    end if;
  end loop;
  return null;
end $$;
comment on function private.follow_decisions is
  'Counts decisions and their notes as text that the caller has written, and flags handed-off leads that are not approved any more, until they are.';

create function private.count_entries() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  added record;
begin
  for added in
    select customer_id, sum(100 + octet_length(value) + coalesce(octet_length(reason), 0)) as bytes from new_entries group by customer_id
  loop
    perform private.count_text(added.customer_id, added.bytes);
  end loop;
  return null;
end $$;
comment on function private.count_entries is 'Counts entries of do_not_contact as text that the caller has written.';

create function private.count_row() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  row_values constant jsonb := to_jsonb(new);
  customer constant uuid := row_values ->> 'customer_id';
begin
  perform private.count_text(
    coalesce(customer, '00000000-0000-0000-0000-000000000000'), 100 + coalesce(octet_length(row_values ->> tg_argv[0]), 0)
  );
  return null;
end $$;
comment on function private.count_row is 'Counts the column that the trigger names as text that the caller has written.';

create function private.change_usage(customer uuid, more_campaigns int, more_bytes bigint) returns void language plpgsql as $$
declare
  most_campaigns constant int := 1000;
  most_bytes constant bigint := 500000000;
  usage private.customer_usage;
begin
  if more_campaigns > 0 or more_bytes > 0 then
    insert into private.customer_usage as stored (customer_id, campaigns, bytes)
    values (customer, more_campaigns, more_bytes)
    on conflict (customer_id) do update set campaigns = stored.campaigns + excluded.campaigns, bytes = stored.bytes + excluded.bytes
    returning * into usage;
  elsif more_campaigns < 0 or more_bytes < 0 then
    update private.customer_usage set campaigns = campaigns + more_campaigns, bytes = bytes + more_bytes where customer_id = customer;
  end if;
  if current_setting('leadlight.restoring', true) = 'on' then
    return;
  elsif more_campaigns > 0 and usage.campaigns > most_campaigns then
    raise exception 'A customer can have at most % campaigns. Delete some first', most_campaigns using errcode = 'check_violation';
  elsif more_bytes > 0 and usage.bytes > most_bytes then
    raise exception 'The campaigns, versions and comments of a customer can have at most 500 MB of text. Delete some first'
      using errcode = 'check_violation';
  end if;
end $$;
comment on function private.change_usage is
  'Adds to what is counted of a customer. Raises an error if that is then above a limit, which a restored row may exceed.';

create function private.count_campaigns() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed record;
begin
  if tg_op = 'INSERT' then
    for changed in
      select customer_id, count(*)::int as campaigns, sum(100 + octet_length(name)) as bytes
      from new_campaigns group by customer_id order by customer_id
    loop
      perform private.change_usage(changed.customer_id, changed.campaigns, 0);
      perform private.count_text(changed.customer_id, changed.bytes);
    end loop;
  elsif tg_op = 'UPDATE' then
    for changed in
      select customer_id, sum(campaigns)::int as campaigns, sum(bytes) as bytes
      from (
        select customer_id, 1 as campaigns, 100 + octet_length(name) as bytes from new_campaigns
        union all
        select customer_id, -1, 0 from old_campaigns
      ) counted
      group by customer_id order by customer_id
    loop
      perform private.change_usage(changed.customer_id, changed.campaigns, 0);
      perform private.count_text(changed.customer_id, changed.bytes);
    end loop;
  else
    for changed in select customer_id, count(*)::int as campaigns from old_campaigns group by customer_id order by customer_id loop
      perform private.change_usage(changed.customer_id, -changed.campaigns, 0);
    end loop;
  end if;
  return null;
end $$;
comment on function private.count_campaigns is 'Counts the campaigns of each customer, and their names as text that the caller has written.';

create function private.count_comments() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed record;
begin
  if tg_op = 'INSERT' then
    for changed in
      select customer_id, sum(200 + octet_length(body)) as bytes from new_comments group by customer_id order by customer_id
    loop
      perform private.change_usage(changed.customer_id, 0, changed.bytes);
      perform private.count_text(changed.customer_id, changed.bytes);
    end loop;
  elsif tg_op = 'UPDATE' then
    for changed in
      select customer_id, sum(bytes) as bytes
      from (
        select customer_id, 200 + octet_length(body) as bytes from new_comments
        union all
        select customer_id, -200 - octet_length(body) from old_comments
      ) counted
      group by customer_id order by customer_id
    loop
      perform private.change_usage(changed.customer_id, 0, changed.bytes);
    end loop;
  else
    for changed in
      select customer_id, sum(200 + octet_length(body)) as bytes from old_comments group by customer_id order by customer_id
    loop
      perform private.change_usage(changed.customer_id, 0, -changed.bytes);
    end loop;
  end if;
  return null;
end $$;
comment on function private.count_comments is
  'Counts the bytes of the comments of each customer, and added ones as text that the caller has written.';

create trigger count_name after update of full_name on public.profiles
  for each row when (new.full_name is distinct from old.full_name) execute function private.count_row('full_name');
create trigger follow_decisions after insert on public.decisions
  referencing new table as new_decisions for each statement execute function private.follow_decisions();
create trigger count_campaigns_on_insert after insert on public.campaigns
  referencing new table as new_campaigns for each statement execute function private.count_campaigns();
create trigger count_campaigns_on_update after update on public.campaigns
  referencing old table as old_campaigns new table as new_campaigns
  for each statement when (pg_trigger_depth() = 0) execute function private.count_campaigns();
create trigger count_campaigns_on_delete after delete on public.campaigns
  referencing old table as old_campaigns for each statement execute function private.count_campaigns();
create trigger count_comments_on_insert after insert on public.comments
  referencing new table as new_comments for each statement execute function private.count_comments();
create trigger count_comments_on_update after update on public.comments
  referencing old table as old_comments new table as new_comments for each statement execute function private.count_comments();
create trigger count_comments_on_delete after delete on public.comments
  referencing old table as old_comments for each statement execute function private.count_comments();
create trigger count_keys after insert or update on public.list_columns for each row execute function private.count_row('keys');
create trigger count_entries after insert on public.do_not_contact
  referencing new table as new_entries for each statement execute function private.count_entries();

revoke all on function
  private.rebuild_counters, private.count_text, private.follow_decisions, private.count_entries, private.count_row, private.change_usage,
  private.count_campaigns, private.count_comments, private.rebuild_usage
  from public, anon, authenticated, service_role;

-- Lists, searches, filters, counts and message variables of leads and companies.

-- These functions take columns and not a row: PostgreSQL alters no table whose row type a parsed function body uses.
create function private.first_name_of(first_name text, name text) returns text language sql immutable parallel safe
return case
  when private.has_text(first_name) then private.trimmed(first_name)
  else split_part(private.trimmed(name), ' ', 1)
end;
comment on function private.first_name_of is 'Value of the variable first name: the first name, or else the first word of the name.';

create function private.last_name_of(last_name text, name text) returns text language sql immutable parallel safe
return case
  when private.has_text(last_name) then private.trimmed(last_name)
  when position(' ' in private.trimmed(name)) = 0 then ''
  else private.trimmed(substr(private.trimmed(name), position(' ' in private.trimmed(name))))
end;
comment on function private.last_name_of is 'Value of the variable last name: the last name, or else the name without its first word.';

create function private.is_missing(missing text, last_name text, name text, company text, email text) returns boolean
language sql immutable parallel safe
return case missing
  when 'last_name' then private.last_name_of(last_name, name) = ''
  when 'company' then private.has_text(company) is not true
  when 'email' then private.has_text(email) is not true
end;
comment on function private.is_missing is 'Whether a message to a lead would lack this field.';

create function public.count_missing_fields(customer_id uuid) returns table (
  approved bigint, last_name bigint, company bigint, email bigint
) language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set enable_indexscan = off as $$
#variable_conflict use_column
declare
  scope uuid[] := private.scope(array[count_missing_fields.customer_id]);
begin
  return query
    select
      count(*),
      count(*) filter (where private.is_missing('last_name', lead.last_name, lead.name, lead.company, lead.email)),
      count(*) filter (where private.is_missing('company', lead.last_name, lead.name, lead.company, lead.email)),
      count(*) filter (where private.is_missing('email', lead.last_name, lead.name, lead.company, lead.email))
    from public.leads lead
    where lead.customer_id = any (scope) and lead.is_approved;
end $$;
comment on function public.count_missing_fields is
  'Number of approved leads of a customer, and for how many of them a message would lack each field.';

create function public.longest_lead(
  customer_id uuid, first_names int default 0, last_names int default 0, companies int default 0
) returns setof public.leads language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  scope uuid[] := private.scope(array[longest_lead.customer_id]);
begin
  return query
    select lead.*
    from public.leads lead
    where lead.customer_id = any (scope) and lead.is_approved
    order by
      first_names::bigint * char_length(private.first_name_of(lead.first_name, lead.name))
        + last_names::bigint * char_length(private.last_name_of(lead.last_name, lead.name))
        + companies::bigint * coalesce(char_length(private.trimmed(lead.company)), 0) desc,
      lead.created_at desc, lead.id desc
    limit 1;
end $$;
comment on function public.longest_lead is 'The approved lead for whom a text is longest that uses the variables so many times.';

-- With an import, the customer only says whose rows may be read: as an equality it would be expected to select as few rows of the import as of the table, and its
-- indexes would be read instead of the import's. A distributed database finds the node by it.
create function private.scope_condition(
  scope uuid[], audience text default null, status text default null, reason uuid default null, import_id uuid default null
) returns text language plpgsql stable parallel safe as $$
declare
  owned constant text := case
    when cardinality(scope) = 1 then format('customer_id = %L', scope[1])
    when scope is not null then format('customer_id = any (%L)', scope)
  end;
begin
  if status not in ('to_review', 'approved', 'rejected') then
    raise exception 'Unknown status: %', left(status, 100) using errcode = '22023';
  end if;
  perform private.require_length('audience', audience, 100);
  return concat_ws(' and ',
    case when import_id is null or to_regclass('pg_catalog.pg_dist_partition') is not null then owned else 'coalesce(' || owned || ', false)' end,
    case when audience = '' then 'audience is null' else 'audience = ' || quote_literal(audience) end,
    case status
      when 'to_review' then 'is_approved is null' when 'approved' then 'is_approved is true' when 'rejected' then 'is_approved is false'
    end,
    'rejection_reason_id = ' || quote_literal(reason),
    'import_id = ' || quote_literal(import_id),
    'true'
  );
end $$;
comment on function private.scope_condition is
  'SQL condition for the rows of a list without a search: of the customers in scope (null: all), of an audience ('''': rows without one), of a status, of a reason for rejection and of an import.';

create function private.word_condition(term text, scope uuid[], has_email boolean) returns text language plpgsql stable set search_path = '' as $$
declare
  searched record := private.search_conditions(term, scope, has_email);
begin
  return searched.matches || case when searched.candidates <> searched.matches then ' and ' || searched.candidates else '' end;
end $$;
comment on function private.word_condition is 'SQL condition for the rows that contain each word of a search term; null without words.';

create function private.sort_sql(sort text, out key text, out direction text) language plpgsql immutable parallel safe as $$
begin
  key := case sort
    when 'newest' then 'created_at'
    when 'name' then 'private.name_sort_key(search_text)'
    when 'company' then 'private.company_sort_key(search_text)'
  end;
  direction := case sort when 'newest' then 'desc' else 'asc' end;
  if key is null then
    raise exception 'Unknown sort order: %', left(sort, 100) using errcode = '22023';
  end if;
end $$;
comment on function private.sort_sql is 'The SQL expression by which a list is sorted, and its direction. Rows with the same key are sorted by id.';

create function private.after_condition(sort text, key text, id uuid) returns text language plpgsql immutable parallel safe as $$
declare
  sorted record := private.sort_sql(sort);
  beyond text := case sorted.direction when 'desc' then '<' else '>' end;
begin
  return case
    when key is null or id is null then 'true'
    else format('%1$s %2$s= %3$L and (%1$s %2$s %3$L or id %2$s %4$L)', sorted.key, beyond, key, id)
  end;
end $$;
comment on function private.after_condition is 'SQL condition for the rows of a list after the one with this key and id.';

create function private.last_sort_key(sort text, created_at timestamptz, name text) returns text language plpgsql stable parallel safe as $$
begin
  perform private.require_length('after_text', name, 500);
  return case sort
    when 'newest' then created_at::text
    when 'name' then private.name_sort_key(private.search_text(coalesce(name, '')))
    when 'company' then private.company_sort_key(private.search_text('', name))
  end;
end $$;
comment on function private.last_sort_key is
  'The sort key of the row that a page follows, from its created_at or its name or company, at most 500 characters.';

-- No index has the rows of several customers in the order of a list, nor the rows of all statuses by name.
create function private.list_sql(
  relation regclass, scope uuid[], audience text, status text, reason uuid, sort text, after text, size int, import_id uuid
) returns text language plpgsql stable as $$
declare
  sorted constant record := private.sort_sql(sort);
  by_customer constant boolean := coalesce(cardinality(scope) between 2 and 5, false);
  is_sorted_here constant boolean := import_id is not null and sort <> 'newest';
  source constant text := case
    when is_sorted_here then format('(select * from %s where import_id = %L offset 0) imported', relation, import_id) else relation::text
  end;
  customer uuid;
  part int;
  parts text[] := '{}';
begin
  foreach customer in array case when by_customer then scope else array[null::uuid] end loop
    foreach part in array case
      when sort = 'newest' or is_sorted_here then array[null::int]
      when status = 'rejected' or reason is not null then array[0]
      when status = 'approved' then array[1]
      when status = 'to_review' then array[2]
      else array[0, 1, 2]
    end loop
      parts := parts || format(
        '(select *%s from %s where %s and %s and %s order by %s %s, id %7$s limit %L)',
        case when sort <> 'newest' then format(', %s as key', sorted.key) end, source,
        private.scope_condition(case when by_customer then array[customer] else scope end, audience, status, reason, import_id),
        coalesce('coalesce(is_approved::int, 2) = ' || part, 'true'), after, sorted.key, sorted.direction, size
      );
    end loop;
  end loop;
  return case cardinality(parts)
    when 1 then parts[1]
    else format(
      '(select * from (%s) part order by %s %s, id %3$s limit %L)', array_to_string(parts, ' union all '),
      case sort when 'newest' then 'created_at' else 'key' end, sorted.direction, size
    )
  end;
end $$;
comment on function private.list_sql is
  'SQL of the first rows of a list after a condition, sorted by a text with their keys. Without a size, of all rows.';

create function public.search_leads(
  term text, customers uuid[] default null, audience_name text default null, before_created_at timestamptz default null,
  before_id uuid default null, page_size int default 50, status text default null, reason uuid default null, sort text default 'newest',
  after_text text default null, import_id uuid default null, filter jsonb default null
) returns setof public.leads language plpgsql stable security definer set search_path = '' as $$
declare
  page constant public.leads[] := private.search_rows(
    '{}'::public.leads[], private.narrowed_term(term, filter), private.scope(customers), audience_name, status, reason, sort,
    private.last_sort_key(sort, before_created_at, after_text), before_id, page_size, import_id
  );
begin
  return query execute 'select * from unnest($1)' using page; -- a cached plan would keep the columns that the table had
end $$;
comment on function public.search_leads is
  'A page of the leads that contain each word of the term in name, company, title or, for a word with @, email. Ignores case and accents; a word of one or two letters matches the beginning of a word. Administrators who search all customers also find leads by the customer''s name. status is to_review, approved or rejected; reason is an id of rejection_reasons; sort is newest, name or company; import_id limits the page to the rows of an import. filter: {"changed": true} for rows that have changed since the decision; {"custom": {key: text}} for rows in which custom fields have these values, null: are empty, of one customer. The page follows the lead with before_id and its created_at or, sorted by a text, that text in after_text.';

create function public.search_companies(
  term text, customers uuid[] default null, before_created_at timestamptz default null, before_id uuid default null,
  page_size int default 50, status text default null, reason uuid default null, sort text default 'newest', after_text text default null,
  import_id uuid default null, filter jsonb default null
) returns setof public.companies language plpgsql stable security definer set search_path = '' as $$
declare
  page public.companies[];
begin
  if sort = 'company' then
    raise exception 'Unknown sort order: %', sort using errcode = '22023';
  end if;
  page := private.search_rows(
    '{}'::public.companies[], private.narrowed_term(term, filter), private.scope(customers), null, status, reason, sort,
    private.last_sort_key(sort, before_created_at, after_text), before_id, page_size, import_id
  );
  return query execute 'select * from unnest($1)' using page; -- a cached plan would keep the columns that the table had
end $$;
comment on function public.search_companies is
  'A page of the companies that contain each word of the term in name, industry or location. sort is newest or name; otherwise as search_leads.';

create function public.count_leads_among(
  ids uuid[], term text default '', customers uuid[] default null, audience_name text default null, status text default null,
  reason uuid default null, import_id uuid default null, filter jsonb default null
) returns bigint language plpgsql stable security definer set search_path = '' set enable_indexscan = off as $$
declare
  scope uuid[] := private.scope(customers);
  total bigint;
begin
  perform private.require_cardinality('ids', ids, 10000);
  execute 'select count(*) from (select * from public.leads where id = any ($1) offset 0) selected where '
    || concat_ws(' and ',
      private.scope_condition(scope, audience_name, status, reason, import_id),
      private.word_condition(private.narrowed_term(term, filter), scope, true)
    )
    into total using ids;
  return total;
end $$;
comment on function public.count_leads_among is 'How many of the selected leads, at most 10,000, match the present filter of the list.';

create function public.count_companies_among(
  ids uuid[], term text default '', customers uuid[] default null, status text default null, reason uuid default null,
  import_id uuid default null, filter jsonb default null
) returns bigint language plpgsql stable security definer set search_path = '' set enable_indexscan = off as $$
declare
  scope uuid[] := private.scope(customers);
  total bigint;
begin
  perform private.require_cardinality('ids', ids, 10000);
  execute 'select count(*) from (select * from public.companies where id = any ($1) offset 0) selected where '
    || concat_ws(' and ',
      private.scope_condition(scope, null, status, reason, import_id),
      private.word_condition(private.narrowed_term(term, filter), scope, false)
    )
    into total using ids;
  return total;
end $$;
comment on function public.count_companies_among is 'How many of the selected companies, at most 10,000, match the present filter of the list.';

-- A search reads the first leads of the list before it reads the index for searches, as search_rows does.
create function public.approved_leads_without(
  missing text, customers uuid[] default null, before_created_at timestamptz default null, before_id uuid default null,
  page_size int default 50, term text default '', audience_name text default null
) returns setof public.leads language plpgsql stable security definer set search_path = '' as $$
declare
  most_read_first constant int := 1000;
  size constant int := least(greatest(page_size, 0), 1000);
  scope uuid[] := private.scope(customers);
  sql record := private.missing_sql(missing, scope, true);
  searched constant text := private.word_condition(private.narrowed_term(term, null), scope, true);
  listed constant text := concat_ws(' and ',
    'is_approved', private.scope_condition(scope, audience_name), private.after_condition('newest', before_created_at::text, before_id)
  );
  rest constant text := concat(
    sql.joined, ' where ', concat_ws(' and ', sql.condition, listed, searched), ' order by created_at desc, id desc limit $1'
  );
  page public.leads[];
begin
  if searched is not null then
    execute concat(
      'select array(select leads::public.leads from (select * from public.leads where ', listed, ' order by created_at desc, id desc limit ',
      most_read_first, ') leads', rest, ')'
    ) into page using size;
    if cardinality(page) >= size then
      return query execute 'select * from unnest($1)' using page; -- a cached plan would keep the columns that the table had
      return;
    end if;
  end if;
  return query execute 'select leads.* from public.leads' || rest using size;
end $$;
comment on function public.approved_leads_without is
  'A page of the approved leads for which a message would lack email or a variable, such as last_name, company_size or the key of a custom field, newest first. A custom field is known of one customer only.';

create function public.count_approved_leads_without(
  missing text, customers uuid[] default null, term text default '', audience_name text default null
) returns bigint language plpgsql stable security definer set search_path = '' set enable_indexscan = off as $$
declare
  scope uuid[] := private.scope(customers);
  sql record := private.missing_sql(missing, scope, false);
  total bigint;
begin
  execute concat('select count(*) from public.leads', sql.joined, ' where is_approved and ')
    || concat_ws(' and ',
      sql.condition, private.scope_condition(scope, audience_name), private.word_condition(private.narrowed_term(term, null), scope, true)
    )
    into total;
  return total;
end $$;
comment on function public.count_approved_leads_without is 'Number of leads that approved_leads_without returns.';

create function private.matching_totals(
  relation regclass, term text, scope uuid[], audience_name text, reason uuid, unfiltered bigint, estimate boolean, import_id uuid,
  out total bigint, out approved bigint, out reviewed bigint, out is_estimated boolean
) language plpgsql stable security definer set search_path = '' as $$
declare
  exact_below constant int := 5000;
  sample_size constant int := 2000;
  most_hits constant int := 1000;
  count_sql constant text := 'select count(*), count(*) filter (where is_approved) as approved, count(is_approved) as reviewed from ';
  has_email constant boolean := relation = 'public.leads'::regclass;
  searched record := private.search_conditions(term, scope, has_email);
  of_reason text := private.scope_condition(null, null, null, reason);
  sampled text;
  hits_sql text;
  counted bigint;
  hits record;
begin
  is_estimated := estimate and searched.matches is not null and import_id is null and unfiltered > exact_below;
  if searched.matches is null then
    hits_sql := format('select is_approved from %s where %s', relation, private.scope_condition(scope, audience_name, null, reason, import_id));
  else
    hits_sql := format(
      'select is_approved from (select * from %s where %s and %s offset 0) candidate where %s',
      relation, private.scope_condition(scope, audience_name, null, reason, import_id),
      case when import_id is null then searched.candidates else 'true' end, searched.matches
    );
  end if;
  if not is_estimated then
    execute count_sql || format('(%s) hit', hits_sql) into total, approved, reviewed;
    return;
  end if;

  sampled := private.list_sql(
    relation, scope, audience_name, case when reason is not null then 'rejected' end, null, 'newest', 'true', sample_size, import_id
  );
  execute count_sql || format('%s newest where %s and %s', sampled, of_reason, searched.matches) into counted, approved, reviewed;
  total := counted * unfiltered / sample_size;
  -- Few hits of the sample are no basis for an estimate.
  if total <= most_hits * 2 or counted < 10 then
    execute count_sql || format('(with hits as materialized (%s) select is_approved from hits limit %L) hit', hits_sql, most_hits + 1) into hits;
    is_estimated := hits.count > most_hits;
    total := case when is_estimated then greatest(total, hits.count) else hits.count end;
    if counted = 0 or not is_estimated then
      counted := hits.count;
      approved := hits.approved;
      reviewed := hits.reviewed;
    end if;
  end if;
  if is_estimated then
    approved := approved * total / counted;
    reviewed := reviewed * total / counted;
  end if;
end $$;
comment on function private.matching_totals is
  'Counts the rows of a table that match a search, or have a reason or an import. unfiltered is the number of rows without them. With estimate, without an import, and if that is more than 5,000: up to 1,000 hits are counted; more are estimated by the share of hits among the newest 2,000 rows.';

create function public.lead_totals(
  term text default '', customers uuid[] default null, audience_name text default null, estimate boolean default false,
  reason uuid default null, import_id uuid default null,
  filter jsonb default null
) returns table (
  total bigint, approved bigint, reviewed bigint, is_estimated boolean
) language plpgsql stable security definer set search_path = '' as $$
declare
  scope uuid[] := private.scope(customers);
  stored record := private.stored_lead_totals(scope, audience_name);
begin
  perform private.require_length('audience_name', audience_name, 100);
  if reason is null and import_id is null and coalesce(filter, '{}') = '{}' and not exists (select from private.words_of(term)) then
    return query select stored.total, stored.approved, stored.reviewed, false;
  else
    return query select * from private.matching_totals(
      'public.leads', private.narrowed_term(term, filter), scope, audience_name, reason,
      case when reason is null then stored.total else stored.reviewed - stored.approved end, estimate, import_id
    );
  end if;
end $$;
comment on function public.lead_totals is
  'How many leads match a search, and how many of them are approved and reviewed (approved or rejected). Without a term, a reason and an import the counters answer. With estimate, a search with many matches is estimated, except among the rows of an import.';

create function public.company_totals(
  term text default '', customers uuid[] default null, estimate boolean default false, reason uuid default null, import_id uuid default null,
  filter jsonb default null
) returns table (
  total bigint, approved bigint, reviewed bigint, is_estimated boolean
) language plpgsql stable security definer set search_path = '' as $$
declare
  scope uuid[] := private.scope(customers);
  stored record := private.stored_company_totals(scope);
begin
  if reason is null and import_id is null and coalesce(filter, '{}') = '{}' and not exists (select from private.words_of(term)) then
    return query select stored.total, stored.approved, stored.reviewed, false;
  else
    return query select * from private.matching_totals(
      'public.companies', private.narrowed_term(term, filter), scope, null, reason,
      case when reason is null then stored.total else stored.reviewed - stored.approved end, estimate, import_id
    );
  end if;
end $$;
comment on function public.company_totals is 'How many companies match a search, and how many of them are approved and reviewed. See lead_totals.';

create function public.count_leads(
  term text default '', customers uuid[] default null, audience_name text default null, approved boolean default null,
  import_id uuid default null, filter jsonb default null
) returns bigint language sql stable set search_path = '' as $$
  select case
    when count_leads.approved then totals.approved
    when not count_leads.approved then totals.total - totals.approved
    else totals.total
  end
  from public.lead_totals(term, customers, audience_name, import_id => import_id, filter => filter) totals
$$;
comment on function public.count_leads is
  'Number of leads that match a search; approved narrows to approved or pending ones, import_id to the rows of an import.';

create function public.count_companies(
  term text default '', customers uuid[] default null, approved boolean default null, import_id uuid default null, filter jsonb default null
) returns bigint language sql stable set search_path = '' as $$
  select case
    when count_companies.approved then totals.approved
    when not count_companies.approved then totals.total - totals.approved
    else totals.total
  end
  from public.company_totals(term, customers, import_id => import_id, filter => filter) totals
$$;
comment on function public.count_companies is
  'Number of companies that match a search; approved narrows to approved or pending ones, import_id to the rows of an import.';

create function private.search_conditions(term text, scope uuid[], has_email boolean, out matches text, out candidates text)
language plpgsql stable security definer set search_path = '' as $$
declare
  word text;
  seen text[] := '{}';
  pattern text;
  local_part text;
  domain text;
  others text;
  match text;
  candidate text;
  narrowed record;
begin
  perform private.require_length('search term', split_part(term, chr(30), 1), 200);
  foreach word in array string_to_array(private.collapse_spaces(coalesce(split_part(term, chr(30), 1), '')), ' ') loop
    pattern := private.word_pattern(word);
    continue when pattern is null or word = any (seen);
    seen := seen || word;
    match := format('search_text like %L', pattern);
    candidate := case when pattern ~ '^%[^ ]{6,}$' then format('search_text like %L', left(pattern, 6) || '%') else match end;
    -- A part of an email without letters is in no index.
    if has_email and position('@' in word) > 0 and char_length(word) > 2 and pattern ~ '[^ᚠ-ᛀ %]' then
      local_part := private.text_key(split_part(word, '@', 1));
      domain := private.text_key(substr(word, position('@' in word) + 1));
      match := match || format(' or email_key || '''' like %L', private.search_pattern(private.text_key(word)));
      candidate := candidate || case
        when local_part = '' then format(' or email_key || '''' like %L', private.search_pattern('@' || domain))
        else format(
          $sql$ or reverse(split_part(email_key, '@', 1)) like %L and split_part(email_key, '@', 2) like %L$sql$,
          substr(private.search_pattern(reverse(local_part)), 2), substr(private.search_pattern(domain), 2)
        )
      end;
    end if;
    -- Administrators who search the rows of all customers find the customers' names, too.
    if scope is null then
      select format(' or customer_id = any (%L)', array_agg(id)) into others from public.customers where search_text like pattern having count(*) > 0;
    end if;
    matches := concat_ws(' and ', matches, '(' || match || coalesce(others, '') || ')');
    candidates := concat_ws(' and ', candidates, '(' || candidate || coalesce(others, '') || ')');
  end loop;
  for narrowed in
    select *
    from private.filter_conditions(
      nullif(split_part(term, chr(30), 2), '')::jsonb, scope, case when has_email then 'leads' else 'companies' end
    )
  loop
    matches := concat_ws(' and ', matches, narrowed.condition);
    candidates := concat_ws(' and ', candidates, narrowed.indexed);
  end loop;
end $$;
comment on function private.search_conditions is
  'SQL conditions for the rows that contain each word of a search term, a word of one or two letters at the beginning of a word, and for the few more among which an index finds them; null without words. Search does not rely on row-level security, because LIKE is not leakproof and could then use no index.';

create function private.search_rows(
  page anyarray, term text, scope uuid[], audience text, status text, reason uuid, sort text, after_key text, after_id uuid,
  page_size int, import_id uuid
) returns anyarray language plpgsql stable security definer set search_path = '' as $$
declare
  most_hits constant int := 5000;
  relation constant regclass := rtrim(pg_typeof(page)::text, '[]');
  size constant int := least(greatest(page_size, 0), 1000);
  direction constant text := (private.sort_sql(sort)).direction;
  after constant text := private.after_condition(sort, after_key, after_id);
  searched constant record := private.search_conditions(term, scope, relation = 'public.leads'::regclass);
  columns text := 'listed';
  page_sql text;
  list text;
  list_size int;
  total bigint;
  hits bigint;
begin
  if sort <> 'newest' then
    select 'row (' || string_agg(quote_ident(attname), ', ' order by attnum) || ')' into columns
    from pg_catalog.pg_attribute where attrelid = relation and attnum > 0 and not attisdropped;
  end if;
  page_sql := format(
    'array(select %s::%s from %%s listed where %%s order by %s %s, id %4$s limit %L)',
    columns, relation, case sort when 'newest' then 'created_at' else 'key' end, direction, size
  );
  foreach list_size in array case
    when searched.matches is null then array[size]
    when import_id is null then array[1000, 10000, 100000]
    else '{}'
  end loop
    list := 'select ' || format(
      page_sql, private.list_sql(relation, scope, audience, status, reason, sort, after, list_size, import_id),
      coalesce(searched.matches, 'true')
    );
    if searched.matches is null and sort <> 'newest' and audience is null and reason is null and import_id is null then
      page := private.read_in_order(page, list);
    else
      execute list into page;
    end if;
    if searched.matches is null or cardinality(page) >= size then
      return page;
    end if;
    total := coalesce(total, case relation
      when 'public.leads'::regclass then (private.stored_lead_totals(scope, audience)).total
      else (private.stored_company_totals(scope)).total
    end);
    if total <= list_size then
      return page;
    end if;
    exit when cardinality(page) * 10000 < least(size, 100) * list_size;
  end loop;

  -- Materialized and with an offset, so that it is planned for all rows and reads the index for the candidates only.
  execute format(
    'with hits as materialized (
       select * from (select *%s from %s where %s and %s and %s offset 0) candidate where %s limit %L
     )
     select (select count(*) from hits), %s',
    case when sort <> 'newest' then format(', %s as key', (private.sort_sql(sort)).key) end, relation, private.scope_condition(scope, audience, status, reason, import_id), after,
    case when import_id is null then searched.candidates else 'true' end, searched.matches, most_hits + 1, format(page_sql, 'hits', 'true')
  ) into hits, page;
  if hits > most_hits then
    execute 'select ' || format(
      page_sql, private.list_sql(relation, scope, audience, status, reason, sort, after, null, import_id), searched.matches
    ) into page;
  end if;
  return page;
end $$;
comment on function private.search_rows is
  'A page of a search, in the order of the list. Reads the first 1,000 rows of the list, and 10,000 and 100,000 if enough of the former are hits. Then takes up to 5,000 hits from the trigram index and sorts them; if there are more, the list is read until the page is full. All rows of an import are read. page is an empty array of the rows.';

create function private.filter_conditions(filter jsonb, scope uuid[], table_name text) returns table (condition text, indexed text)
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant int := 5;
  relation constant regclass := 'public.' || table_name;
  wanted record;
  field public.custom_fields;
  filled text;
  unread uuid[];
begin
  if filter -> 'changed' = 'true' then
    return query select 'decided_values is not null', 'decided_values is not null';
  end if;
  if filter -> 'duplicate' = 'true' then
    return query select 'duplicate_of is not null and not is_separate', 'duplicate_of is not null and not is_separate';
  end if;
  if filter -> 'unread' in ('true', '"by member"') then
    unread := array(
      select row_id from private.unread_comments(scope, as_member => filter ->> 'unread' = 'by member') where subject = table_name
    );
    return query select format('id = any (%L)', unread), format('id = any (%L)', unread);
  end if;
  if filter ? 'updated_by' then
    condition := case
      when not private.is_admin() then 'false'
      when cardinality(scope) is distinct from 1 then null
      else format(
        'select %s from public.import_matches where customer_id = %L and import_id = %L and given is not null and %1$s is not null',
        case table_name when 'leads' then 'lead_id' else 'company_id' end, scope[1], (filter ->> 'updated_by')::uuid
      )
    end;
    if condition is null then
      raise exception 'A filter by an import that updated rows needs one customer' using errcode = '22023';
    elsif condition <> 'false' then
      indexed := format('id = any (array(%s))', condition);
      condition := format('id in (%s)', condition);
    else
      indexed := condition;
    end if;
    return next;
  end if;
  if table_name = 'leads' and jsonb_typeof(filter -> 'suppressed') = 'boolean' then
    condition := private.suppressed_condition(scope);
    indexed := case
      when condition = 'false' or cardinality(scope) is distinct from 1 then condition
      else format('id = any (array(%s))', private.suppressed_leads_sql(scope[1]))
    end;
    if filter -> 'suppressed' = 'false' then
      condition := 'not ' || condition;
      indexed := condition;
    end if;
    return next;
  end if;
  if jsonb_typeof(filter -> 'custom') is distinct from 'object' then
    return;
  elsif cardinality(scope) > 1 or scope is null then
    raise exception 'A filter by custom fields needs one customer' using errcode = '22023';
  elsif (select count(*) from jsonb_object_keys(filter -> 'custom')) > most then
    raise exception 'At most % custom fields can be filtered by', most using errcode = '22023';
  end if;
  for wanted in select key, value #>> '{}' as text from jsonb_each(filter -> 'custom') loop
    select * into field
    from public.custom_fields stored
    where stored.customer_id = scope[1] and stored.table_name = filter_conditions.table_name and stored.key = wanted.key
      and removed_at is null;
    if field.id is null or field.is_internal and not private.is_admin() then
      return query select 'false', 'false';
    elsif field.is_internal then
      filled := format(
        'select %s from public.internal_values where customer_id = %L and lead_id is %s and custom ',
        case table_name when 'leads' then 'lead_id' else 'company_id' end, scope[1], case table_name when 'leads' then 'not null' else 'null' end
      );
      condition := case
        when wanted.text is null then format('id not in (%s ? %L)', filled, wanted.key)
        else format('id in (%s @> %L)', filled, jsonb_build_object(wanted.key, wanted.text))
      end;
      indexed := condition;
      return next;
    elsif wanted.text is null then
      condition := format('not custom ? %L', wanted.key);
      indexed := coalesce(
        format('private.custom_shape(custom) = any (%L)', private.custom_shapes(relation, scope[1], wanted.key, false)), condition
      );
      return next;
    else
      condition := format('custom <> ''{}'' and custom @> %L', jsonb_build_object(wanted.key, wanted.text));
      indexed := condition;
      return next;
    end if;
  end loop;
end $$;
comment on function private.filter_conditions is
  'SQL conditions for the rows of leads or companies (table_name) that match a filter, and the same as an index is read for them. Internal fields are unknown to members.';

create function private.narrowed_term(term text, filter jsonb) returns text language plpgsql immutable as $$
begin
  perform private.require_size('filter', pg_catalog.pg_column_size(filter), 20000);
  if filter is not null and jsonb_typeof(filter) <> 'object' then
    raise exception 'filter must be an object' using errcode = '22023';
  end if;
  return coalesce(translate(term, chr(30), ' '), '') || coalesce(chr(30) || nullif(filter, '{}'), '');
end $$;
comment on function private.narrowed_term is 'A search term followed by a filter, which search_conditions separates at the character U+001E.';

-- domain/campaign/variables.ts lists the same variables of messages: those of leads, of the company that a lead names, and custom fields.
create function private.standard_variables() returns text[] language sql immutable parallel safe
return '{first_name,last_name,company,title,location,audience,company_website,company_domain,company_industry,company_size,company_location}'::text[];
comment on function private.standard_variables is 'The variables besides custom fields.';

create function private.variable_sql(variable text) returns text language sql immutable parallel safe
return case
  when variable = 'first_name' then 'private.first_name_of(leads.first_name, leads.name)'
  when variable = 'last_name' then 'private.last_name_of(leads.last_name, leads.name)'
  when variable <> all (private.standard_variables()) then format('leads.custom ->> %L', variable)
  when variable like 'company\_%' then format('private.trimmed(employer.%I)', substr(variable, 9))
  else format('private.trimmed(leads.%I)', variable)
end;
comment on function private.variable_sql is
  'SQL expression for the value of a variable, null or '''' if it is empty, of the tables leads and employer (employer_sql).';

create function private.employer_sql(scope uuid[], is_page boolean) returns text language plpgsql stable parallel safe as $$
declare
  key constant text := 'private.index_key(private.text_key(leads.company))';
begin
  return case
    when is_page then format(
      $sql$ left join lateral (
        select website, domain, industry, size, location
        from public.companies where %s and customer_id = leads.customer_id and name_key = %s
        order by created_at, id
        limit 1
      ) employer on true$sql$,
      case when cardinality(scope) = 1 then 'customer_id = ' || private.owner_sql(scope[1]) else private.scope_condition(scope) end, key
    )
    else format(
      $sql$ left join (
        select distinct on (customer_id, name_key)
          customer_id as employer_customer, name_key as employer_key, website, domain, industry, size, location
        from public.companies where %s
        order by customer_id, name_key, created_at, id
      ) employer on employer_customer = leads.customer_id and employer_key = %s$sql$,
      private.scope_condition(scope), key
    )
  end;
end $$;
comment on function private.employer_sql is
  'SQL join of leads with the companies that they name, as in lead_company: one by one for a page of leads, or all at once for a pass over the leads of these customers.';

create function private.lead_values(customer uuid, ids uuid[]) returns table (
  id uuid, name text, created_at timestamptz, variable_values jsonb
) language plpgsql stable security definer set search_path = '' as $$
declare
  pairs text;
begin
  select string_agg(format('%L, nullif(%s, '''')', variable, private.variable_sql(variable)), ', ') into pairs
  from unnest(private.standard_variables()) variable;
  return query execute format(
    $sql$
      select leads.id, leads.name, leads.created_at, leads.custom - private.standard_variables() || jsonb_strip_nulls(jsonb_build_object(%1$s))
      from public.leads%3$s
      where leads.customer_id = %2$L and leads.id = any ($1)
      order by leads.created_at desc, leads.id desc
    $sql$, pairs, customer, private.employer_sql(array[customer], true)
  ) using ids;
end $$;
comment on function private.lead_values is
  'Values of the variables of a customer''s leads, newest first. An empty variable has none; those of internal custom fields are no variables.';

create function public.approved_lead_values(
  customer_id uuid, before_created_at timestamptz default null, before_id uuid default null, page_size int default 50
) returns table (id uuid, name text, created_at timestamptz, variable_values jsonb)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  owner_id uuid := (private.scope(array[approved_lead_values.customer_id]))[1];
  ids uuid[] := array(
    select lead.id
    from public.leads lead
    where lead.customer_id = owner_id and lead.is_approved and lead.created_at <= coalesce(before_created_at, 'infinity')
      and (before_created_at is null or lead.created_at < before_created_at or lead.id < before_id)
    order by lead.created_at desc, lead.id desc
    limit least(greatest(page_size, 0), 1000)
  );
begin
  return query select * from private.lead_values(owner_id, ids);
end $$;
comment on function public.approved_lead_values is
  'A page of the approved leads of a customer, newest first, at most 1,000, with the values of variables by name, without empty ones.';

create function public.longest_lead_values(customer_id uuid, uses jsonb, emptiest boolean default false)
returns table (id uuid, name text, created_at timestamptz, variable_values jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 60;
  scope uuid[] := private.scope(array[longest_lead_values.customer_id]);
  score text;
  found uuid;
begin
  perform private.require_size('uses', pg_column_size(uses), 20000);
  if (select count(*) from jsonb_object_keys(uses)) > most then
    raise exception 'At most % variables', most using errcode = '22023';
  end if;
  select concat_ws(' + ', '0::bigint', string_agg(
    case
      when emptiest then format(
        'case when coalesce(%s, '''') = '''' then %s else 0 end', private.variable_sql(key),
        case when (value -> 'bare')::int > 0 then most else 1 end
      )
      else format(
        'coalesce(nullif(char_length(%s), 0) * %s::bigint, %s)', private.variable_sql(key), coalesce((value -> 'times')::int, 0),
        coalesce((value -> 'fallbackLength')::int, 0)
      )
    end, ' + '
  ))
  into score from jsonb_each(uses);
  execute format(
    'select leads.id from public.leads%s where %s and is_approved %s order by %s desc, created_at desc, id desc limit 1',
    case when score like '%employer.%' then private.employer_sql(scope, false) end, private.scope_condition(scope),
    case when emptiest then format('and %s > 0', score) end, score
  ) into found;
  return query select * from private.lead_values(scope[1], array[found]);
end $$;
comment on function public.longest_lead_values is
  'As approved_lead_values, the lead for whom a message is longest, or emptiest: for whom most of its variables are empty, those without a fallback first; none if no variable is. uses has of each variable of the message how often it is used (times), how often without a fallback (bare) and the length of all its fallbacks (fallbackLength).';

create function private.missing_sql(missing text, scope uuid[], is_page boolean, out joined text, out condition text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_length('missing', missing, 100);
  if missing = any (private.standard_variables()) then
    joined := case when missing like 'company\_%' then private.employer_sql(scope, is_page) end;
    condition := format('coalesce(%s, '''') = ''''', private.variable_sql(missing));
  elsif missing = 'email' then
    condition := 'private.is_missing(''email'', last_name, name, company, email)';
  elsif missing is not null and cardinality(scope) = 1 then
    select indexed into condition
    from private.filter_conditions(jsonb_build_object('custom', jsonb_build_object(missing, null)), scope, 'leads');
  end if;
  condition := coalesce(condition, 'false');
end $$;
comment on function private.missing_sql is
  'SQL join and condition for the leads for which a message would lack a variable, or its receiver an email.';

create function private.approved_leads_with(list_customer uuid, keys text[], out touched int, out leads jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  most_pairs constant int := 5000;
  most_leads constant int := 10;
  customers constant uuid[] := case
    when list_customer is null then array(select id from public.customers where is_active order by name, id) else array[list_customer]
  end;
  customer uuid;
  found record;
begin
  if cardinality(keys) * cardinality(customers) > most_pairs then
    return;
  end if;
  touched := 0;
  leads := '[]';
  if keys = '{}' then
    return;
  end if;
  foreach customer in array customers loop
    execute format(
      'select count(*) as amount, jsonb_agg(jsonb_build_object(''id'', id, ''customerId'', %1$L, ''name'', name, ''company'', company)) filter (where place <= %2$s) as leads
       from (
         select id, name, company, row_number() over (order by created_at desc, id desc) as place
         from public.leads where customer_id = %1$L and is_approved and id = any (array(%3$s))
       ) lead',
      customer, most_leads - jsonb_array_length(leads), private.suppressed_leads_sql(customer, keys)
    ) into found;
    touched := touched + found.amount;
    leads := leads || coalesce(found.leads, '[]');
  end loop;
end $$;
comment on function private.approved_leads_with is
  'How many approved leads entries with these keys would apply to, and the first ten; of all active customers if the list is agency-wide. Null for more than 5,000 keys, times customers.';

-- A list that is sorted by name or company, of all rows or of one status, is read from the index of that order, however few rows the statistics expect.
create function private.read_in_order(page anyarray, list text) returns anyarray
language plpgsql stable set search_path = '' set enable_sort = off as $$
begin
  execute list into page;
  return page;
end $$;
comment on function private.read_in_order is
  'The page that this query returns, read from an index in its order. For queries that have such an index. page gives the type.';

revoke all on function
  private.first_name_of, private.last_name_of, private.is_missing, public.count_missing_fields, public.longest_lead, private.scope_condition,
  private.word_condition, private.sort_sql, private.after_condition, private.last_sort_key, private.list_sql, public.approved_leads_without,
  public.count_approved_leads_without, private.matching_totals, private.search_conditions, private.search_rows, private.filter_conditions,
  private.narrowed_term, public.search_leads, public.search_companies, public.count_leads_among, public.count_companies_among,
  public.lead_totals, public.company_totals, public.count_leads, public.count_companies, private.standard_variables, private.variable_sql,
  private.employer_sql, private.lead_values, public.approved_lead_values, public.longest_lead_values, private.missing_sql,
  private.approved_leads_with, private.read_in_order
  from public, anon, authenticated, service_role;
grant execute on function
  public.count_missing_fields, public.longest_lead, public.approved_leads_without, public.count_approved_leads_without, public.search_leads,
  public.search_companies, public.count_leads_among, public.count_companies_among, public.lead_totals, public.company_totals, public.count_leads,
  public.count_companies, public.approved_lead_values, public.longest_lead_values
  to authenticated;

-- Deleted rows, which can be restored for a while.

create table private.deleted_rows (
  customer_id uuid not null references public.customers on delete cascade,
  relation text not null,
  id uuid not null,
  deletion uuid not null,
  parent_id uuid,
  content jsonb not null,
  deleted_at timestamptz not null default now(),
  primary key (customer_id, relation, id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table private.deleted_rows is
  'Leads and companies that administrators deleted in bulk in the last 30 minutes, with the rows that were deleted with them. Expired rows are removed by the next deletion or restore, and when an administrator opens a list.';
comment on column private.deleted_rows.relation is 'The table of the row.';
comment on column private.deleted_rows.deletion is 'The bulk action, named by the caller.';
comment on column private.deleted_rows.parent_id is 'Lead or company with which the row was deleted, for example of a decision.';
comment on column private.deleted_rows.content is 'The row as JSON.';

create index deleted_rows_deletion_idx on private.deleted_rows (deletion, id) where parent_id is null;
create index deleted_rows_parent_idx on private.deleted_rows (parent_id) where parent_id is not null;
create index deleted_rows_deleted_at_idx on private.deleted_rows (deleted_at);

alter table private.deleted_rows
  alter customer_id set statistics 1;

revoke all on private.deleted_rows from public, anon, authenticated, service_role;

create function private.remove_expired_rows() returns void language sql security definer set search_path = ''
as $$ delete from private.deleted_rows where deleted_at < now() - interval '30 minutes' $$;
comment on function private.remove_expired_rows is 'Removes rows that were deleted more than 30 minutes ago.';

create function private.dependent_tables(relation regclass) returns table (dependent regclass, reference name)
language sql stable set search_path = '' as $$
  select conrelid::regclass, attname
  from pg_catalog.pg_constraint
  join pg_catalog.pg_attribute on attrelid = conrelid and attnum = any (conkey) and attname <> 'customer_id'
  where confrelid = relation and contype = 'f' and confdeltype = 'c'
$$;
comment on function private.dependent_tables is 'The tables whose rows are deleted with those of a table, and the column that names them.';

-- In a distributed database a table is empty in the arguments of a function in FROM, and set_config is not sent to the workers.
create function private.insert_deleted(relation regclass, rows private.deleted_rows[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
declare
  columns text;
  given_columns text;
  import_ids uuid[] := array(select (content ->> 'import_id')::uuid from unnest(rows));
  imports text[] := array(select id || ' ' || customer_id from public.imports where id = any (import_ids));
begin
  select string_agg(quote_ident(attname), ', '), string_agg('given.' || quote_ident(attname), ', ') into columns, given_columns
  from pg_catalog.pg_attribute
  where attrelid = relation and attnum > 0 and not attisdropped and attgenerated = '';
  -- Read by the triggers below. Not in the function's head, where only a superuser may set a parameter of this name.
  set local "leadlight.restoring" to 'on';
  return query execute format(
    'insert into %1$s as restored (%2$s)
     select %3$s
     from unnest($1) deleted, jsonb_populate_record(null::%1$s, deleted.content || case
       when (deleted.content ->> ''import_id'') || '' '' || deleted.customer_id <> all ($2) then ''{"import_id": null}''::jsonb else ''{}''
     end) given
     on conflict do nothing
     returning restored.id',
    relation, columns, given_columns
  ) using rows, imports;
  set local "leadlight.restoring" to '';
end $$;
comment on function private.insert_deleted is
  'Inserts deleted rows again. Returns the ids of those whose id and keys are still free. A row whose import is gone has none.';

create function public.delete_rows(table_name text, ids uuid[], deletion uuid, customers uuid[] default null) returns int
language plpgsql security definer set search_path = '' as $$
declare
  relation regclass;
  customer uuid;
  stored record;
  amount int;
  total int := 0;
begin
  perform private.require_admin('Only an administrator can delete rows');
  perform private.require_cardinality('ids', ids, 1000);
  perform private.require_cardinality('customers', customers, 1000);
  relation := case table_name when 'leads' then 'public.leads' when 'companies' then 'public.companies' end;
  if relation is null then
    raise exception 'Unknown table: %', left(table_name, 100) using errcode = '22023';
  end if;
  if deletion is null then
    raise exception 'deletion must be an id' using errcode = '22023';
  end if;
  perform private.remove_expired_rows();
  if customers is null then
    execute format('select array(select distinct customer_id from %s where id = any ($1) order by 1)', relation) into customers using ids;
  end if;
  -- A distributed database locks rows of one customer at a time.
  foreach customer in array customers loop
    -- The lock of a lead or company waits for its decisions and comments and keeps new ones out. The copies are made by later statements,
    -- which see what the lock has waited for.
    for stored in
      select 1 as place, relation as name, 'id' as reference
      union all
      select 2, dependent, child.reference from private.dependent_tables(relation) child
      order by place
    loop
      execute format('select id from %s where customer_id = $1 and %I = any ($2) order by id for update', stored.name, stored.reference)
      using customer, ids;
      execute format(
        'insert into private.deleted_rows (customer_id, relation, id, deletion, parent_id, content)
         select customer_id, %L, id, $3, %s, to_jsonb(stored) from %s stored where customer_id = $1 and %I = any ($2)
         on conflict (customer_id, relation, id) do update
           set deletion = excluded.deletion, parent_id = excluded.parent_id, content = excluded.content, deleted_at = excluded.deleted_at',
        stored.name, case stored.reference when 'id' then 'null' else quote_ident(stored.reference) end, stored.name, stored.reference
      ) using customer, ids, deletion;
    end loop;
    execute format('delete from %s where customer_id = $1 and id = any ($2)', relation) using customer, ids;
    get diagnostics amount = row_count;
    total := total + amount;
  end loop;
  return total;
end $$;
comment on function public.delete_rows is
  'Deletes leads or companies (table_name), at most 1,000, so that restore_deleted can restore them with their decisions and comments for 30 minutes. With customers, only rows of these, which a distributed database then finds on their nodes. Returns how many were deleted. Administrators only.';

-- Whatever was deleted with the rows is restored a thousand rows at a time: a thousand leads can have a million comments.
create function public.restore_deleted(deletion uuid, out restored int, out skipped int, out remaining int)
language plpgsql security definer set search_path = '' as $$
declare
  most constant int := 1000;
  rows private.deleted_rows[];
  parent text;
  child record;
  inserted uuid[];
  children private.deleted_rows[];
  last uuid;
begin
  perform private.require_admin('Only an administrator can restore rows');
  perform private.remove_expired_rows();
  -- The second of two restorations at the same time waits, and finds the rows that the first has left.
  perform pg_advisory_xact_lock(hashtextextended('leadlight.restore ' || deletion, 0));
  restored := 0;
  skipped := 0;
  foreach parent in array '{public.leads,public.companies}'::text[] loop
    rows := array(
      select stored from private.deleted_rows stored
      where stored.deletion = restore_deleted.deletion and stored.parent_id is null and stored.relation = parent
      order by stored.id
      limit most
    );
    continue when cardinality(rows) = 0;
    inserted := array(select private.insert_deleted(parent::regclass, rows));
    for child in select dependent::text as relation from private.dependent_tables(parent::regclass) loop
      last := '00000000-0000-0000-0000-000000000000';
      loop
        children := array(
          select stored from private.deleted_rows stored
          where stored.parent_id = any (inserted) and stored.relation = child.relation and stored.id > last
          order by stored.id
          limit most
        );
        exit when cardinality(children) = 0;
        perform private.insert_deleted(child.relation::regclass, children);
        last := children[cardinality(children)].id;
      end loop;
    end loop;
    delete from private.deleted_rows stored
    using unnest(rows) done
    where stored.parent_id = done.id or stored.relation = done.relation and stored.id = done.id;
    restored := restored + cardinality(inserted);
    skipped := skipped + cardinality(rows) - cardinality(inserted);
  end loop;
  select count(*) into remaining
  from private.deleted_rows stored
  where stored.deletion = restore_deleted.deletion and stored.parent_id is null;
end $$;
comment on function public.restore_deleted is
  'Restores up to 1,000 rows of a deletion, as they were, with their decisions and comments. The comments are unread again. Skips and counts rows whose id or key is taken again. Returns how many remain. Administrators only.';

create function public.recent_deletions() returns table (deletion uuid, relation text, row_count int, deleted_at timestamptz)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin('Only an administrator can see what was deleted');
  perform private.remove_expired_rows();
  return query
    select stored.deletion, min(stored.relation), count(*)::int, max(stored.deleted_at)
    from private.deleted_rows stored
    where stored.parent_id is null
    group by stored.deletion
    order by 4 desc
    limit 10;
end $$;
comment on function public.recent_deletions is 'The last ten deletions in bulk of the last 30 minutes that can be restored. Administrators only.';

revoke all on function
  private.remove_expired_rows, private.dependent_tables, private.insert_deleted, public.delete_rows, public.restore_deleted,
  public.recent_deletions
  from public, anon, authenticated, service_role;
grant execute on function
  public.delete_rows, public.restore_deleted, public.recent_deletions
  to authenticated;

-- The record of who changed what.

create table public.activity (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  actor_id uuid,
  impersonation_id uuid,
  customer_id uuid,
  customer_name text,
  action text not null check (action in ('insert', 'update', 'delete', 'restore', 'undo')),
  subject text not null,
  row_count int not null check (row_count > 0),
  row_ids uuid[],
  changed_columns text[],
  new_values jsonb
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.activity is
  'Who changed what: one row per statement, customer and kind of change. Append-only. Contains no texts of the changed rows, because it outlives them.';
comment on column public.activity.customer_name is 'The name at that time.';
comment on column public.activity.action is
  'insert, update or delete; restore: leads or companies that were deleted, or entries and custom fields that were removed (delete); undo: of decisions.';
comment on column public.activity.subject is 'The changed table, or second_factor for a reset.';
comment on column public.activity.row_ids is 'Ids of the changed rows; null for more than 1,000 rows.';
comment on column public.activity.new_values is
  'New values of is_approved, audience, status, is_active, needs_sign_off and role; null for other columns. Of an undo also undone: the value of is_approved that it replaced.';

create index activity_created_idx on public.activity (created_at desc, id desc);
create index activity_customer_idx on public.activity (customer_id, created_at desc, id desc);
create index activity_rows_idx on public.activity using gin (row_ids) where row_ids is not null;
create index activity_large_idx on public.activity (customer_id, created_at) where row_ids is null;

alter table public.activity
  alter customer_id set statistics 1;

-- Activity of no customer does not name the column, so that its default applies.
create function private.record_change(
  customer uuid, action text, subject text, row_count bigint, row_ids uuid[], changed_columns text[] default null, new_values jsonb default null,
  customer_name text default null
) returns void language plpgsql security definer set search_path = '' as $$
begin
  if customer is null then
    insert into public.activity (actor_id, action, subject, row_count, row_ids, changed_columns, new_values)
    values (auth.uid(), action, subject, row_count, row_ids, changed_columns, new_values);
    return;
  end if;
  if customer_name is null then
    select name into customer_name from public.customers where id = customer;
  end if;
  insert into public.activity
    (actor_id, impersonation_id, customer_id, customer_name, action, subject, row_count, row_ids, changed_columns, new_values)
  values (
    auth.uid(), private.impersonation_of(customer), customer, customer_name, action, subject, row_count, row_ids, changed_columns, new_values
  );
end $$;
comment on function private.record_change is
  'Records a change in activity, with the present name of the customer unless one is given.';

create function private.record_rows() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  is_restored constant boolean := tg_argv[0] = any ('{leads,companies}') and current_setting('leadlight.restoring', true) = 'on';
  change record;
begin
  for change in
    select customer_id, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids from changed_rows group by customer_id
  loop
    perform private.record_change(
      change.customer_id, case when tg_op = 'DELETE' then 'delete' when is_restored then 'restore' else 'insert' end, tg_argv[0],
      change.row_count, change.row_ids
    );
  end loop;
  return null;
end $$;
comment on function private.record_rows is
  'Records in activity who adds and deletes rows of a table of customers. Changes made by a trigger or a cascade are not recorded: they follow from the recorded statement.';

-- The plan for one row also has to serve a million rows, so old and new rows are never joined by a nested loop. Without nested loops a plan looks so
-- expensive to PostgreSQL that it would be compiled, for longer than it runs.
create function private.record_customer_users_update() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  change record;
begin
  for change in
    select customer_id, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids, changed_columns, new_values
    from (
      select
        n.customer_id, id, array_remove(array[
          case when n.user_id is distinct from o.user_id then 'user_id' end,
          case when n.customer_id is distinct from o.customer_id then 'customer_id' end,
          case when n.invited_by is distinct from o.invited_by then 'invited_by' end,
          case when n.accepted_at is distinct from o.accepted_at then 'accepted_at' end,
          case when n.is_active is distinct from o.is_active then 'is_active' end,
          case when n.created_at is distinct from o.created_at then 'created_at' end
        ], null) as changed_columns,
        case when n.is_active is distinct from o.is_active then jsonb_build_object('is_active', n.is_active) end as new_values
      from new_rows n
      join old_rows o using (id)
    ) changed
    where changed_columns <> '{}'
    group by customer_id, changed_columns, new_values
  loop
    perform private.record_change(change.customer_id, 'update', 'customer_users', change.row_count, change.row_ids, change.changed_columns, change.new_values);
  end loop;
  return null;
end $$;
comment on function private.record_customer_users_update is 'Records in activity which columns of memberships change.';

create function private.record_invitations_update() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  change record;
begin
  for change in
    select customer_id, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids, changed_columns
    from (
      select
        n.customer_id, id, array_remove(array[
          case when n.customer_id is distinct from o.customer_id then 'customer_id' end,
          case when n.email is distinct from o.email then 'email' end,
          case when n.invited_by is distinct from o.invited_by then 'invited_by' end,
          case when n.token is distinct from o.token then 'token' end,
          case when n.expires_at is distinct from o.expires_at then 'expires_at' end,
          case when n.accepted_at is distinct from o.accepted_at then 'accepted_at' end,
          case when n.accepted_by is distinct from o.accepted_by then 'accepted_by' end,
          case when n.created_at is distinct from o.created_at then 'created_at' end,
          case when n.mailed_at is distinct from o.mailed_at then 'mailed_at' end
        ], null) as changed_columns
      from new_rows n
      join old_rows o using (id)
    ) changed
    where changed_columns <> '{}'
    group by customer_id, changed_columns
  loop
    perform private.record_change(change.customer_id, 'update', 'invitations', change.row_count, change.row_ids, change.changed_columns);
  end loop;
  return null;
end $$;
comment on function private.record_invitations_update is 'Records in activity which columns of invitations change.';

create function private.record_campaigns_update() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  change record;
begin
  for change in
    select customer_id, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids, changed_columns, new_values
    from (
      select
        n.customer_id, id, array_remove(array[
          case when n.customer_id is distinct from o.customer_id then 'customer_id' end,
          case when n.name is distinct from o.name then 'name' end,
          case when n.status is distinct from o.status then 'status' end,
          case when n.created_at is distinct from o.created_at then 'created_at' end
        ], null) as changed_columns,
        case when n.status is distinct from o.status then jsonb_build_object('status', n.status) end as new_values
      from new_rows n
      join old_rows o using (id)
    ) changed
    where changed_columns <> '{}'
    group by customer_id, changed_columns, new_values
  loop
    perform private.record_change(change.customer_id, 'update', 'campaigns', change.row_count, change.row_ids, change.changed_columns, change.new_values);
  end loop;
  return null;
end $$;
comment on function private.record_campaigns_update is 'Records in activity which columns of campaigns change.';

create function private.record_campaign_steps_update() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  change record;
begin
  for change in
    select customer_id, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids, changed_columns
    from (
      select
        n.customer_id, id, array_remove(array[
          case when n.campaign_id is distinct from o.campaign_id then 'campaign_id' end,
          case when n.step_number is distinct from o.step_number then 'step_number' end,
          case when n.step_type is distinct from o.step_type then 'step_type' end,
          case when n.delay_days is distinct from o.delay_days then 'delay_days' end,
          case when n.subject is distinct from o.subject then 'subject' end,
          case when n.message_content is distinct from o.message_content then 'message_content' end,
          case when n.created_at is distinct from o.created_at then 'created_at' end,
          case when n.customer_id is distinct from o.customer_id then 'customer_id' end
        ], null) as changed_columns
      from new_rows n
      join old_rows o using (id)
    ) changed
    where changed_columns <> '{}'
    group by customer_id, changed_columns
  loop
    perform private.record_change(change.customer_id, 'update', 'campaign_steps', change.row_count, change.row_ids, change.changed_columns);
  end loop;
  return null;
end $$;
comment on function private.record_campaign_steps_update is 'Records in activity which columns of steps change.';

create function private.record_customers() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    for change in select id, name from new_rows loop
      perform private.record_change(change.id, 'insert', 'customers', 1, array[change.id], null, null, change.name);
    end loop;
  elsif tg_op = 'DELETE' then
    for change in select id, name from old_rows loop
      perform private.record_change(change.id, 'delete', 'customers', 1, array[change.id], null, null, change.name);
    end loop;
  else
    for change in
      select *
      from (
        select
          id, n.name, array_remove(array[
            case when n.name is distinct from o.name then 'name' end,
            case when n.is_active is distinct from o.is_active then 'is_active' end,
            case when n.created_by is distinct from o.created_by then 'created_by' end,
            case when n.created_at is distinct from o.created_at then 'created_at' end,
            case when n.needs_sign_off is distinct from o.needs_sign_off then 'needs_sign_off' end
          ], null) as changed_columns,
          nullif(
            case when n.is_active is distinct from o.is_active then jsonb_build_object('is_active', n.is_active) else '{}' end
              || case when n.needs_sign_off is distinct from o.needs_sign_off then jsonb_build_object('needs_sign_off', n.needs_sign_off) else '{}' end,
            '{}'
          ) as new_values
        from new_rows n
        join old_rows o using (id)
      ) changed
      where changed_columns <> '{}'
    loop
      perform private.record_change(
        change.id, 'update', 'customers', 1, array[change.id], change.changed_columns, change.new_values, change.name
      );
    end loop;
  end if;
  return null;
end $$;
comment on function private.record_customers is 'Records in activity who adds, changes and deletes customers, each with its name.';

create function private.record_user_roles() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    for change in
      select role, count(*) as row_count, case when count(*) <= 1000 then array_agg(user_id) end as row_ids from new_rows group by role
    loop
      perform private.record_change(
        null, 'insert', 'user_roles', change.row_count, change.row_ids, null, jsonb_build_object('role', change.role)
      );
    end loop;
  elsif tg_op = 'DELETE' then
    for change in
      select role, count(*) as row_count, case when count(*) <= 1000 then array_agg(user_id) end as row_ids from old_rows group by role
    loop
      perform private.record_change(
        null, 'delete', 'user_roles', change.row_count, change.row_ids, null, jsonb_build_object('role', change.role)
      );
    end loop;
  else
    for change in
      select count(*) as row_count, case when count(*) <= 1000 then array_agg(user_id) end as row_ids, changed_columns, new_values
      from (
        select
          user_id, array_remove(array[
            case when n.role is distinct from o.role then 'role' end,
            case when n.created_at is distinct from o.created_at then 'created_at' end
          ], null) as changed_columns,
          case when n.role is distinct from o.role then jsonb_build_object('role', n.role) end as new_values
        from new_rows n
        join old_rows o using (user_id)
      ) changed
      where changed_columns <> '{}'
      group by changed_columns, new_values
    loop
      perform private.record_change(null, 'update', 'user_roles', change.row_count, change.row_ids, change.changed_columns, change.new_values);
    end loop;
  end if;
  return null;
end $$;
comment on function private.record_user_roles is 'Records in activity who grants, changes and takes roles.';

-- The order of the reasons is not recorded.
create function private.record_rejection_reasons() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    for change in select count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids from new_rows having count(*) > 0 loop
      perform private.record_change(null, 'insert', 'rejection_reasons', change.row_count, change.row_ids);
    end loop;
  else
    for change in
      select count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids, changed_columns
      from (
        select
          id, array_remove(array[
            case when n.name is distinct from o.name then 'name' end,
            case when n.retired_at is distinct from o.retired_at then 'retired_at' end,
            case when n.created_at is distinct from o.created_at then 'created_at' end,
            case when n.subject is distinct from o.subject then 'subject' end
          ], null) as changed_columns
        from new_rows n
        join old_rows o using (id)
      ) changed
      where changed_columns <> '{}'
      group by changed_columns
    loop
      perform private.record_change(null, 'update', 'rejection_reasons', change.row_count, change.row_ids, change.changed_columns);
    end loop;
  end if;
  return null;
end $$;
comment on function private.record_rejection_reasons is 'Records in activity who adds, renames, retires and restores reasons.';

-- A change of a lead or company runs one trigger before it and one after it. Arrays hold the changes, because in a distributed database a statement of a
-- trigger reads the changed rows or writes a table, not both. The reason and note that an approval clears are not recorded.
create function private.record_leads_update() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  is_undo constant boolean := coalesce(current_setting('leadlight.undoing', true) = 'on', false);
  decided public.decisions[];
  recorded public.activity[];
  change record;
  counted public.lead_counters[];
  counted_decisions private.decision_counters[];
begin
  with changed as materialized (
    select
      n.id, n.customer_id, n.is_approved, n.rejection_reason_id, n.rejection_note, o.is_approved as old_is_approved,
      o.rejection_reason_id as old_rejection_reason_id, o.rejection_note as old_rejection_note,
      case when n.is_approved is null then auth.uid() else n.decided_by end as decided_by, coalesce(n.decided_at, n.updated_at) as decided_at,
      array_remove(array[
        case when n.customer_id is distinct from o.customer_id then 'customer_id' end,
        case when n.name is distinct from o.name then 'name' end,
        case when n.first_name is distinct from o.first_name then 'first_name' end,
        case when n.last_name is distinct from o.last_name then 'last_name' end,
        case when n.email is distinct from o.email then 'email' end,
        case when n.phone is distinct from o.phone then 'phone' end,
        case when n.company is distinct from o.company then 'company' end,
        case when n.title is distinct from o.title then 'title' end,
        case when n.location is distinct from o.location then 'location' end,
        case when n.headline is distinct from o.headline then 'headline' end,
        case when n.notes is distinct from o.notes then 'notes' end,
        case when n.audience is distinct from o.audience then 'audience' end,
        case when n.is_approved is distinct from o.is_approved then 'is_approved' end,
        case when n.profile_picture_url is distinct from o.profile_picture_url then 'profile_picture_url' end,
        case when n.linkedin_profile_url is distinct from o.linkedin_profile_url then 'linkedin_profile_url' end,
        case when n.import_id is distinct from o.import_id then 'import_id' end,
        case when n.created_at is distinct from o.created_at then 'created_at' end,
        case when n.rejection_reason_id is distinct from o.rejection_reason_id and n.is_approved is false then 'rejection_reason_id' end,
        case when n.rejection_note is distinct from o.rejection_note and n.is_approved is false then 'rejection_note' end,
        case when n.custom is distinct from o.custom then 'custom' end,
        case when n.duplicate_of is distinct from o.duplicate_of then 'duplicate_of' end,
        case when n.duplicate_keys is distinct from o.duplicate_keys then 'duplicate_keys' end,
        case when n.is_separate is distinct from o.is_separate then 'is_separate' end
      ], null) as changed_columns,
      nullif(
        case when n.audience is distinct from o.audience then jsonb_build_object('audience', n.audience) else '{}' end
          || case when n.is_approved is distinct from o.is_approved then jsonb_build_object('is_approved', n.is_approved) else '{}' end,
        '{}'
      ) || case when is_undo then jsonb_build_object('undone', o.is_approved) else '{}' end as new_values
    from new_rows n
    join old_rows o using (id)
  )
  select (
      select array_agg(row (
        gen_random_uuid(), customer_id, id, null, is_approved, rejection_reason_id, rejection_note,
        old_is_approved, old_rejection_reason_id, old_rejection_note, decided_by, decided_at, false
      )::public.decisions)
      from changed
      where (is_approved, rejection_reason_id, rejection_note)
        is distinct from (old_is_approved, old_rejection_reason_id, old_rejection_note)
    ), (
      select array_agg(row (
        null, null, null, null, customer_id, null, null, null, row_count, row_ids, changed_columns, new_values
      )::public.activity)
      from (
        select customer_id, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids, changed_columns, new_values
        from changed
        where changed_columns <> '{}' and pg_trigger_depth() = 1
        group by customer_id, changed_columns, new_values
      ) touched
    ), (
      select array_agg(row (customer_id, null, audience, total, approved, reviewed)::public.lead_counters)
      from (
        select customer_id, audience, sum(total) as total, sum(approved) as approved, sum(reviewed) as reviewed
        from (
          select customer_id, audience, 1 as total, (is_approved is true)::int as approved, (is_approved is not null)::int as reviewed from new_rows
          union all
          select customer_id, audience, -1, -(is_approved is true)::int, -(is_approved is not null)::int from old_rows
        ) added
        group by customer_id, audience
        having sum(total) <> 0 or sum(approved) <> 0 or sum(reviewed) <> 0
      ) counted
    ), (
      select array_agg(row (customer_id, null, week, audience, rejection_reason_id, approved, rejected)::private.decision_counters)
      from (
        select customer_id, week, audience, rejection_reason_id, sum(approved) as approved, sum(rejected) as rejected
        from (
          select
            customer_id, private.week_of(decided_at) as week, audience, rejection_reason_id,
            is_approved::int as approved, (not is_approved)::int as rejected
          from new_rows
          where is_approved is not null
          union all
          select
            customer_id, private.week_of(decided_at), audience, rejection_reason_id, -is_approved::int, -(not is_approved)::int
          from old_rows
          where is_approved is not null
        ) added
        group by customer_id, week, audience, rejection_reason_id
        having sum(approved) <> 0 or sum(rejected) <> 0
      ) counted
    )
  into decided, recorded, counted, counted_decisions;
  if decided is not null then
    insert into public.decisions select * from unnest(decided);
    if get_byte(uuid_send(decided[1].id), 0) < 5 then
      perform private.remove_old_decisions(customer_id, array_agg(lead_id)) from unnest(decided) group by customer_id;
    end if;
  end if;
  foreach change in array coalesce(recorded, '{}') loop
    perform private.record_change(
      change.customer_id, case when is_undo then 'undo' else 'update' end, 'leads', change.row_count, change.row_ids,
      change.changed_columns, change.new_values
    );
  end loop;
  foreach change in array coalesce(counted, '{}') loop
    insert into public.lead_counters (customer_id, audience, total, approved, reviewed)
    values (change.customer_id, change.audience, change.total, change.approved, change.reviewed);
  end loop;
  foreach change in array coalesce(counted_decisions, '{}') loop
    insert into private.decision_counters (customer_id, week, audience, rejection_reason_id, approved, rejected)
    values (change.customer_id, change.week, change.audience, change.rejection_reason_id, change.approved, change.rejected);
  end loop;
  if random() < 0.02 and current_setting('transaction_isolation') = 'read committed' then
    perform private.merge_lead_counters(customer_id) from (select distinct customer_id from unnest(counted)) changed;
    perform private.merge_decision_counters(customer_id) from (select distinct customer_id from unnest(counted_decisions)) changed;
  end if;
  return null;
end $$;
comment on function private.record_leads_update is
  'Stores the decisions about changed leads, records the change in activity and adds it to the counters. Changes made by a trigger or a cascade are not in the activity: they follow from the recorded statement. One statement in fifty, which the random id of a decision chooses, removes the oldest decisions about its rows; another one merges the counters of its customers, not above read committed, where it does not see what others merged since it began.';

create function private.record_companies_update() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  is_undo constant boolean := coalesce(current_setting('leadlight.undoing', true) = 'on', false);
  decided public.decisions[];
  recorded public.activity[];
  change record;
  counted public.company_counters[];
begin
  with changed as materialized (
    select
      n.id, n.customer_id, n.is_approved, n.rejection_reason_id, n.rejection_note, o.is_approved as old_is_approved,
      o.rejection_reason_id as old_rejection_reason_id, o.rejection_note as old_rejection_note,
      case when n.is_approved is null then auth.uid() else n.decided_by end as decided_by, coalesce(n.decided_at, n.updated_at) as decided_at,
      array_remove(array[
        case when n.customer_id is distinct from o.customer_id then 'customer_id' end,
        case when n.name is distinct from o.name then 'name' end,
        case when n.website is distinct from o.website then 'website' end,
        case when n.domain is distinct from o.domain then 'domain' end,
        case when n.linkedin_url is distinct from o.linkedin_url then 'linkedin_url' end,
        case when n.industry is distinct from o.industry then 'industry' end,
        case when n.size is distinct from o.size then 'size' end,
        case when n.location is distinct from o.location then 'location' end,
        case when n.description is distinct from o.description then 'description' end,
        case when n.employee_count is distinct from o.employee_count then 'employee_count' end,
        case when n.founded_year is distinct from o.founded_year then 'founded_year' end,
        case when n.is_approved is distinct from o.is_approved then 'is_approved' end,
        case when n.import_id is distinct from o.import_id then 'import_id' end,
        case when n.created_at is distinct from o.created_at then 'created_at' end,
        case when n.rejection_reason_id is distinct from o.rejection_reason_id and n.is_approved is false then 'rejection_reason_id' end,
        case when n.rejection_note is distinct from o.rejection_note and n.is_approved is false then 'rejection_note' end,
        case when n.custom is distinct from o.custom then 'custom' end,
        case when n.duplicate_of is distinct from o.duplicate_of then 'duplicate_of' end,
        case when n.duplicate_keys is distinct from o.duplicate_keys then 'duplicate_keys' end,
        case when n.is_separate is distinct from o.is_separate then 'is_separate' end
      ], null) as changed_columns,
      case
        when n.is_approved is distinct from o.is_approved
          then jsonb_build_object('is_approved', n.is_approved) || case when is_undo then jsonb_build_object('undone', o.is_approved) else '{}' end
      end as new_values
    from new_rows n
    join old_rows o using (id)
  )
  select (
      select array_agg(row (
        gen_random_uuid(), customer_id, null, id, is_approved, rejection_reason_id, rejection_note,
        old_is_approved, old_rejection_reason_id, old_rejection_note, decided_by, decided_at, false
      )::public.decisions)
      from changed
      where (is_approved, rejection_reason_id, rejection_note)
        is distinct from (old_is_approved, old_rejection_reason_id, old_rejection_note)
    ), (
      select array_agg(row (
        null, null, null, null, customer_id, null, null, null, row_count, row_ids, changed_columns, new_values
      )::public.activity)
      from (
        select customer_id, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids, changed_columns, new_values
        from changed
        where changed_columns <> '{}' and pg_trigger_depth() = 1
        group by customer_id, changed_columns, new_values
      ) touched
    ), (
      select array_agg(row (customer_id, null, total, approved, reviewed)::public.company_counters)
      from (
        select customer_id, sum(total) as total, sum(approved) as approved, sum(reviewed) as reviewed
        from (
          select customer_id, 1 as total, (is_approved is true)::int as approved, (is_approved is not null)::int as reviewed from new_rows
          union all
          select customer_id, -1, -(is_approved is true)::int, -(is_approved is not null)::int from old_rows
        ) added
        group by customer_id
        having sum(total) <> 0 or sum(approved) <> 0 or sum(reviewed) <> 0
      ) counted
    )
  into decided, recorded, counted;
  if decided is not null then
    insert into public.decisions select * from unnest(decided);
    if get_byte(uuid_send(decided[1].id), 0) < 5 then
      perform private.remove_old_decisions(customer_id, array_agg(company_id)) from unnest(decided) group by customer_id;
    end if;
  end if;
  foreach change in array coalesce(recorded, '{}') loop
    perform private.record_change(
      change.customer_id, case when is_undo then 'undo' else 'update' end, 'companies', change.row_count, change.row_ids,
      change.changed_columns, change.new_values
    );
  end loop;
  foreach change in array coalesce(counted, '{}') loop
    insert into public.company_counters (customer_id, total, approved, reviewed)
    values (change.customer_id, change.total, change.approved, change.reviewed);
  end loop;
  if random() < 0.02 and current_setting('transaction_isolation') = 'read committed' then
    perform private.merge_company_counters(customer_id) from (select distinct customer_id from unnest(counted)) changed;
  end if;
  return null;
end $$;
comment on function private.record_companies_update is 'As record_leads_update, for companies.';

-- Most names change with the account, in a trigger: then the user who changed it is not known.
create function private.record_name_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.activity (actor_id, action, subject, row_count, row_ids, changed_columns)
  values (auth.uid(), 'update', 'profiles', 1, array[new.id], '{full_name}');
  return null;
end $$;
comment on function private.record_name_change is 'Records that the name of a user changed.';

create function private.row_name(subject text, customer uuid, row_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  name text;
begin
  case subject
    when 'leads' then
      select lead.name into name from public.leads lead where lead.customer_id = customer and lead.id = row_id;
    when 'companies' then
      select company.name into name from public.companies company where company.customer_id = customer and company.id = row_id;
    when 'imports' then
      select import.file_name into name from public.imports import where import.customer_id = customer and import.id = row_id;
    when 'campaigns' then
      select campaign.name into name from public.campaigns campaign where campaign.customer_id = customer and campaign.id = row_id;
    when 'campaign_steps' then
      select campaign.name into name
      from public.campaign_steps step
      join public.campaigns campaign on campaign.customer_id = step.customer_id and campaign.id = step.campaign_id
      where step.customer_id = customer and step.id = row_id;
    when 'invitations' then
      select invitation.email into name from public.invitations invitation where invitation.id = row_id;
    when 'customer_users' then
      select profile.email into name
      from public.customer_users member
      join public.profiles profile on profile.id = member.user_id
      where member.id = row_id;
    when 'rejection_reasons' then
      select reason.name into name from public.rejection_reasons reason where reason.id = row_id;
    when 'do_not_contact' then
      select entry.value into name from public.do_not_contact entry where entry.customer_id = customer and entry.id = row_id;
    when 'agency_do_not_contact' then
      select entry.value into name from public.agency_do_not_contact entry where entry.id = row_id and entry.kind <> 'erased';
    when 'custom_fields' then
      select field.label into name from public.custom_fields field where field.customer_id = customer and field.id = row_id;
    when 'user_roles', 'second_factor', 'profiles' then
      select profile.email into name from public.profiles profile where profile.id = row_id;
    else null;
  end case;
  return name;
end $$;
comment on function private.row_name is 'Present name of a row that activity names, by the subject, the customer and the id; null if it is gone.';

create function private.describe_activity(entries public.activity[]) returns table (
  id uuid, created_at timestamptz, actor_id uuid, actor_name text, actor_email text, is_impersonated boolean, customer_id uuid,
  customer_name text, action text, subject text, row_count int, row_name text, changed_columns text[], new_values jsonb, has_row_ids boolean
) language sql stable security definer set search_path = '' as $$
  select
    entry.id, entry.created_at, entry.actor_id, actor.full_name, actor.email, entry.impersonation_id is not null,
    nullif(entry.customer_id, '00000000-0000-0000-0000-000000000000'), entry.customer_name, entry.action, entry.subject, entry.row_count,
    case when entry.row_count = 1 then private.row_name(entry.subject, entry.customer_id, entry.row_ids[1]) end,
    entry.changed_columns, entry.new_values, entry.row_ids is not null
  from unnest(entries) entry
  left join public.profiles actor on actor.id = entry.actor_id
$$;
comment on function private.describe_activity is
  'Activity with the present names of users and rows. The name of a row is null if several were changed or it is gone.';

create function private.row_history(
  table_name text, row_id uuid, customer uuid, row_created_at timestamptz, row_import_id uuid
) returns table (
  id uuid, created_at timestamptz, actor_id uuid, actor_name text, actor_email text, is_impersonated boolean, customer_id uuid,
  customer_name text, action text, subject text, row_count int, row_name text, changed_columns text[], new_values jsonb, is_certain boolean
) language plpgsql stable security definer set search_path = '' as $$
declare
  entry public.activity;
  entries public.activity[];
  import public.imports;
begin
  for entry in execute case when customer is null
    then 'select * from public.activity where subject = $4 and row_ids @> array[$1]'
    else 'select * from public.activity
        where customer_id = $2 and subject = $4 and row_ids @> array[$1]'
        || case when row_import_id is null then '' else ' and action <> ''insert''' end || '
      union all
      select * from public.activity
        where customer_id = $2 and subject = $4 and row_ids is null and action = ''update'' and created_at > $3'
    end || ' order by created_at desc limit 100'
    using row_id, customer, row_created_at, table_name
  loop
    entries := array_append(entries, entry);
  end loop;
  select * into import from public.imports where imports.customer_id = customer and imports.id = row_import_id;
  return query
    select shown.*
    from private.describe_activity(entries) shown
    union all
    select
      import.id, import.created_at, import.created_by, creator.full_name, creator.email, false, import.customer_id, owner.name,
      'insert', 'imports', 1, import.file_name, null, null, true
    from public.customers owner
    left join public.profiles creator on creator.id = import.created_by
    where owner.id = import.customer_id
    order by 2 desc
    limit 100;
end $$;
comment on function private.row_history is 'As lead_history, for a row of leads or companies. customer is null if the row is deleted.';

create function public.activity_feed(
  customer uuid default null, before_created_at timestamptz default null, before_id uuid default null, page_size int default 50
) returns table (
  id uuid, created_at timestamptz, actor_id uuid, actor_name text, actor_email text, is_impersonated boolean, customer_id uuid,
  customer_name text, action text, subject text, row_count int, row_name text, changed_columns text[], new_values jsonb
) language plpgsql stable security definer set search_path = '' as $$
declare
  entry public.activity;
  entries public.activity[];
begin
  perform private.require_admin('Only an administrator can see the activity');
  for entry in execute
    'select * from public.activity where true'
      || case when customer is null then '' else ' and customer_id = $1' end
      || case when before_id is null then '' else ' and created_at <= $2 and (created_at < $2 or id < $3)' end
      || ' order by created_at desc, id desc limit $4'
    using customer, before_created_at, before_id, least(greatest(page_size, 0), 1000)
  loop
    entries := array_append(entries, entry);
  end loop;
  return query
    select
      shown.id, shown.created_at, shown.actor_id, shown.actor_name, shown.actor_email, shown.is_impersonated, shown.customer_id,
      shown.customer_name, shown.action, shown.subject, shown.row_count, shown.row_name, shown.changed_columns, shown.new_values
    from private.describe_activity(entries) shown
    order by shown.created_at desc, shown.id desc;
end $$;
comment on function public.activity_feed is 'A page of the activity of a customer or of all, newest first, after the given row.';

create function public.lead_history(lead uuid) returns table (
  id uuid, created_at timestamptz, actor_id uuid, actor_name text, actor_email text, is_impersonated boolean, customer_id uuid,
  customer_name text, action text, subject text, row_count int, row_name text, changed_columns text[], new_values jsonb, is_certain boolean
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  stored public.leads;
  reported jsonb;
begin
  perform private.require_admin('Only an administrator can see the activity');
  select * into stored from public.leads where leads.id = lead;
  select jsonb_agg(to_jsonb(uploaded)) into reported
  from (
    select upload.id, upload.created_at, upload.created_by, upload.tool, jsonb_agg(result.kind) as kinds
    from public.hand_off_results result
    join public.result_uploads upload on upload.customer_id = result.customer_id and upload.id = result.upload_id
    where result.customer_id = stored.customer_id and result.lead_id = stored.id
    group by upload.id, upload.created_at, upload.created_by, upload.tool
  ) uploaded;
  return query
    select * from private.row_history('leads', lead, stored.customer_id, stored.created_at, stored.import_id)
    union all
    select
      entry.id, entry.created_at, entry.created_by, creator.full_name, creator.email, false, stored.customer_id, owner.name, 'insert',
      'hand_off_results', 1, entry.tool, null, jsonb_build_object('kinds', entry.kinds), true
    from jsonb_to_recordset(reported) as entry (id uuid, created_at timestamptz, created_by uuid, tool text, kinds jsonb)
    join public.customers owner on owner.id = stored.customer_id
    left join public.profiles creator on creator.id = entry.created_by
    order by 2 desc
    limit 100;
end $$;
comment on function public.lead_history is
  'The last 100 changes of a lead, newest first, and the results that tools have reported of it. A change of more than 1,000 leads stores no ids, so it may not concern this lead: is_certain is false.';

create function public.company_history(company uuid) returns table (
  id uuid, created_at timestamptz, actor_id uuid, actor_name text, actor_email text, is_impersonated boolean, customer_id uuid,
  customer_name text, action text, subject text, row_count int, row_name text, changed_columns text[], new_values jsonb, is_certain boolean
) language plpgsql stable security definer set search_path = '' as $$
declare
  stored public.companies;
begin
  perform private.require_admin('Only an administrator can see the activity');
  select * into stored from public.companies where companies.id = company;
  return query select * from private.row_history('companies', company, stored.customer_id, stored.created_at, stored.import_id);
end $$;
comment on function public.company_history is 'As lead_history, for a company.';

create function private.record_entries() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    for change in
      select customer_id, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids from new_rows group by customer_id
    loop
      perform private.record_change(change.customer_id, 'insert', 'do_not_contact', change.row_count, change.row_ids);
    end loop;
  else
    for change in
      select n.customer_id, n.removed_at is null as is_back, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids
      from new_rows n
      join old_rows o using (id)
      where (n.removed_at is null) <> (o.removed_at is null)
      group by n.customer_id, n.removed_at is null
    loop
      perform private.record_change(
        change.customer_id, case when change.is_back then 'restore' else 'delete' end, 'do_not_contact', change.row_count, change.row_ids
      );
    end loop;
  end if;
  return null;
end $$;
comment on function private.record_entries is
  'Records in activity who adds, removes and restores do-not-contact entries. The deletion of those that were removed before is not recorded.';

create function private.record_agency_entries() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    for change in
      select count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids from new_rows where kind <> 'erased' having count(*) > 0
    loop
      perform private.record_change(null, 'insert', 'agency_do_not_contact', change.row_count, change.row_ids);
    end loop;
  else
    for change in
      select n.removed_at is null as is_back, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids
      from new_rows n
      join old_rows o using (id)
      where (n.removed_at is null) <> (o.removed_at is null)
      group by n.removed_at is null
    loop
      perform private.record_change(
        null, case when change.is_back then 'restore' else 'delete' end, 'agency_do_not_contact', change.row_count, change.row_ids
      );
    end loop;
  end if;
  return null;
end $$;
comment on function private.record_agency_entries is 'As record_entries, for the agency-wide list. Erased contacts are not recorded.';

create function private.record_custom_fields() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    for change in select customer_id, count(*) as row_count, array_agg(id) as row_ids from new_rows group by customer_id loop
      perform private.record_change(change.customer_id, 'insert', 'custom_fields', change.row_count, change.row_ids);
    end loop;
  else
    for change in
      select changed.customer_id, changed.action, count(*) as row_count, array_agg(changed.id) as row_ids
      from (
        select
          n.id, n.customer_id,
          case
            when (n.removed_at is null) = (o.removed_at is null) then 'update'
            when n.removed_at is null then 'restore'
            else 'delete'
          end as action,
          n.label <> o.label as is_renamed
        from new_rows n
        join old_rows o using (id)
      ) changed
      where changed.action <> 'update' or changed.is_renamed
      group by changed.customer_id, changed.action
    loop
      perform private.record_change(
        change.customer_id, change.action, 'custom_fields', change.row_count, change.row_ids, case when change.action = 'update' then array['label'] end
      );
    end loop;
  end if;
  return null;
end $$;
comment on function private.record_custom_fields is
  'Records in activity who adds, renames, removes and restores custom fields. The deletion of the values of a removed field is not recorded.';

create trigger record_insert after insert on public.user_roles referencing new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_user_roles();
create trigger record_update after update on public.user_roles referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_user_roles();
create trigger record_delete after delete on public.user_roles referencing old table as old_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_user_roles();
create trigger record_insert after insert on public.customers referencing new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_customers();
create trigger record_update after update on public.customers referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_customers();
create trigger record_delete after delete on public.customers referencing old table as old_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_customers();
create trigger record_insert after insert on public.customer_users referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('customer_users');
create trigger record_update after update on public.customer_users referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_customer_users_update();
create trigger record_delete after delete on public.customer_users referencing old table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('customer_users');
create trigger record_insert after insert on public.invitations referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('invitations');
create trigger record_update after update on public.invitations referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_invitations_update();
create trigger record_delete after delete on public.invitations referencing old table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('invitations');
create trigger record_insert after insert on public.rejection_reasons referencing new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rejection_reasons();
create trigger record_update after update on public.rejection_reasons referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rejection_reasons();
create trigger record_insert after insert on public.imports referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('imports');
create trigger record_insert after insert on public.leads referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('leads');
create trigger record_update after update on public.leads referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_leads_update();
create trigger record_delete after delete on public.leads referencing old table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('leads');
create trigger record_insert after insert on public.companies referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('companies');
create trigger record_update after update on public.companies referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_companies_update();
create trigger record_delete after delete on public.companies referencing old table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('companies');
create trigger record_insert after insert on public.campaigns referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('campaigns');
create trigger record_update after update on public.campaigns referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_campaigns_update();
create trigger record_delete after delete on public.campaigns referencing old table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('campaigns');
create trigger record_insert after insert on public.campaign_steps referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('campaign_steps');
create trigger record_update after update on public.campaign_steps referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_campaign_steps_update();
create trigger record_delete after delete on public.campaign_steps referencing old table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('campaign_steps');
create trigger record_name_change after update of full_name on public.profiles
  for each row when (new.full_name is distinct from old.full_name) execute function private.record_name_change();
create trigger append_only before delete or update or truncate on public.activity
  for each statement execute function private.reject_change('Activity cannot be changed or deleted');
create trigger record_insert after insert on public.custom_fields referencing new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_custom_fields();
create trigger record_update after update on public.custom_fields referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_custom_fields();
create trigger record_insert after insert on public.do_not_contact referencing new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_entries();
create trigger record_update after update on public.do_not_contact referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_entries();
create trigger record_insert after insert on public.agency_do_not_contact referencing new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_agency_entries();
create trigger record_update after update on public.agency_do_not_contact referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_agency_entries();

revoke all on function
  private.record_change, private.record_rows, private.record_customer_users_update, private.record_invitations_update,
  private.record_campaigns_update, private.record_campaign_steps_update, private.record_customers, private.record_user_roles,
  private.record_rejection_reasons, private.record_leads_update, private.record_companies_update, private.record_name_change, private.row_name,
  private.describe_activity, private.row_history, public.activity_feed, public.lead_history, public.company_history, private.record_entries,
  private.record_agency_entries, private.record_custom_fields
  from public, anon, authenticated, service_role;
grant execute on function
  public.activity_feed, public.lead_history, public.company_history
  to authenticated;

-- Figures for dashboards and reports.

create table private.attention_dismissals (
  customer_id uuid not null references public.customers on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  reason text not null check (
    reason in (
      'leads waiting', 'leads changed', 'duplicate leads', 'duplicate companies', 'copy changes requested', 'copy approved', 'imports with errors', 'invitations not mailed', 'invitations expiring', 'handed off leads', 'comments on leads', 'comments on companies', 'comments on campaigns'
    )
  ),
  dismissed_at timestamptz not null default now(),
  primary key (customer_id, user_id, reason)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table private.attention_dismissals is
  'What needs attention that an administrator has dismissed. It appears again to them when something newer is added.';

create index attention_dismissals_user_idx on private.attention_dismissals (user_id);

alter table private.attention_dismissals
  alter customer_id set statistics 1;

revoke all on private.attention_dismissals from public, anon, authenticated, service_role;

-- Imports whose only errors are rows on a do-not-contact list need no attention.
create function public.needs_attention() returns table (reason text, customer_id uuid, customer_name text, amount int, since timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin('Only an administrator can see what needs attention');
  return query
    with waiting as materialized (
      select customer_id, oldest.amount, oldest.since, (
        select max(created_at) + interval '7 days'
        from public.leads lead
        where lead.customer_id = counter.customer_id and is_approved is null and created_at < now() - interval '7 days'
      ) as latest
      from (select distinct customer_id from public.lead_counters) counter
      cross join lateral (
        select count(*) as amount, min(created_at) as since
        from (
          select created_at
          from public.leads lead
          where lead.customer_id = counter.customer_id and is_approved is null and created_at < now() - interval '7 days'
          order by created_at
          limit 1000
        ) first
      ) oldest
      where oldest.amount > 0
    ), corrected as materialized (
      select customer_id, corrects_import_id as id, sum(total_rows) as rows
      from public.imports
      where corrects_import_id is not null and undone_at is null and created_at > now() - interval '7 days'
      group by customer_id, corrects_import_id
    ), failed as materialized (
      select import.customer_id, count(*) as amount, max(import.created_at) as since
      from public.imports import
      left join corrected on corrected.customer_id = import.customer_id and corrected.id = import.id
      where import.error_rows > coalesce(corrected.rows, 0) and import.undone_at is null and import.created_at > now() - interval '7 days'
        and exists (
          select 1
          from public.import_errors
          where customer_id = import.customer_id and import_id = import.id and error not like 'On the do-not-contact list: %'
        )
      group by import.customer_id
    ), open as materialized (
      select customer_id, mailed_at, created_at, expires_at from public.invitations where accepted_at is null
    ), changed as materialized (
      select customer_id, count(*) as amount, min(updated_at) as since, max(updated_at) as latest
      from public.leads
      where decided_values is not null
      group by customer_id
    ), repeated as materialized (
      select 'duplicate leads' as reason, customer_id, count(*) as amount, min(created_at) as since, max(created_at) as latest
      from public.leads
      where duplicate_of is not null and not is_separate
      group by customer_id
      union all
      select 'duplicate companies', customer_id, count(*), min(created_at), max(created_at)
      from public.companies
      where duplicate_of is not null and not is_separate
      group by customer_id
    ), requested as materialized (
      select customer_id, count(*) as amount, min(decided_at) as since, max(decided_at) as latest
      from public.campaign_versions version
      where status = 'changes_requested' and number = (
        select max(number)
        from public.campaign_versions other
        where other.customer_id = version.customer_id and other.campaign_id = version.campaign_id
      )
      group by customer_id
    ), approved as materialized (
      select version.customer_id, count(*) as amount, min(decided_at) as since, max(decided_at) as latest
      from public.campaign_versions version
      join public.campaigns campaign on campaign.customer_id = version.customer_id and campaign.id = version.campaign_id
      where version.status = 'approved' and not on_behalf and launched_at is null and decided_at > now() - interval '90 days'
        and campaign.status = 'draft' and number = (
          select max(number)
          from public.campaign_versions other
          where other.customer_id = version.customer_id and other.campaign_id = version.campaign_id
        )
      group by version.customer_id
    ), commented as materialized (
      select customer_id, 'comments on ' || subject as reason, count(distinct row_id) as amount, min(created_at) as since, max(created_at) as latest
      from private.unread_comments(null, false)
      group by customer_id, subject
    ), found as (
      select 'leads waiting' as reason, customer_id, amount, since, latest from waiting
      union all
      select 'leads changed', customer_id, amount, since, latest from changed
      union all
      select reason, customer_id, amount, since, latest from repeated
      union all
      select 'copy changes requested', customer_id, amount, since, latest from requested
      union all
      select 'copy approved', customer_id, amount, since, latest from approved
      union all
      select reason, customer_id, amount, since, latest from commented
      union all
      select 'imports with errors', customer_id, amount, since, since from failed
      union all
      select 'invitations not mailed', customer_id, count(*), min(created_at), max(created_at)
      from open where mailed_at is null group by customer_id
      union all
      select 'invitations expiring', customer_id, count(*), min(expires_at), max(expires_at) - interval '2 days'
      from open
      where mailed_at is not null and expires_at > now() and expires_at < now() + interval '2 days'
      group by customer_id
      union all
      select 'handed off leads', customer_id, count(distinct lead_id), max(flagged_at), max(flagged_at)
      from public.handed_off_leads where flag is not null group by customer_id
    ), dismissed as materialized (
      select customer_id, reason, dismissed_at from private.attention_dismissals where user_id = auth.uid()
    )
    select found.reason, customer.id, customer.name, found.amount::int, found.since
    from found
    join public.customers customer on customer.id = found.customer_id and customer.is_active
    left join dismissed on dismissed.customer_id = found.customer_id and dismissed.reason = found.reason
    where dismissed.dismissed_at is null or found.latest > dismissed.dismissed_at
    order by found.reason, case when found.reason = 'imports with errors' then now() - found.since else found.since - now() end, customer.name;
end $$;
comment on function public.needs_attention is
  'What an administrator should look at, one row per active customer and reason: leads not reviewed for 7 days (counted up to 1,000), leads that have changed since the decision, leads and companies that are duplicates until they are kept or deleted, campaigns whose newest version has changes requested or was approved by a member and not launched, unread comments of members, open invitations without an email or ending within 2 days, imports of the last 7 days with errors (not only rows on a do-not-contact list), leads to stop in the tools that they were handed off to.';

-- In a distributed database an upsert and a deletion may compare with nothing but values.
create function public.dismiss_attention(customer_id uuid, reason text, dismissed boolean default true) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller uuid := auth.uid();
begin
  perform private.require_admin('Only an administrator can dismiss what needs attention');
  if dismissed then
    insert into private.attention_dismissals (customer_id, user_id, reason)
    values (dismiss_attention.customer_id, caller, dismiss_attention.reason)
    on conflict (customer_id, user_id, reason) do update set dismissed_at = excluded.dismissed_at;
  else
    delete from private.attention_dismissals stored
    where stored.customer_id = dismiss_attention.customer_id and stored.user_id = caller and stored.reason = dismiss_attention.reason;
  end if;
end $$;
comment on function public.dismiss_attention is
  'Leaves out what needs attention of a customer for a reason, for the caller, until something newer is added; not dismissed: shows it again. Administrators only.';

-- The workers of a distributed database read the last decision and import of each customer that they have counters of. Of the others there may
-- be imports, and decisions on companies.
create function public.customer_progress() returns table (
  customer_id uuid, name text, approved bigint, rejected bigint, to_review bigint, last_decision timestamptz, last_import timestamptz,
  is_stalled boolean, active_campaigns bigint
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin('Only an administrator can see the progress of customers');
  return query
    with counted as materialized (
      select
        customer_id, sum(total)::bigint as total, sum(approved)::bigint as approved, sum(reviewed)::bigint as reviewed,
        (select max(decided_at) from public.decisions decision where decision.customer_id = counter.customer_id) as decided,
        (select max(created_at) from public.imports import where import.customer_id = counter.customer_id and undone_at is null) as imported
      from public.lead_counters counter
      group by customer_id
    ), uncounted as materialized (
      select id from public.customers where is_active and id not in (select customer_id from counted)
    ), decided as materialized (
      select customer_id, max(decided_at) as last
      from public.decisions
      where customer_id = any (array(select id from uncounted))
      group by customer_id
    ), imported as materialized (
      select customer_id, max(created_at) as last
      from public.imports
      where customer_id = any (array(select id from uncounted)) and undone_at is null
      group by customer_id
    ), campaigning as materialized (
      select customer_id, count(*) as active from public.campaigns where status = 'active' group by customer_id
    )
    select
      customer.id, customer.name,
      coalesce(counted.approved, 0),
      coalesce(counted.reviewed - counted.approved, 0),
      coalesce(counted.total - counted.reviewed, 0),
      coalesce(counted.decided, decided.last), coalesce(counted.imported, imported.last),
      coalesce(counted.total > counted.reviewed, false)
        and coalesce(greatest(counted.decided, counted.imported), customer.created_at) < now() - interval '7 days',
      coalesce(campaigning.active, 0)
    from public.customers customer
    left join counted on counted.customer_id = customer.id
    left join decided on decided.customer_id = customer.id
    left join imported on imported.customer_id = customer.id
    left join campaigning on campaigning.customer_id = customer.id
    where customer.is_active;
end $$;
comment on function public.customer_progress is
  'How far the active customers are with reviewing their leads. A customer is stalled if leads wait for review and nothing was imported or decided for 7 days. Undone imports do not count. Administrators only.';

create function public.decisions_per_week() returns table (week date, approved bigint, rejected bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  this_week date := private.week_of(now());
begin
  perform private.require_admin('Only an administrator can see the decisions of all customers');
  return query
    with counted as materialized (
      select week, sum(approved)::bigint as approved, sum(rejected)::bigint as rejected
      from private.decision_counters
      where week > this_week - 84
      group by week
    )
    select weeks.week, coalesce(counted.approved, 0), coalesce(counted.rejected, 0)
    from (select this_week - 7 * ago as week from generate_series(11, 0, -1) ago) weeks
    left join counted on counted.week = weeks.week
    order by weeks.week;
end $$;
comment on function public.decisions_per_week is
  'Number of leads of all customers approved and rejected in each of the last 12 weeks, which begin on Monday, UTC. A decision that was undone or changed later is not counted in its week. Administrators only.';

create function public.rejections_by_audience(since date default null) returns table (
  customer_id uuid, customer text, audience text, reason_id uuid, reason text, rejected bigint
) language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  perform private.require_admin('Only an administrator can see the rejections of all customers');
  return query
    with counted as materialized (
      select customer_id, audience, rejection_reason_id, sum(rejected)::bigint as rejected
      from private.decision_counters
      where since is null or week >= private.week_of(since::timestamp at time zone 'UTC')
      group by customer_id, audience, rejection_reason_id
      having sum(rejected) > 0
    ), largest as (
      select customer_id, audience, sum(rejected) as total
      from counted
      group by customer_id, audience
      order by total desc, audience, customer_id
      limit 8
    )
    select largest.customer_id, customers.name, largest.audience, stated.id, stated.name, counted.rejected
    from largest
    join public.customers on customers.id = largest.customer_id
    join counted on counted.customer_id = largest.customer_id and counted.audience is not distinct from largest.audience
    left join public.rejection_reasons stated on stated.id = counted.rejection_reason_id
    order by largest.total desc, largest.audience, largest.customer_id, counted.rejected desc, stated.position;
end $$;
comment on function public.rejections_by_audience is
  'Number of rejected leads by customer, audience and reason, of the 8 audiences with most rejections, since the week of a date. Without a reason it is null; so is the audience. Administrators only.';

-- A project that was not set up by the Supabase CLI does not have its table.
create function public.system_version() returns table (database text, migrations int, last_migration text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin('Only an administrator can see the version of the database');
  database := current_setting('server_version');
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select count(*), max(version) from supabase_migrations.schema_migrations' into migrations, last_migration;
  end if;
  return next;
end $$;
comment on function public.system_version is 'Versions of PostgreSQL and of the schema.';

create function public.customer_report(customer_id uuid, from_week date default null, to_week date default null) returns table (
  part text, id uuid, name text, week date, others bigint, approved bigint, rejected bigint, handed_off bigint, contacted bigint, replied bigint
) language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  parts constant jsonb := '{"7": "total", "3": "week", "5": "audience", "6": "reason"}';
  first_week constant date := private.week_of(from_week::timestamp at time zone 'UTC');
  last_week constant date := private.week_of(to_week::timestamp at time zone 'UTC');
begin
  if customer_report.customer_id is null
    or not private.is_admin() and customer_report.customer_id <> all (array(select private.my_customer_ids()))
  then
    raise exception 'There is no such customer' using errcode = 'insufficient_privilege';
  end if;
  return query
    with summed as (
      select parts ->> grouping(week, audience, rejection_reason_id)::text as part, week, audience, rejection_reason_id as reason_id,
        null::uuid as campaign_id, sum(approved::int) as approved, sum(rejected::int) as rejected, 0 as handed_off, 0 as contacted, 0 as replied
      from private.decision_counters counter
      where counter.customer_id = customer_report.customer_id and (first_week is null or week >= first_week) and (last_week is null or week <= last_week)
      group by grouping sets ((), (week), (audience), (rejection_reason_id))
      union all
      select part, null, audience, null, campaign_id, 0, 0, sum(handed_off::int), sum(contacted::int), sum(replied::int)
      from private.result_counters counter
      where counter.customer_id = customer_report.customer_id and (first_week is null or week >= first_week) and (last_week is null or week <= last_week)
      group by part, audience, campaign_id
    ), added as (
      select part, week, audience, reason_id, campaign_id, coalesce(sum(approved), 0) as approved, coalesce(sum(rejected), 0) as rejected,
        coalesce(sum(handed_off), 0) as handed_off, coalesce(sum(contacted), 0) as contacted, coalesce(sum(replied), 0) as replied
      from summed
      group by part, week, audience, reason_id, campaign_id
    ), ranked as (
      select *, row_number() over (
        partition by part order by week desc nulls last, weight desc, handed_off desc, audience, reason_id, campaign_id
      ) > case part when 'week' then 520 else 50 end as is_rest
      from added, lateral (select case part when 'reason' then rejected when 'campaign' then handed_off else approved + rejected end as weight) weighed
      where case part
        when 'total' then true
        when 'week' then approved + rejected > 0
        when 'audience' then approved + rejected > 0 or handed_off > 0 or contacted > 0 or replied > 0
        when 'reason' then rejected > 0
        else campaign_id is not null and (handed_off > 0 or contacted > 0 or replied > 0)
      end
    ), listed as (
      select part, is_rest, case when not is_rest then week end as week, case when not is_rest then audience end as audience,
        case when not is_rest then reason_id end as reason_id, case when not is_rest then campaign_id end as campaign_id,
        count(*) filter (where is_rest) as others, sum(weight) as weight, sum(approved)::bigint as approved, sum(rejected)::bigint as rejected,
        sum(handed_off)::bigint as handed_off, sum(contacted)::bigint as contacted, sum(replied)::bigint as replied
      from ranked
      group by 1, 2, 3, 4, 5, 6
    )
    select listed.part, coalesce(listed.reason_id, listed.campaign_id),
      coalesce(listed.audience, stated.name, campaign.name, (
        select hand_off.campaign_name
        from public.hand_offs hand_off
        where hand_off.customer_id = customer_report.customer_id and hand_off.campaign_id = listed.campaign_id
        order by created_at desc
        limit 1
      )),
      listed.week, listed.others, listed.approved, listed.rejected, listed.handed_off, listed.contacted, listed.replied
    from listed
    left join public.rejection_reasons stated on stated.id = listed.reason_id
    left join public.campaigns campaign on campaign.customer_id = customer_report.customer_id and campaign.id = listed.campaign_id
    order by listed.part, listed.is_rest, listed.week, listed.weight desc, listed.handed_off desc, 3;
end $$;
comment on function public.customer_report is
  'What was approved, rejected, handed off, contacted and answered of a customer from one week to another (null: without limit), from the counters: the total, and by week, audience, reason (rejected) and campaign (handed off). The last 520 weeks and the first 50 rows of the other parts; "others" is how many further ones a row adds up. For administrators, and members of the customer.';

create function public.waiting_rows(customers uuid[] default null, as_member boolean default false) returns table (
  customer_id uuid, subject text, row_id uuid, reason text, since timestamptz
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 1000;
  scope constant uuid[] := private.scope(customers);
  is_agency constant boolean := private.is_admin() and not as_member;
begin
  return query
    select customer_id, subject, row_id, 'comment', min(created_at)
    from private.unread_comments(scope, as_member)
    group by customer_id, subject, row_id;
  return query
    select version.customer_id, 'campaigns', campaign_id, version.status, coalesce(decided_at, requested_at)
    from public.campaign_versions version
    join public.campaigns campaign on campaign.customer_id = version.customer_id and campaign.id = version.campaign_id
    where (scope is null or version.customer_id = any (scope))
      and case
        when not is_agency then version.status = 'in_review'
        when version.status = 'approved' then
          not on_behalf and launched_at is null and decided_at > now() - interval '90 days' and campaign.status = 'draft'
        else version.status = 'changes_requested'
      end
      and number = (
        select max(number)
        from public.campaign_versions other
        where other.customer_id = version.customer_id and other.campaign_id = version.campaign_id
      )
    limit most;
end $$;
comment on function public.waiting_rows is
  'What waits for the caller: leads, companies and campaigns with unread comments (comment, see unread_comments), and campaigns by the newest version, at most 1,000: for a member those in review (in_review), for an administrator those that a member has approved (approved, in the last 90 days, of a draft) or requested changes of (changes_requested). as_member: as a member sees them.';

revoke all on function
  public.needs_attention, public.dismiss_attention, public.customer_progress, public.decisions_per_week, public.rejections_by_audience,
  public.system_version, public.customer_report, public.waiting_rows
  from public, anon, authenticated, service_role;
grant execute on function
  public.needs_attention, public.dismiss_attention, public.customer_progress, public.decisions_per_week, public.rejections_by_audience,
  public.system_version, public.customer_report, public.waiting_rows
  to authenticated;

-- Rights and policies. Generated by `npm run db:policies` from tools/policies/rights.ts.

revoke all on public.user_roles from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.user_roles to authenticated;
grant select, insert, update, delete on public.user_roles to service_role;
alter table public.user_roles enable row level security;
create policy "Admins manage every role" on public.user_roles for all to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
create policy "Users see their own roles" on public.user_roles for select to authenticated
  using (user_id = (select private.caller_id()));
create policy "The service manages roles" on public.user_roles for all to service_role
  using (true)
  with check (true);

revoke all on public.profiles from public, anon, authenticated, service_role;
grant select, update (full_name) on public.profiles to authenticated;
grant select, insert, update, delete on public.profiles to service_role;
alter table public.profiles enable row level security;
create policy "Admins see every profile" on public.profiles for select to authenticated
  using ((select private.is_admin()));
create policy "Users see their own profile" on public.profiles for select to authenticated
  using (id = (select private.caller_id()));
create policy "Users change their own name" on public.profiles for update to authenticated
  using (id = (select private.caller_id()))
  with check (id = (select private.caller_id()));
create policy "The service manages profiles" on public.profiles for all to service_role
  using (true)
  with check (true);

revoke all on public.customer_users from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.customer_users to authenticated;
grant select, insert, update, delete on public.customer_users to service_role;
alter table public.customer_users enable row level security;
create policy "Admins manage every membership" on public.customer_users for all to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
create policy "Users see their own memberships" on public.customer_users for select to authenticated
  using (user_id = (select private.caller_id()));
create policy "The service manages memberships" on public.customer_users for all to service_role
  using (true)
  with check (true);

revoke all on public.invitations from public, anon, authenticated, service_role;
grant select, insert (customer_id, email, invited_by, expires_at), update (email, expires_at, accepted_at), delete on public.invitations to authenticated;
grant select, insert (customer_id, email, invited_by, expires_at), update (email, expires_at, accepted_at), delete on public.invitations to service_role;
alter table public.invitations enable row level security;
create policy "Admins manage every invitation" on public.invitations for all to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
create policy "The service manages invitations" on public.invitations for all to service_role
  using (true)
  with check (true);

revoke all on public.impersonations from public, anon, authenticated, service_role;
grant select, insert (admin_id, customer_id), update (ended_at) on public.impersonations to authenticated;
grant select on public.impersonations to service_role;
alter table public.impersonations enable row level security;
create policy "Admins see every impersonation" on public.impersonations for select to authenticated
  using ((select private.is_admin()));
create policy "Admins start their own impersonations" on public.impersonations for insert to authenticated
  with check ((select private.is_admin()) and admin_id = (select private.caller_id()) and private.is_active_customer(customer_id));
create policy "Admins end their own impersonations" on public.impersonations for update to authenticated
  using ((select private.is_admin()) and admin_id = (select private.caller_id()) and ended_at is null)
  with check (ended_at is not null);
create policy "The service sees impersonations" on public.impersonations for select to service_role
  using (true);

revoke all on public.customers from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.customers to authenticated;
grant select, insert, update, delete on public.customers to service_role;
alter table public.customers enable row level security;
create policy "Admins manage every customer" on public.customers for all to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
create policy "Members see their customers" on public.customers for select to authenticated
  using (id = any (array(select private.my_customer_ids())));
create policy "The service manages customers" on public.customers for all to service_role
  using (true)
  with check (true);

revoke all on public.leads from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.leads to authenticated;
grant select, insert, update, delete on public.leads to service_role;
alter table public.leads enable row level security;
create policy "Admins manage every lead" on public.leads for all to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
create policy "Members see their customers' leads" on public.leads for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())));
create policy "Members approve their customers' leads" on public.leads for update to authenticated
  using (customer_id = any (array(select private.my_customer_ids())))
  with check (customer_id = any (array(select private.my_customer_ids())));
create policy "The service manages leads" on public.leads for all to service_role
  using (true)
  with check (true);

revoke all on public.companies from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.companies to authenticated;
grant select, insert, update, delete on public.companies to service_role;
alter table public.companies enable row level security;
create policy "Admins manage every company" on public.companies for all to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
create policy "Members see their customers' companies" on public.companies for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())));
create policy "Members approve their customers' companies" on public.companies for update to authenticated
  using (customer_id = any (array(select private.my_customer_ids())))
  with check (customer_id = any (array(select private.my_customer_ids())));
create policy "The service manages companies" on public.companies for all to service_role
  using (true)
  with check (true);

revoke all on public.rejection_reasons from public, anon, authenticated, service_role;
grant select, insert (name, position, subject), update (name, position, retired_at) on public.rejection_reasons to authenticated;
grant select, insert (name, position, subject), update (name, position, retired_at) on public.rejection_reasons to service_role;
alter table public.rejection_reasons enable row level security;
create policy "Admins manage every reason" on public.rejection_reasons for all to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
create policy "Members see the reasons" on public.rejection_reasons for select to authenticated
  using (cardinality(array(select private.my_customer_ids())) > 0);
create policy "The service manages reasons" on public.rejection_reasons for all to service_role
  using (true)
  with check (true);

revoke all on public.decisions from public, anon, authenticated, service_role;
grant select on public.decisions to authenticated;
grant select on public.decisions to service_role;
alter table public.decisions enable row level security;
create policy "Admins see every decision" on public.decisions for select to authenticated
  using ((select private.is_admin()));
create policy "Members see their customers' decisions" on public.decisions for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())));
create policy "The service sees decisions" on public.decisions for select to service_role
  using (true);

revoke all on public.lead_counters from public, anon, authenticated, service_role;
grant select (customer_id, audience, total, approved, reviewed) on public.lead_counters to authenticated;
grant select on public.lead_counters to service_role;
alter table public.lead_counters enable row level security;
create policy "Admins see every counter" on public.lead_counters for select to authenticated
  using ((select private.is_admin()));
create policy "Members see their customers' counters" on public.lead_counters for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())));
create policy "The service sees all counters" on public.lead_counters for select to service_role
  using (true);

revoke all on public.company_counters from public, anon, authenticated, service_role;
grant select (customer_id, total, approved, reviewed) on public.company_counters to authenticated;
grant select on public.company_counters to service_role;
alter table public.company_counters enable row level security;
create policy "Admins see every counter" on public.company_counters for select to authenticated
  using ((select private.is_admin()));
create policy "Members see their customers' counters" on public.company_counters for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())));
create policy "The service sees all counters" on public.company_counters for select to service_role
  using (true);

revoke all on public.imports from public, anon, authenticated, service_role;
grant select on public.imports to authenticated;
grant select on public.imports to service_role;
alter table public.imports enable row level security;
create policy "Admins see every import" on public.imports for select to authenticated
  using ((select private.is_admin()));
create policy "The service sees imports" on public.imports for select to service_role
  using (true);

revoke all on public.import_chunks from public, anon, authenticated, service_role;
grant select on public.import_chunks to authenticated;
grant select on public.import_chunks to service_role;
alter table public.import_chunks enable row level security;
create policy "Admins see every chunk" on public.import_chunks for select to authenticated
  using ((select private.is_admin()));
create policy "The service sees chunks" on public.import_chunks for select to service_role
  using (true);

revoke all on public.import_errors from public, anon, authenticated, service_role;
grant select on public.import_errors to authenticated;
grant select on public.import_errors to service_role;
alter table public.import_errors enable row level security;
create policy "Admins see every import error" on public.import_errors for select to authenticated
  using ((select private.is_admin()));
create policy "The service sees import errors" on public.import_errors for select to service_role
  using (true);

revoke all on public.import_matches from public, anon, authenticated, service_role;
grant select on public.import_matches to authenticated;
grant select on public.import_matches to service_role;
alter table public.import_matches enable row level security;
create policy "Admins see every match" on public.import_matches for select to authenticated
  using ((select private.is_admin()));
create policy "The service sees matches" on public.import_matches for select to service_role
  using (true);

revoke all on public.import_mappings from public, anon, authenticated, service_role;
grant select on public.import_mappings to authenticated;
grant select on public.import_mappings to service_role;
alter table public.import_mappings enable row level security;
create policy "Admins see every mapping" on public.import_mappings for select to authenticated
  using ((select private.is_admin()));
create policy "The service sees mappings" on public.import_mappings for select to service_role
  using (true);

revoke all on public.custom_fields from public, anon, authenticated, service_role;
grant select, insert (customer_id, table_name, key, label, is_internal), update (label, removed_at) on public.custom_fields to authenticated;
grant select, insert (customer_id, table_name, key, label, is_internal), update (label, removed_at) on public.custom_fields to service_role;
alter table public.custom_fields enable row level security;
create policy "Admins manage every custom field" on public.custom_fields for all to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
create policy "Members see their customers' custom fields" on public.custom_fields for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())) and not is_internal);
create policy "The service manages custom fields" on public.custom_fields for all to service_role
  using (true)
  with check (true);

revoke all on public.internal_values from public, anon, authenticated, service_role;
grant select, insert (customer_id, lead_id, company_id, custom), update (custom) on public.internal_values to authenticated;
grant select, insert (customer_id, lead_id, company_id, custom), update (custom) on public.internal_values to service_role;
alter table public.internal_values enable row level security;
create policy "Admins manage internal values" on public.internal_values for all to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
create policy "The service manages internal values" on public.internal_values for all to service_role
  using (true)
  with check (true);

revoke all on public.do_not_contact from public, anon, authenticated, service_role;
grant select on public.do_not_contact to authenticated;
grant select on public.do_not_contact to service_role;
alter table public.do_not_contact enable row level security;
create policy "Admins see every entry" on public.do_not_contact for select to authenticated
  using ((select private.is_admin()));
create policy "Members see their customers' entries" on public.do_not_contact for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())));
create policy "The service sees all entries" on public.do_not_contact for select to service_role
  using (true);

revoke all on public.agency_do_not_contact from public, anon, authenticated, service_role;
grant select (id, kind, reason, source, created_by, created_at, removed_at) on public.agency_do_not_contact to authenticated;
grant select (id, kind, reason, source, created_by, created_at, removed_at) on public.agency_do_not_contact to service_role;
alter table public.agency_do_not_contact enable row level security;
create policy "Admins see agency-wide entries" on public.agency_do_not_contact for select to authenticated
  using ((select private.is_admin()));
create policy "The service sees agency-wide entries" on public.agency_do_not_contact for select to service_role
  using (true);

revoke all on public.list_columns from public, anon, authenticated, service_role;
grant select, insert (customer_id, table_name, keys), update (keys) on public.list_columns to authenticated;
grant select on public.list_columns to service_role;
alter table public.list_columns enable row level security;
create policy "Users see their columns" on public.list_columns for select to authenticated
  using (user_id = (select private.caller_id()));
create policy "Administrators choose their columns" on public.list_columns for insert to authenticated
  with check (user_id = (select private.caller_id()) and (select private.is_admin()));
create policy "Members choose their columns" on public.list_columns for insert to authenticated
  with check (user_id = (select private.caller_id()) and customer_id = any (array(select private.my_customer_ids())));
create policy "Users change their columns" on public.list_columns for update to authenticated
  using (user_id = (select private.caller_id()))
  with check (user_id = (select private.caller_id()));
create policy "The service sees columns" on public.list_columns for select to service_role
  using (true);

revoke all on public.campaigns from public, anon, authenticated, service_role;
grant select, insert (customer_id, name, status), update, delete on public.campaigns to authenticated;
grant select, insert, update, delete on public.campaigns to service_role;
alter table public.campaigns enable row level security;
create policy "Admins manage every campaign" on public.campaigns for all to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
create policy "Members manage their customers' campaigns" on public.campaigns for all to authenticated
  using (customer_id = any (array(select private.my_customer_ids())))
  with check (customer_id = any (array(select private.my_customer_ids())));
create policy "The service manages campaigns" on public.campaigns for all to service_role
  using (true)
  with check (true);

revoke all on public.campaign_steps from public, anon, authenticated, service_role;
grant select, insert (customer_id, campaign_id, step_number, step_type, delay_days, subject, message_content), update (step_type, delay_days, subject, message_content), delete on public.campaign_steps to authenticated;
grant select, insert, update (step_type, delay_days, subject, message_content), delete on public.campaign_steps to service_role;
alter table public.campaign_steps enable row level security;
create policy "Admins manage every step" on public.campaign_steps for all to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
create policy "Members manage the steps of their customers' campaigns" on public.campaign_steps for all to authenticated
  using (customer_id = any (array(select private.my_customer_ids())))
  with check (customer_id = any (array(select private.my_customer_ids())));
create policy "The service manages steps" on public.campaign_steps for all to service_role
  using (true)
  with check (true);

revoke all on public.campaign_contents from public, anon, authenticated, service_role;
grant select on public.campaign_contents to authenticated;
grant select on public.campaign_contents to service_role;
alter table public.campaign_contents enable row level security;
create policy "Admins see every size" on public.campaign_contents for select to authenticated
  using ((select private.is_admin()));
create policy "Members see the sizes of their customers' campaigns" on public.campaign_contents for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())));
create policy "The service sees sizes" on public.campaign_contents for select to service_role
  using (true);

revoke all on public.campaign_versions from public, anon, authenticated, service_role;
grant select on public.campaign_versions to authenticated;
grant select on public.campaign_versions to service_role;
alter table public.campaign_versions enable row level security;
create policy "Admins see every version" on public.campaign_versions for select to authenticated
  using ((select private.is_admin()));
create policy "Members see their customers' versions" on public.campaign_versions for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())));
create policy "The service sees versions" on public.campaign_versions for select to service_role
  using (true);

revoke all on public.step_suggestions from public, anon, authenticated, service_role;
grant select on public.step_suggestions to authenticated;
grant select on public.step_suggestions to service_role;
alter table public.step_suggestions enable row level security;
create policy "Admins see every suggestion" on public.step_suggestions for select to authenticated
  using ((select private.is_admin()));
create policy "Members see their customers' suggestions" on public.step_suggestions for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())));
create policy "The service sees suggestions" on public.step_suggestions for select to service_role
  using (true);

revoke all on public.sending_tools from public, anon, authenticated, service_role;
grant select, insert (name, definition), update (name, definition), delete on public.sending_tools to authenticated;
grant select, insert (name, definition), update (name, definition), delete on public.sending_tools to service_role;
alter table public.sending_tools enable row level security;
create policy "Admins manage tools" on public.sending_tools for all to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
create policy "The service manages tools" on public.sending_tools for all to service_role
  using (true)
  with check (true);

revoke all on public.hand_offs from public, anon, authenticated, service_role;
grant select on public.hand_offs to authenticated;
grant select on public.hand_offs to service_role;
alter table public.hand_offs enable row level security;
create policy "Admins see every hand-off" on public.hand_offs for select to authenticated
  using ((select private.is_admin()));
create policy "The service sees hand-offs" on public.hand_offs for select to service_role
  using (true);

revoke all on public.hand_off_rows from public, anon, authenticated, service_role;
grant select on public.hand_off_rows to authenticated;
grant select on public.hand_off_rows to service_role;
alter table public.hand_off_rows enable row level security;
create policy "Admins see every row of hand-offs" on public.hand_off_rows for select to authenticated
  using ((select private.is_admin()));
create policy "The service sees rows of hand-offs" on public.hand_off_rows for select to service_role
  using (true);

revoke all on public.handed_off_leads from public, anon, authenticated, service_role;
grant select on public.handed_off_leads to authenticated;
grant select on public.handed_off_leads to service_role;
alter table public.handed_off_leads enable row level security;
create policy "Admins see every handed-off lead" on public.handed_off_leads for select to authenticated
  using ((select private.is_admin()));
create policy "The service sees handed-off leads" on public.handed_off_leads for select to service_role
  using (true);

revoke all on public.result_uploads from public, anon, authenticated, service_role;
grant select on public.result_uploads to authenticated;
grant select on public.result_uploads to service_role;
alter table public.result_uploads enable row level security;
create policy "Admins see every upload of results" on public.result_uploads for select to authenticated
  using ((select private.is_admin()));
create policy "The service sees uploads of results" on public.result_uploads for select to service_role
  using (true);

revoke all on public.hand_off_results from public, anon, authenticated, service_role;
grant select on public.hand_off_results to authenticated;
grant select on public.hand_off_results to service_role;
alter table public.hand_off_results enable row level security;
create policy "Admins see every result" on public.hand_off_results for select to authenticated
  using ((select private.is_admin()));
create policy "Members see the results of their customers' leads" on public.hand_off_results for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())));
create policy "The service sees results" on public.hand_off_results for select to service_role
  using (true);

revoke all on public.comments from public, anon, authenticated, service_role;
grant select, insert (customer_id, lead_id, company_id, campaign_id, step_id, body, is_internal, version_id, version_step_id), update (deleted_at) on public.comments to authenticated;
grant select, insert, update, delete on public.comments to service_role;
alter table public.comments enable row level security;
create policy "Admins see every comment" on public.comments for select to authenticated
  using ((select private.is_admin()));
create policy "Admins add comments" on public.comments for insert to authenticated
  with check ((select private.is_admin()));
create policy "Members see the comments on their customers' rows" on public.comments for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())) and not is_internal);
create policy "Members comment on their customers' rows" on public.comments for insert to authenticated
  with check (customer_id = any (array(select private.my_customer_ids())) and not is_internal);
create policy "Authors delete their comments" on public.comments for update to authenticated
  using (author_id = (select private.caller_id()) and ((select private.is_admin()) or customer_id = any (array(select private.my_customer_ids())) and not is_internal))
  with check (author_id = (select private.caller_id()) and ((select private.is_admin()) or customer_id = any (array(select private.my_customer_ids())) and not is_internal));
create policy "The service manages comments" on public.comments for all to service_role
  using (true)
  with check (true);

revoke all on public.comment_reads from public, anon, authenticated, service_role;
grant select on public.comment_reads to authenticated;
grant select on public.comment_reads to service_role;
alter table public.comment_reads enable row level security;
create policy "Users see what they have read" on public.comment_reads for select to authenticated
  using (user_id = (select private.caller_id()));
create policy "The service sees what was read" on public.comment_reads for select to service_role
  using (true);

revoke all on public.activity from public, anon, authenticated, service_role;
grant select on public.activity to authenticated;
grant select on public.activity to service_role;
alter table public.activity enable row level security;
create policy "Admins see all activity" on public.activity for select to authenticated
  using ((select private.is_admin()));
create policy "The service sees all activity" on public.activity for select to service_role
  using (true);
