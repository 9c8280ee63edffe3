create function private.collapse_spaces(value text) returns text language sql immutable parallel safe
return btrim(regexp_replace(
  value collate "C",
  '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'
));
comment on function private.collapse_spaces is 'Trimmed text with each run of white space as one space. White space is listed by code point, because PostgreSQL''s class differs by version.';

create function private.has_text(value text) returns boolean language sql immutable parallel safe
return value collate "C" ~ '[^\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]';
comment on function private.has_text is 'Whether a text has a character other than white space.';

create function private.trimmed(value text) returns text language sql immutable parallel safe
return btrim(value, e'\t\n\x0b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff');
comment on function private.trimmed is 'Text without white space at its ends, as JavaScript''s trim().';

-- An index entry has at most a third of a page.
create function private.index_key(value text) returns text language sql immutable parallel safe
return case when octet_length(value) <= 600 then value else 'md5:' || md5(value) end;
comment on function private.index_key is 'The text, or its hash if it is too long for an index entry.';

create function private.text_key(value text) returns text language sql immutable parallel safe
return nullif(private.collapse_spaces(
  case
    when octet_length(value) = char_length(value) then lower(value collate "C") collate "C"
    else lower(normalize(value, nfc) collate "und-x-icu") collate "C"
  end
), '');
comment on function private.text_key is 'Equal for texts that differ in case, white space or Unicode form only.';

-- The pattern matches well-formed UTF-8 only, so that convert_from raises no error.
create function private.decode_percent(value text) returns text language sql immutable parallel safe
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

-- A subdomain is www, m or two letters. On linkedin.com only the first two segments of /in/… and /company/… count.
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
      select coalesce(private.text_key(private.decode_percent(segment)), segment)
      from unnest(segments[2:]) with ordinality as rest (segment, place)
      order by place
    );
  end if;
  if segments[2] in ('in', 'company') and (host = 'linkedin.com' or host like '%.linkedin.com') then
    segments := segments[1:3];
  end if;
  return private.index_key(nullif(array_to_string(segments, '/'), ''));
end $$;
comment on function private.linkedin_key is 'Equal for addresses of the same LinkedIn page: lower case, without scheme, subdomain, query, fragment and what follows the name of the page.';

create function private.domain_key(domain text) returns text language sql immutable parallel safe
return private.index_key(nullif(
  regexp_replace(
    regexp_replace(private.text_key(domain), '^([a-z][a-z0-9+.-]*:)?//|[/?#].*$', '', 'g'),
    '^www\.(?=[^.]+\.)|:[0-9]*$', '', 'g'
  ),
  ''
));
comment on function private.domain_key is 'Equal for addresses of the same domain: lower case, without scheme, www., port, path, query and fragment.';

create function private.is_email(value text) returns boolean language sql immutable parallel safe
return char_length(value) <= 255 and value collate "C" ~ (
  '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
  '(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$'
);
comment on function private.is_email is 'Whether a text is an email address by the HTML standard, of at most 255 characters. domain/email.ts in SQL.';

create function private.plain_name(value text) returns text language sql immutable parallel safe
return private.collapse_spaces(regexp_replace(
  value collate "C", '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'
));
comment on function private.plain_name is 'One line of visible text: without control characters and marks that change the direction of text. domain/name.ts in SQL.';

-- The length is checked by a constraint, after the trigger: normalizing 20 MB would take 7 s.
create function private.normalize_name() returns trigger language plpgsql set search_path = '' as $$
begin
  if char_length(new.name) <= 10000 then
    new.name := private.plain_name(new.name);
  end if;
  return new;
end $$;
comment on function private.normalize_name is 'Stores the name as one line of visible text. One of more than 10,000 characters stays as it is, for its length to be rejected.';

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
comment on function private.fold_text is 'A text as search compares it: lower case, without accents (ø is o, ß is ss), one space between words. Symbols become runes.';

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
  private.collapse_spaces, private.has_text, private.trimmed, private.index_key, private.text_key, private.decode_percent,
  private.linkedin_key, private.domain_key, private.is_email, private.plain_name, private.normalize_name, private.normalize_full_name,
  private.normalize_file_name, private.fold_text, private.search_text, private.name_sort_key, private.company_sort_key, private.words_of,
  private.word_pattern, private.search_pattern
  from public, anon, authenticated, service_role;
grant execute on function
  private.collapse_spaces, private.has_text, private.index_key, private.text_key, private.decode_percent, private.linkedin_key,
  private.domain_key, private.is_email, private.plain_name, private.fold_text, private.search_text, private.name_sort_key,
  private.company_sort_key, private.words_of, private.word_pattern
  to authenticated, service_role;
