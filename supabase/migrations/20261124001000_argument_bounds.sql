-- Texts of 30 MB occupied PostgreSQL for up to 9 s. Each of these functions checks the size of its arguments first, and is otherwise unchanged.

-- The text of jsonb may be much longer than its size: 1e131071 has 131,072 digits.
create function private.require_size(what text, bytes int, most int) returns void language plpgsql immutable parallel safe as $$
begin
  if bytes > most then
    raise exception 'The % is too large: % bytes, at most %', what, bytes, most using errcode = '22001';
  end if;
end $$;
comment on function private.require_size(text, int, int) is 'Raises an error if a value has more bytes than this.';
revoke all on function private.require_size(text, int, int) from public, anon, authenticated, service_role;
grant execute on function private.require_size(text, int, int) to authenticated, service_role;

do $$
declare
  bounded record;
begin
  for bounded in
    select
      ('public.' || function)::regproc as function,
      string_agg(
        case
          when most_elements is not null
            then format(E'  perform private.require_cardinality(%L, %I.%I, %s);\n', argument, function, argument, most_elements)
          when argument in ('headers', 'mapping', 'columns')
            then format(E'  perform private.require_size(%L, pg_catalog.pg_column_size(%I.%I), %s);\n', argument, function, argument, most_characters)
          else format(E'  perform private.require_length(%L, %I.%I::text, %s);\n', argument, function, argument, most_characters)
        end, '' order by argument
      ) as checks
    from (values
      ('accept_invitation', 'token', 200, null),
      ('approved_leads_without', 'missing', 100, null),
      ('audience_names', 'after_name', 100, null),
      ('audience_totals', 'after_name', 100, null),
      ('begin_invitation_email', 'token', 200, null),
      ('begin_invitation_email', 'email', 255, null),
      ('begin_invitation_email', 'customer_name', 500, null),
      ('count_approved_leads_without', 'missing', 100, null),
      ('duplicate_campaign', 'name', 20000, null),
      ('lead_totals', 'audience_name', 100, null),
      ('reorder_steps', 'step_ids', null, 10000),
      ('saved_mapping', 'import_type', 100, null),
      ('saved_mapping', 'headers', 33554432, null),
      ('users_with_second_factor', 'user_ids', null, 10000),
      -- An import takes what one request may contain.
      ('preview_duplicates', 'import_type', 100, null),
      ('preview_duplicates', 'rows', 33554432, null),
      ('import_rows', 'file_name', 1000, null),
      ('import_rows', 'import_type', 100, null),
      ('import_rows', 'hash', 200, null),
      ('import_rows', 'headers', 33554432, null),
      ('import_rows', 'mapping', 33554432, null),
      ('import_rows', 'rows', 33554432, null),
      ('import_rows', 'errors', 33554432, null),
      ('import_rows', 'audience', 1000, null),
      ('import_rows', 'columns', 33554432, null),
      ('import_rows', 'corrected_rows', 100000, null)
    ) bound (function, argument, most_characters, most_elements)
    group by function
  loop
    execute regexp_replace(pg_get_functiondef(bounded.function), '\nbegin\n', E'\nbegin\n' || bounded.checks);
  end loop;
end $$;

create or replace function public.read_invitation(token text)
returns table (customer_name text, email text, expires_at timestamptz, is_accepted boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_length('token', read_invitation.token, 200);
  return query
    select customer.name, invitation.email, invitation.expires_at, invitation.accepted_at is not null
    from public.invitations invitation
    join public.customers customer on customer.id = invitation.customer_id
    where invitation.token = read_invitation.token;
end $$;
