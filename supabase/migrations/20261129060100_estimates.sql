-- Statistics follow new rows soon: of a customer, import or audience that no statistics have seen, PostgreSQL expects no rows.

alter table public.activity
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.campaign_steps
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.campaign_versions
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.campaigns
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.comment_reads
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.comments
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.companies
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.company_counters
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.custom_fields
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.customer_users
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.decisions
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.do_not_contact
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.hand_off_results
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.hand_off_rows
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.hand_offs
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.handed_off_leads
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.impersonations
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.import_chunks
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.import_errors
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.import_mappings
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.import_matches
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.imports
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.internal_values
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.invitations
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.lead_counters
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.leads
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.list_columns
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.result_uploads
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.step_suggestions
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table private.attention_dismissals
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table private.decision_counters
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table private.deleted_rows
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table private.result_counters
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);

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

-- As before, and the rows are counted for estimates when an import has 1,000, and each time their number has doubled.
create or replace function private.store_chunk(
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

revoke all on function private.analyze_rows from public, anon, authenticated, service_role;

-- An empty table is left as one that was never counted.
do $$
begin
  if exists (select from public.customers) then
    analyze
      public.activity, public.campaign_steps, public.campaign_versions, public.campaigns, public.comments, public.companies, public.decisions,
      public.do_not_contact, public.hand_off_results, public.hand_off_rows, public.handed_off_leads, public.import_errors, public.import_matches,
      public.imports, public.internal_values, public.leads;
  end if;
end $$;
