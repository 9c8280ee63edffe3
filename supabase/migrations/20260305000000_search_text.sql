-- Texts as search compares them: without case, accents and repeated spaces. Rewrites leads, companies and customers, which waits for all
-- other transactions on them (docs/operations.md says how long, and how to do it beforehand).

-- Symbols become runes, because a trigram index contains only letters and digits. A folded text therefore has no special characters of LIKE.
-- Runes and the characters of scripts without spaces (Han, Kana, Hangul) are words of their own.
create or replace function private.fold_text(value text) returns text
language plpgsql immutable parallel safe
as $$
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
comment on function private.fold_text(text) is
  'A text as search compares it: lower case, without accents (ø is o, ß is ss), one space between words. Symbols become runes.';

-- A space precedes each word, so that the beginning of a word can be searched for. No field can contain the separator. A generated column is
-- computed before the lengths of the others are checked, which are at most 500.
create or replace function private.search_text(first text, second text default null, third text default null) returns text
language plpgsql immutable parallel safe
as $$
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
comment on function private.search_text(text, text, text) is
  'The folded fields of a row, separated by U+001F, which a field cannot contain. Words are searched for in it, and lists are sorted by it. A field that is much longer once folded is cut after 1,000 characters.';

revoke all on function private.fold_text(text), private.search_text(text, text, text) from public, anon, authenticated, service_role;
grant execute on function private.fold_text(text), private.search_text(text, text, text) to authenticated, service_role;

-- The rewrite would build these indexes for nothing; the next migration replaces them.
drop index if exists public.leads_search_idx, public.companies_search_idx;

alter table public.leads add column if not exists
  search_text text collate "C" generated always as (private.search_text(name, company, title)) stored;
alter table public.companies add column if not exists
  search_text text collate "C" generated always as (private.search_text(name, industry, location)) stored;
alter table public.customers add column if not exists
  search_text text collate "C" generated always as (private.search_text(name)) stored;
