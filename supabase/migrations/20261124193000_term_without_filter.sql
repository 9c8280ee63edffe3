-- As before, and what follows a U+001E in the term is no filter.
create or replace function public.approved_leads_without(
  missing text, customers uuid[] default null, before_created_at timestamptz default null, before_id uuid default null,
  page_size int default 50, term text default '', audience_name text default null
) returns setof public.leads language plpgsql stable security definer set search_path = '' as $$
declare
  scope uuid[] := private.scope(customers);
  sql record := private.missing_sql(missing, scope, true);
begin
  return query execute
    concat('select leads.* from public.leads', sql.joined, ' where is_approved and ')
      || concat_ws(' and ',
        sql.condition, private.scope_condition(scope, audience_name),
        private.word_condition(private.narrowed_term(term, null), scope, true),
        private.after_condition('newest', before_created_at::text, before_id)
      )
      || ' order by created_at desc, id desc limit $1'
    using least(greatest(page_size, 0), 1000);
end $$;

create or replace function public.count_approved_leads_without(
  missing text, customers uuid[] default null, term text default '', audience_name text default null
) returns bigint language plpgsql stable security definer set search_path = '' as $$
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
