-- An entry that can apply to nobody is rejected: a pattern, an address with what surrounds it, or an address that is given as another kind.
create or replace function private.contact_error(kind text, value text, reason text) returns text language plpgsql immutable parallel safe as $$
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

-- Hashes of erased contacts could be tried out against lists of addresses. Administrators read the other values by search_do_not_contact.
revoke select on public.agency_do_not_contact from authenticated, service_role;
grant select (id, kind, reason, source, created_by, created_at, removed_at) on public.agency_do_not_contact to authenticated, service_role;
