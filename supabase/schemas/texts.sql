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

-- A subdomain is www, m, touch or two letters. A page that names nobody has no key: the bare host, pages for signing in, searching and redirecting, and
-- the names that exports give those whom they do not know.
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

-- No value is blank, because messages use the fallback for one that is missing. A row without custom fields, as most are, needs no subquery.
create function private.is_custom(value jsonb) returns boolean language plpgsql immutable parallel safe as $$
begin
  if value = '{}' then
    return true;
  end if;
  return jsonb_typeof(value) = 'object' and octet_length(value::text) <= 16384 and not exists (
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
  'The custom fields of a row that are filled. The few shapes of a customer''s rows find those with an empty field by an index.';

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
  where part collate "C" ~ '[^ !-/:-@[-`{-~•·–—\u2190-\u2bff\U0001f000-\U0001faff]';
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
comment on function private.normalize_full_name is 'Does what normalize_name does, and returns null for a blank name.';

create function private.normalize_file_name() returns trigger language plpgsql set search_path = '' as $$
begin
  if char_length(new.file_name) <= 10000 then
    new.file_name := private.plain_name(new.file_name);
  end if;
  return new;
end $$;
comment on function private.normalize_file_name is 'Does for a file name what normalize_name does for a name.';

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

grant execute on function
  private.collapse_spaces, private.has_text, private.index_key, private.text_key, private.decode_percent, private.linkedin_key,
  private.domain_key, private.is_email, private.plain_name, private.fold_text, private.search_text, private.name_sort_key,
  private.company_sort_key, private.words_of, private.word_pattern, private.is_custom, private.is_custom_key, private.custom_keys,
  private.custom_shape, private.parent_domains, private.is_platform, private.visible_text, private.clean_email, private.is_placeholder_email,
  private.stored_email, private.email_key, private.host_key
  to authenticated, service_role;
