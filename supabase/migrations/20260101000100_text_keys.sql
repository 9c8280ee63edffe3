-- What makes two texts, two LinkedIn addresses or two domains the same: the one place where duplicates are told.
-- White space is listed by code point, for the engine's own class differs from version to version.

create function private.folded(value text) returns text language sql immutable parallel safe
return btrim(regexp_replace(
  value collate "C",
  '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'
));

create function private.has_text(value text) returns boolean language sql immutable parallel safe
return value collate "C" ~ '[^\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]';

create function private.text_key(value text) returns text language sql immutable parallel safe
return nullif(private.folded(
  case
    when octet_length(value) = char_length(value) then lower(value collate "C") collate "C"
    else lower(normalize(value, nfc) collate "und-x-icu") collate "C"
  end
), '');

-- An index takes no entry of more than a third of a page, so what is long stands for itself by its digest.
create function private.index_key(value text) returns text language sql immutable parallel safe
return case when octet_length(value) <= 600 then value else 'md5:' || md5(value) end;

-- Percent escapes that are whole characters of UTF-8 are decoded, any other % stays: the pattern admits well-formed sequences only,
-- so that convert_from has nothing to raise.
create function private.percent_decoded(value text) returns text language sql immutable parallel safe
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

-- Lower case; scheme, a www., m. or two-letter subdomain, query, fragment and trailing slash dropped; path split, then percent-decoded;
-- on linkedin.com of /in/SLUG/… and /company/SLUG/… only the two first segments.
create function private.linkedin_key(url text) returns text language plpgsql immutable parallel safe as $$
declare
  address text collate "C";
  segments text[] collate "C";
  host text collate "C";
  subdomain text collate "C";
begin
  if url is null then
    return null;
  end if;
  address := regexp_replace(private.text_key(url), '^([a-z][a-z0-9+.-]*:)?//|[?#].*$', '', 'g');
  segments := array_remove(string_to_array(address, '/'), '');
  host := segments[1];
  subdomain := split_part(host, '.', 1);
  if (subdomain in ('www', 'm') or subdomain similar to '[a-z][a-z]') and split_part(host, '.', 3) <> '' then
    host := substr(host, length(subdomain) + 2);
    segments[1] := host;
  end if;
  if position('%' in address) > 0 then
    segments := host || array(
      select coalesce(private.text_key(private.percent_decoded(segment)), segment)
      from unnest(segments[2:]) with ordinality as rest (segment, place)
      order by place
    );
  end if;
  if segments[2] in ('in', 'company') and (host = 'linkedin.com' or host like '%.linkedin.com') then
    segments := segments[1:3];
  end if;
  return private.index_key(nullif(array_to_string(segments, '/'), ''));
end $$;

-- Lower case; scheme, www., path, query, fragment and port dropped.
create function private.domain_key(domain text) returns text language sql immutable parallel safe
return private.index_key(nullif(
  regexp_replace(
    regexp_replace(private.text_key(domain), '^([a-z][a-z0-9+.-]*:)?//|[/?#].*$', '', 'g'),
    '^www\.(?=[^.]+\.)|:[0-9]*$', '', 'g'
  ),
  ''
));

revoke all on all functions in schema private from public, anon, authenticated, service_role;
grant execute on all functions in schema private to authenticated, service_role;
