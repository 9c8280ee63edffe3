-- Who must not be contacted. Entries of a customer lie with its rows; agency-wide ones are for all customers.

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

create function private.contact_key(kind text, value text) returns text language plpgsql immutable parallel safe as $$
begin
  return case
    when kind = 'domain' or kind = 'company' and private.text_key(value) ~ '^(https?://|www\.)' then private.domain_key(value)
    when kind = 'linkedin' then private.linkedin_key(value)
    else private.index_key(private.text_key(value))
  end;
end $$;
comment on function private.contact_key is 'The key by which an entry of do_not_contact is compared: that of the field of a lead or company.';

create function private.contact_keys(email_key text, linkedin_key text, company text) returns text[] language plpgsql immutable parallel safe as $$
begin
  return array[email_key, linkedin_key, private.index_key(private.text_key(company))] || private.parent_domains(split_part(email_key, '@', 2));
end $$;
comment on function private.contact_keys is 'The keys of entries of do_not_contact that a lead is subject to, besides the domains of its company.';

create function private.erased_key(secret bytea, key text) returns text language sql immutable parallel safe
return encode(sha256(secret || sha256(secret || convert_to(key, 'UTF8'))), 'hex');
comment on function private.erased_key is 'The hash by which an erased contact''s email_key or linkedin_key is recognized.';

-- domain/shared-domains.ts in SQL.
create function private.is_shared_domain(domain text) returns boolean language sql immutable parallel safe
return domain = any (array[
  '126.com', '139.com', '163.com', '189.cn', '21cn.com', 'abv.bg', 'alice.it', 'aliceadsl.fr', 'aol.com', 'aol.de', 'aon.at', 'arcor.de', 'arnet.com.ar',
  'att.net', 'bellsouth.net', 'bigpond.com', 'bk.ru', 'bluewin.ch', 'bol.com.br', 'btinternet.com', 'centrum.cz', 'charter.net', 'comcast.net',
  'cox.net', 'daum.net', 'duck.com', 'earthlink.net', 'email.cz', 'email.de', 'email.it', 'eircom.net', 'fastmail.com', 'fastmail.fm', 'fastwebnet.it',
  'foxmail.com', 'free.fr', 'freenet.de', 'frontier.com', 'gmail.com', 'gmx.at', 'gmx.ch', 'gmx.com', 'gmx.de', 'gmx.fr', 'gmx.net', 'googlemail.com',
  'hanmail.net', 'hey.com', 'home.nl', 'hotmail.be', 'hotmail.ca', 'hotmail.ch', 'hotmail.co.jp', 'hotmail.co.uk', 'hotmail.com', 'hotmail.com.br',
  'hotmail.de', 'hotmail.es', 'hotmail.fr', 'hotmail.it', 'hotmail.nl', 'hotmail.se', 'hushmail.com', 'icloud.com', 'inbox.com', 'inbox.lv', 'inbox.ru',
  'interia.pl', 'inwind.it', 'jubii.dk', 'juno.com', 'kpnmail.nl', 'laposte.net', 'libero.it', 'list.ru', 'live.be', 'live.ca', 'live.co.uk', 'live.com',
  'live.com.au', 'live.de', 'live.dk', 'live.fr', 'live.ie', 'live.it', 'live.nl', 'live.no', 'live.se', 'mac.com', 'mail.com', 'mail.de', 'mail.ru',
  'mail2world.com', 'mailfence.com', 'mailinator.com', 'me.com', 'mindspring.com', 'msn.com', 'mweb.co.za', 'naver.com', 'netscape.net',
  'neuf.fr', 'nifty.com', 'ntlworld.com', 'numericable.fr', 'o2.co.uk', 'o2.pl', 'online.de', 'online.no', 'onet.pl', 'ono.com', 'optonline.net',
  'optusnet.com.au', 'orange.fr', 'outlook.at', 'outlook.be', 'outlook.com', 'outlook.com.au', 'outlook.com.br', 'outlook.de', 'outlook.dk',
  'outlook.es', 'outlook.fr', 'outlook.ie', 'outlook.in', 'outlook.it', 'outlook.jp', 'outlook.pt', 'planet.nl', 'pm.me', 'poczta.onet.pl', 'post.cz',
  'posteo.de', 'proton.me', 'protonmail.ch', 'protonmail.com', 'qq.com', 'rambler.ru', 'rediffmail.com', 'rocketmail.com', 'rogers.com', 'runbox.com',
  'sapo.pt', 'sbcglobal.net', 'seznam.cz', 'sfr.fr', 'shaw.ca', 'sina.cn', 'sina.com', 'skynet.be', 'sky.com', 'sohu.com', 'startmail.com', 'sunrise.ch',
  'sympatico.ca', 't-online.de', 'talktalk.net', 'telefonica.net', 'telenet.be', 'telia.com', 'telus.net', 'terra.com.br', 'tim.it', 'tin.it',
  'tiscali.it', 'tuta.com', 'tuta.io', 'tutanota.com', 'ukr.net', 'uol.com.br', 'verizon.net', 'virgilio.it', 'virgin.net', 'virginmedia.com',
  'volny.cz', 'voila.fr', 'walla.co.il', 'wanadoo.fr', 'web.de', 'windowslive.com', 'wp.pl', 'xs4all.nl', 'xtra.co.nz', 'ya.ru', 'yahoo.ca',
  'yahoo.co.in', 'yahoo.co.jp', 'yahoo.co.uk', 'yahoo.com', 'yahoo.com.ar', 'yahoo.com.au', 'yahoo.com.br', 'yahoo.com.mx', 'yahoo.de', 'yahoo.dk',
  'yahoo.es', 'yahoo.fr', 'yahoo.gr', 'yahoo.ie', 'yahoo.in', 'yahoo.it', 'yahoo.no', 'yahoo.pl', 'yahoo.se', 'yandex.com', 'yandex.ru', 'yeah.net',
  'ymail.com', 'ziggo.nl', 'zoho.com', 'zonnet.nl', 'ac.at', 'ac.il', 'ac.in', 'ac.jp', 'ac.kr', 'ac.nz', 'ac.uk', 'ac.za', 'asn.au', 'co.at', 'co.id',
  'co.il', 'co.in', 'co.jp', 'co.ke', 'co.kr', 'co.nz', 'co.th', 'co.uk', 'co.za', 'com.ar', 'com.au', 'com.br', 'com.cn', 'com.co', 'com.cy', 'com.ec',
  'com.eg', 'com.es', 'com.gr', 'com.hk', 'com.mt', 'com.mx', 'com.my', 'com.ng', 'com.pe', 'com.ph', 'com.pk', 'com.pl', 'com.pt', 'com.sa', 'com.sg',
  'com.tr', 'com.tw', 'com.ua', 'com.uy', 'com.ve', 'com.vn', 'edu.au', 'edu.br', 'edu.cn', 'edu.in', 'edu.mx', 'edu.pl', 'edu.sg', 'edu.tr', 'edu.tw',
  'gob.es', 'gob.mx', 'gov.au', 'gov.br', 'gov.in', 'gov.uk', 'gouv.fr', 'gv.at', 'go.jp', 'id.au', 'in.th', 'in.ua', 'ltd.uk', 'me.uk', 'ne.jp',
  'ne.kr', 'net.au', 'net.br', 'net.cn', 'net.in', 'net.nz', 'net.pl', 'net.uk', 'nhs.uk', 'nom.es', 'or.at', 'or.jp', 'or.kr', 'or.th', 'org.au',
  'org.br', 'org.cn', 'org.es', 'org.il', 'org.in', 'org.mx', 'org.nz', 'org.pl', 'org.tr', 'org.uk', 'org.za', 'plc.uk', 'police.uk', 'sch.uk'
]);
comment on function private.is_shared_domain is 'Whether a domain has addresses of unrelated users or companies: that of a free mail provider, or a public suffix of two labels.';

create table private.contact_secret (
  is_only_row boolean primary key default true check (is_only_row),
  secret bytea not null
);
comment on table private.contact_secret is 'Key of the hashes of erased contacts. One row, which no role of the API can read.';
comment on column private.contact_secret.is_only_row is 'Always true, so that there is one row.';

insert into private.contact_secret (secret) values (decode(replace(gen_random_uuid()::text || gen_random_uuid(), '-', ''), 'hex'));

create table public.do_not_contact (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  kind text not null check (kind in ('email', 'domain', 'linkedin', 'company')),
  value text not null constraint do_not_contact_value_length check (char_length(value) <= 2000),
  match_key text collate "C" not null generated always as (private.contact_key(kind, value)) stored,
  reason text constraint do_not_contact_reason_check check (private.has_text(reason) and char_length(reason) <= 500),
  source text not null check (source in ('form', 'paste', 'import', 'rejection', 'unsubscribed')),
  is_from_member boolean not null default false,
  created_by uuid default auth.uid() references auth.users on delete set null,
  created_at timestamptz not null default clock_timestamp() constraint do_not_contact_created_at_range check (private.is_plausible_date(created_at)),
  removed_at timestamptz constraint do_not_contact_removed_at_range check (private.is_plausible_date(removed_at))
);
comment on table public.do_not_contact is
  'Who must not be contacted for a customer. Written by add_do_not_contact and remove_do_not_contact. Changes no decision and no count.';
comment on column public.do_not_contact.kind is
  'An email; a domain, with its subdomains; a LinkedIn page; or a company by its name or domain.';
comment on column public.do_not_contact.value is 'As it was written.';
comment on column public.do_not_contact.match_key is 'Normalized value: the key of the field that it is compared with.';
comment on column public.do_not_contact.is_from_member is 'Whether a member has added the entry, which members can remove then.';
comment on column public.do_not_contact.removed_at is 'The entry does not apply since then. It can be restored within 30 minutes, and is deleted later.';

create table public.agency_do_not_contact (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('email', 'domain', 'linkedin', 'company', 'erased')),
  value text not null constraint agency_do_not_contact_value_length check (char_length(value) <= 2000),
  match_key text collate "C" not null generated always as (private.contact_key(kind, value)) stored,
  reason text constraint agency_do_not_contact_reason_check check (private.has_text(reason) and char_length(reason) <= 500),
  source text not null check (source in ('form', 'paste', 'import', 'rejection', 'unsubscribed', 'erased')),
  created_by uuid default auth.uid() references auth.users on delete set null,
  created_at timestamptz not null default clock_timestamp()
    constraint agency_do_not_contact_created_at_range check (private.is_plausible_date(created_at)),
  removed_at timestamptz constraint agency_do_not_contact_removed_at_range check (private.is_plausible_date(removed_at))
);
comment on table public.agency_do_not_contact is 'Who must not be contacted for any customer. As do_not_contact; only administrators read it.';
comment on column public.agency_do_not_contact.kind is 'As of do_not_contact; erased: the email or LinkedIn page of an erased contact, of which `value` is the hash.';

create unique index do_not_contact_key on public.do_not_contact (customer_id, match_key, kind) where removed_at is null;
create index do_not_contact_created_idx on public.do_not_contact (customer_id, created_at desc, id desc) where removed_at is null;
create index do_not_contact_removed_idx on public.do_not_contact (customer_id, removed_at) where removed_at is not null;
create index do_not_contact_search_idx on public.do_not_contact using gin (match_key extensions.gin_trgm_ops);
create unique index agency_do_not_contact_key on public.agency_do_not_contact (match_key, kind) where removed_at is null;
create index agency_do_not_contact_created_idx on public.agency_do_not_contact (created_at desc, id desc) where removed_at is null;
create index agency_do_not_contact_removed_idx on public.agency_do_not_contact (removed_at) where removed_at is not null;
create index agency_do_not_contact_search_idx on public.agency_do_not_contact using gin (match_key extensions.gin_trgm_ops);
-- A reversed domain begins with the reversed domains that it is a subdomain of.
create index leads_email_domain_idx on public.leads (customer_id, reverse(split_part(email_key, '@', 2))) where email_key is not null;
create index companies_domain_idx on public.companies (customer_id, reverse(domain_key)) where domain_key is not null;

revoke all on private.contact_secret from public, anon, authenticated, service_role;
revoke all on public.do_not_contact, public.agency_do_not_contact from public, anon, authenticated, service_role;
grant select on public.do_not_contact, public.agency_do_not_contact to authenticated, service_role;
alter table public.do_not_contact enable row level security;
alter table public.agency_do_not_contact enable row level security;
create policy "Admins see every entry" on public.do_not_contact for select to authenticated using ((select private.is_admin()));
create policy "Members see their customers' entries" on public.do_not_contact for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())));
create policy "The service sees all entries" on public.do_not_contact for select to service_role using (true);
create policy "Admins see agency-wide entries" on public.agency_do_not_contact for select to authenticated using ((select private.is_admin()));
create policy "The service sees agency-wide entries" on public.agency_do_not_contact for select to service_role using (true);

create function private.do_not_contact_matches(customer_id uuid, lead_ids uuid[]) returns table (
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
      and entry.match_key = any (array[private.erased_key(stored.secret, contact.email_key), private.erased_key(stored.secret, contact.linkedin_key)]);
end $$;
comment on function private.do_not_contact_matches is
  'Which of a customer''s leads, at most 10,000, must not be contacted: one row for each entry that applies, of the customer or agency-wide, as of the beginning of the statement. Every hand-off leaves these leads out. An entry applies by the email, its domain, the LinkedIn page, and the company by name or by the domain of the customer''s company of that name; by hash if the contact was erased.';

create function private.erased_condition() returns text language sql immutable parallel safe
return format('(%s or %s)',
  'private.erased_key((select secret from private.contact_secret), coalesce(email_key, '''')) in '
    '(select match_key from public.agency_do_not_contact where kind = ''erased'' and removed_at is null)',
  'private.erased_key((select secret from private.contact_secret), coalesce(linkedin_key, '''')) in '
    '(select match_key from public.agency_do_not_contact where kind = ''erased'' and removed_at is null)'
);
comment on function private.erased_condition is 'SQL condition for the leads of erased contacts.';

create function private.has_entries(scope uuid[]) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.agency_do_not_contact where removed_at is null)
    or exists (select from public.do_not_contact where removed_at is null and (scope is null or customer_id = any (scope)));
end $$;
comment on function private.has_entries is 'Whether these customers, or for null any, have an entry of do_not_contact, or there is an agency-wide one.';

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
      case when cardinality(scope) = 1 then quote_literal(scope[1]) || '::uuid' else 'customer_id' end,
      case when exists (select from public.agency_do_not_contact where kind = 'erased') then ' or ' || private.erased_condition() end
    )
  end;
end $$;
comment on function private.suppressed_condition is 'SQL condition for a lead of these customers that must not be contacted. As do_not_contact_matches.';

create function private.suppressed_leads_sql(customer uuid, keys text[] default null) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  entries constant text := case
    when keys is not null then format('select key collate "C" as match_key from unnest(%L::text[]) as given (key)', keys)
    else format(
      'select match_key from public.do_not_contact where customer_id = %L and removed_at is null
       union all select match_key from public.agency_do_not_contact where removed_at is null', customer
    )
  end;
  lead constant text := format('join public.leads lead on lead.customer_id = %L', customer);
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
     join public.companies employer on employer.customer_id = %5$L and employer.domain_key is not null and %6$s
     %2$s and %3$s = employer.name_key collate "default"',
    entries, lead, of_company, format(below, 'reverse(split_part(lead.email_key, ''@'', 2))'), customer,
    format(below, 'reverse(employer.domain_key)')
  ) || case
    when keys is null and exists (select from public.agency_do_not_contact where kind = 'erased')
      then format(' union select id from public.leads where customer_id = %L and %s', customer, private.erased_condition())
    else ''
  end;
end $$;
comment on function private.suppressed_leads_sql is
  'SQL of the ids of a customer''s leads that must not be contacted, found by the entries; or of those that entries with these keys would apply to. As do_not_contact_matches.';

-- As before, and with the leads that must not be contacted.
create or replace function private.filter_conditions(filter jsonb, scope uuid[], table_name text) returns table (condition text, indexed text)
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant int := 5;
  relation constant regclass := 'public.' || table_name;
  wanted record;
  field public.custom_fields;
  filled text;
begin
  if filter -> 'changed' = 'true' then
    return query select 'decided_values is not null', 'decided_values is not null';
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
revoke all on function
  private.parent_domains, private.contact_key, private.contact_keys, private.erased_key, private.is_shared_domain,
  private.do_not_contact_matches, private.erased_condition, private.has_entries, private.suppressed_condition, private.suppressed_leads_sql
  from public, anon, authenticated, service_role;
