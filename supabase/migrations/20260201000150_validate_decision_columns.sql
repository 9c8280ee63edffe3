-- Reads every row once, beside readers and writers.
alter table public.leads
  validate constraint leads_decided_at_range,
  validate constraint leads_rejection_reason_id_fkey,
  validate constraint leads_rejection_note_check,
  validate constraint leads_rejection_check;
alter table public.companies
  validate constraint companies_decided_at_range,
  validate constraint companies_rejection_reason_id_fkey,
  validate constraint companies_rejection_note_check,
  validate constraint companies_rejection_check;
