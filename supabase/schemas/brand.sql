-- The brand of the agency.

create function private.image_type(image bytea) returns text language sql immutable strict parallel safe
return case
  when substr(image, 1, 8) = '\x89504e470d0a1a0a' then 'image/png'
  when substr(image, 1, 3) = '\xffd8ff' then 'image/jpeg'
  when substr(image, 1, 4) = '\x52494646' and substr(image, 9, 4) = '\x57454250' then 'image/webp'
end;
comment on function private.image_type is 'The media type of a PNG, JPEG or WebP by its first bytes; null for anything else, an SVG included.';

create table private.brand (
  is_only_row boolean primary key default true check (is_only_row),
  name text constraint brand_name_length check (char_length(name) <= 60),
  accent text constraint brand_accent_form check (accent ~ '^#[0-9a-f]{6}$'),
  sender_name text constraint brand_sender_name_length check (char_length(sender_name) <= 100),
  footer text constraint brand_footer_length check (char_length(footer) <= 500),
  logo bytea constraint brand_logo_form check (logo is null or octet_length(logo) <= 200000 and private.image_type(logo) is not null)
);
comment on table private.brand is 'How the app, its emails and reports present the agency. At most one row; without one they present Leadlight.';
comment on column private.brand.is_only_row is 'Always true, so that there is one row.';
comment on column private.brand.accent is 'The chosen color. domain/brand-colors.ts makes readable colors of it.';
comment on column private.brand.sender_name is 'The name before the address of emails; null: that of MAIL_FROM.';

create function public.read_brand() returns table (name text, accent text, sender_name text, footer text, logo_type text, logo_hash text)
language sql stable security definer set search_path = '' as $$
  select brand.name, brand.accent, brand.sender_name, brand.footer, private.image_type(logo), encode(sha256(logo), 'hex') from private.brand
$$;
comment on function public.read_brand is 'The brand, or no row. Callers need not be signed in, because the sign-in page shows it.';

create function public.read_brand_logo() returns text language sql stable security definer set search_path = '' as $$
  select encode(logo, 'base64') from private.brand
$$;
comment on function public.read_brand_logo is 'The logo in base64, or null.';

create function public.save_brand(
  name text, accent text, sender_name text, footer text, logo text default null, keeps_logo boolean default false
) returns void language plpgsql security definer set search_path = '' as $$
declare
  image bytea;
begin
  perform private.require_admin('Only an administrator can change the brand');
  perform private.require_length('name', save_brand.name, 60);
  perform private.require_length('accent', save_brand.accent, 7);
  perform private.require_length('sender_name', save_brand.sender_name, 100);
  perform private.require_length('footer', save_brand.footer, 500);
  if octet_length(save_brand.logo) > 280000 then
    raise exception 'The logo is too large: at most 200 kB' using errcode = '22001';
  end if;
  begin
    image := decode(save_brand.logo, 'base64');
  exception when invalid_parameter_value then
    raise exception 'The logo is not in base64' using errcode = '22023';
  end;
  if octet_length(image) > 200000 then
    raise exception 'The logo is too large: at most 200 kB' using errcode = '22001';
  elsif image is not null and private.image_type(image) is null then
    raise exception 'The logo must be a PNG, JPEG or WebP' using errcode = '22023';
  end if;
  insert into private.brand as stored (name, accent, sender_name, footer, logo)
  values (
    nullif(private.plain_name(save_brand.name), ''), lower(nullif(save_brand.accent, '')), nullif(private.plain_name(save_brand.sender_name), ''),
    nullif(private.plain_name(save_brand.footer), ''), image
  )
  on conflict (is_only_row) do update
  set name = excluded.name, accent = excluded.accent, sender_name = excluded.sender_name, footer = excluded.footer,
    logo = case when keeps_logo then stored.logo else excluded.logo end;
  perform private.record_change(null, 'update', 'brand', 1, null);
  perform pg_notify('brand', '');
end $$;
comment on function public.save_brand is
  'Replaces the brand; empty texts and null mean none. logo: an image in base64, which keeps_logo leaves as it is. Administrators only.';

grant execute on function public.read_brand, public.read_brand_logo to anon, authenticated, service_role;
grant execute on function public.save_brand to authenticated;
