-- Estimates for rows that no statistics have seen. Of a column with few values PostgreSQL stores all of them, and takes any other for one without rows: those of
-- a new customer, import or audience. Any index then seems best, and joins compare each row with each. With room for the most frequent value only, others are
-- expected to have as many rows as an average one.

alter table private.attention_dismissals
  alter customer_id set statistics 1;
alter table private.customer_usage
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table private.customer_usage
  alter customer_id set statistics 1;
alter table private.decision_counters
  alter customer_id set statistics 1,
  alter audience set statistics 1;
alter table private.deleted_rows
  alter customer_id set statistics 1;
alter table private.result_counters
  alter customer_id set statistics 1,
  alter campaign_id set statistics 1,
  alter audience set statistics 1;
alter table private.written_texts
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table private.written_texts
  alter customer_id set statistics 1;
alter table public.activity
  alter customer_id set statistics 1;
alter table public.campaign_contents
  set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
alter table public.campaign_contents
  alter campaign_id set statistics 1,
  alter customer_id set statistics 1;
alter table public.campaign_steps
  alter campaign_id set statistics 1,
  alter customer_id set statistics 1;
alter table public.campaign_versions
  alter customer_id set statistics 1,
  alter campaign_id set statistics 1;
alter table public.campaigns
  alter customer_id set statistics 1;
alter table public.comment_reads
  alter customer_id set statistics 1;
alter table public.comments
  alter customer_id set statistics 1,
  alter campaign_id set statistics 1,
  alter version_id set statistics 1;
alter table public.companies
  alter customer_id set statistics 1,
  alter import_id set statistics 1;
alter table public.company_counters
  alter customer_id set statistics 1;
alter table public.custom_fields
  alter customer_id set statistics 1;
alter table public.customer_users
  alter customer_id set statistics 1;
alter table public.decisions
  alter customer_id set statistics 1;
alter table public.do_not_contact
  alter customer_id set statistics 1;
alter table public.hand_off_results
  alter customer_id set statistics 1,
  alter hand_off_id set statistics 1,
  alter campaign_id set statistics 1,
  alter audience set statistics 1;
alter table public.hand_off_rows
  alter hand_off_id set statistics 1,
  alter customer_id set statistics 1;
alter table public.hand_offs
  alter customer_id set statistics 1,
  alter campaign_id set statistics 1;
alter table public.handed_off_leads
  alter customer_id set statistics 1,
  alter campaign_id set statistics 1,
  alter hand_off_id set statistics 1,
  alter audience set statistics 1;
alter table public.impersonations
  alter customer_id set statistics 1;
alter table public.import_chunks
  alter import_id set statistics 1,
  alter customer_id set statistics 1;
alter table public.import_errors
  alter import_id set statistics 1,
  alter customer_id set statistics 1;
alter table public.import_mappings
  alter customer_id set statistics 1;
alter table public.import_matches
  alter customer_id set statistics 1,
  alter import_id set statistics 1;
alter table public.imports
  alter customer_id set statistics 1,
  alter audience set statistics 1;
alter table public.internal_values
  alter customer_id set statistics 1;
alter table public.invitations
  alter customer_id set statistics 1;
alter table public.lead_counters
  alter customer_id set statistics 1,
  alter audience set statistics 1;
alter table public.leads
  alter customer_id set statistics 1,
  alter audience set statistics 1,
  alter import_id set statistics 1;
alter table public.list_columns
  alter customer_id set statistics 1;
alter table public.result_uploads
  alter customer_id set statistics 1,
  alter hand_off_id set statistics 1;
alter table public.step_suggestions
  alter customer_id set statistics 1,
  alter version_id set statistics 1;

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
