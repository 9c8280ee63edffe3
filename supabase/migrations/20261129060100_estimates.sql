-- draft
alter table private.attention_dismissals
  alter column customer_id set statistics 1,
  alter column user_id set statistics 1;
alter table private.decision_counters
  alter column customer_id set statistics 1,
  alter column audience set statistics 1,
  alter column rejection_reason_id set statistics 1;
alter table private.deleted_rows
  alter column customer_id set statistics 1,
  alter column deletion set statistics 1,
  alter column parent_id set statistics 1;
alter table private.invitation_emails
  alter column invitation_id set statistics 1,
  alter column sender_id set statistics 1;
alter table private.result_counters
  alter column customer_id set statistics 1,
  alter column campaign_id set statistics 1,
  alter column audience set statistics 1;
alter table private.shortened_texts
  alter column row_id set statistics 1;
alter table public.activity
  alter column actor_id set statistics 1,
  alter column impersonation_id set statistics 1,
  alter column customer_id set statistics 1;
alter table public.agency_do_not_contact
  alter column created_by set statistics 1;
alter table public.campaign_steps
  alter column campaign_id set statistics 1,
  alter column customer_id set statistics 1;
alter table public.campaign_versions
  alter column customer_id set statistics 1,
  alter column campaign_id set statistics 1,
  alter column created_by set statistics 1,
  alter column launched_by set statistics 1,
  alter column requested_by set statistics 1,
  alter column decided_by set statistics 1;
alter table public.campaigns
  alter column customer_id set statistics 1;
alter table public.comment_reads
  alter column customer_id set statistics 1,
  alter column comment_id set statistics 1,
  alter column user_id set statistics 1;
alter table public.comments
  alter column customer_id set statistics 1,
  alter column lead_id set statistics 1,
  alter column company_id set statistics 1,
  alter column campaign_id set statistics 1,
  alter column step_id set statistics 1,
  alter column author_id set statistics 1,
  alter column version_id set statistics 1,
  alter column version_step_id set statistics 1;
alter table public.companies
  alter column customer_id set statistics 1,
  alter column import_id set statistics 1,
  alter column decided_by set statistics 1,
  alter column rejection_reason_id set statistics 1;
alter table public.company_counters
  alter column customer_id set statistics 1;
alter table public.custom_fields
  alter column customer_id set statistics 1,
  alter column created_by set statistics 1;
alter table public.customer_users
  alter column user_id set statistics 1,
  alter column customer_id set statistics 1,
  alter column invited_by set statistics 1;
alter table public.customers
  alter column created_by set statistics 1;
alter table public.decisions
  alter column customer_id set statistics 1,
  alter column lead_id set statistics 1,
  alter column company_id set statistics 1,
  alter column rejection_reason_id set statistics 1,
  alter column previous_rejection_reason_id set statistics 1,
  alter column decided_by set statistics 1;
alter table public.do_not_contact
  alter column customer_id set statistics 1,
  alter column created_by set statistics 1;
alter table public.hand_off_results
  alter column customer_id set statistics 1,
  alter column hand_off_id set statistics 1,
  alter column lead_id set statistics 1,
  alter column upload_id set statistics 1,
  alter column campaign_id set statistics 1,
  alter column audience set statistics 1;
alter table public.hand_off_rows
  alter column hand_off_id set statistics 1,
  alter column customer_id set statistics 1,
  alter column lead_id set statistics 1;
alter table public.hand_offs
  alter column customer_id set statistics 1,
  alter column campaign_id set statistics 1,
  alter column last_lead_id set statistics 1,
  alter column created_by set statistics 1,
  alter column ended_by set statistics 1;
alter table public.handed_off_leads
  alter column customer_id set statistics 1,
  alter column campaign_id set statistics 1,
  alter column lead_id set statistics 1,
  alter column hand_off_id set statistics 1,
  alter column audience set statistics 1;
alter table public.impersonations
  alter column admin_id set statistics 1,
  alter column customer_id set statistics 1;
alter table public.import_chunks
  alter column import_id set statistics 1,
  alter column customer_id set statistics 1;
alter table public.import_errors
  alter column import_id set statistics 1,
  alter column customer_id set statistics 1;
alter table public.import_mappings
  alter column customer_id set statistics 1;
alter table public.import_matches
  alter column customer_id set statistics 1,
  alter column import_id set statistics 1,
  alter column lead_id set statistics 1,
  alter column company_id set statistics 1;
alter table public.imports
  alter column customer_id set statistics 1,
  alter column audience set statistics 1,
  alter column created_by set statistics 1,
  alter column undone_by set statistics 1,
  alter column corrects_import_id set statistics 1;
alter table public.internal_values
  alter column customer_id set statistics 1,
  alter column lead_id set statistics 1,
  alter column company_id set statistics 1;
alter table public.invitations
  alter column customer_id set statistics 1,
  alter column invited_by set statistics 1,
  alter column accepted_by set statistics 1;
alter table public.lead_counters
  alter column customer_id set statistics 1,
  alter column audience set statistics 1;
alter table public.leads
  alter column customer_id set statistics 1,
  alter column audience set statistics 1,
  alter column import_id set statistics 1,
  alter column decided_by set statistics 1,
  alter column rejection_reason_id set statistics 1;
alter table public.list_columns
  alter column customer_id set statistics 1,
  alter column user_id set statistics 1;
alter table public.result_uploads
  alter column customer_id set statistics 1,
  alter column hand_off_id set statistics 1,
  alter column created_by set statistics 1,
  alter column undone_by set statistics 1;
alter table public.step_suggestions
  alter column customer_id set statistics 1,
  alter column version_id set statistics 1,
  alter column version_step_id set statistics 1,
  alter column created_by set statistics 1,
  alter column decided_by set statistics 1;
alter table public.user_roles
  alter column user_id set statistics 1;
