comment on table public.leads is 'Contacts of a customer. The unique keys decide which rows of an import are duplicates.';
comment on table public.lead_counters is
  'Number of leads by customer and audience: the sum of the rows. Triggers add rows with the difference and never update one, so that writers do not wait for each other (docs/decisions/0006-stored-counts.md).';
