-- Comments that are sentences, or name the thing.
comment on function private.record_companies_update is 'Does for companies what record_leads_update does for leads.';
comment on function private.row_history is 'Returns the history of a row of leads or companies, as lead_history does. customer is null if the row is deleted.';
comment on function public.company_history is 'Does for a company what lead_history does for a lead.';
comment on function private.record_agency_entries is 'Does for the agency-wide list what record_entries does. Erased contacts are not recorded.';
comment on column public.campaign_steps.subject is 'Only email steps have one.';
comment on function private.count_changed_steps is
  'Does for changed steps what count_steps does. Locks their campaigns, so that a version is stored before or after the change.';
comment on table public.comment_reads is 'The comments that a user has read. Written by mark_comments_read only.';
comment on column public.companies.is_approved is 'See leads.is_approved.';
comment on column public.companies.created_at is 'See leads.created_at.';
comment on column public.companies.decided_at is 'See leads.decided_at.';
comment on column public.companies.decided_by is 'See leads.decided_by.';
comment on column public.companies.rejection_reason_id is 'See leads.rejection_reason_id.';
comment on column public.companies.rejection_note is 'See leads.rejection_note.';
comment on column public.companies.custom is 'See leads.custom.';
comment on column public.companies.decided_values is 'See leads.decided_values.';
comment on column public.companies.duplicate_of is 'See leads.duplicate_of.';
comment on column public.companies.duplicate_keys is 'See leads.duplicate_keys.';
comment on column public.companies.is_separate is 'See leads.is_separate.';
comment on function private.merge_company_counters is 'Does for companies what merge_lead_counters does for leads.';
comment on column public.custom_fields.created_at is 'The order of the fields, also of those that one statement adds.';
comment on column public.internal_values.custom is 'See leads.custom.';
comment on function public.needs_attention is
  'The matters that an administrator should look at, one row per active customer and reason: leads not reviewed for 7 days (counted up to 1,000), leads that have changed since the decision, leads and companies that are duplicates until they are kept or deleted, campaigns whose newest version has changes requested or was approved by a member and not launched, unread comments of members, open invitations without an email or ending within 2 days, imports of the last 7 days with errors (not only rows on a do-not-contact list), leads to stop in the tools that they were handed off to.';
comment on function public.customer_report is
  'Numbers of a customer''s leads that were approved, rejected, handed off and contacted, and that answered, from one week to another (null: without limit), from the counters: the total, and by week, audience, reason (rejected) and campaign (handed off). The last 520 weeks and the first 50 rows of the other parts; "others" is how many further ones a row adds up. For administrators, and members of the customer.';
comment on function public.waiting_rows is
  'The rows that wait for the caller: leads, companies and campaigns with unread comments (comment, see unread_comments), and campaigns by the newest version, at most 1,000: for a member those in review (in_review), for an administrator those that a member has approved (approved, in the last 90 days, of a draft) or requested changes of (changes_requested). as_member: as a member sees them.';
comment on column public.decisions.is_approved is 'See leads.is_approved; null if the decision was reset.';
comment on function private.undo_decisions is 'Does for leads or companies what undo_lead_decisions does for leads.';
comment on function public.undo_company_decisions is 'Does for companies what undo_lead_decisions does for leads.';
comment on column public.do_not_contact.value is 'The value as it was written.';
comment on column public.agency_do_not_contact.kind is
  'See do_not_contact.kind; erased: the email or LinkedIn page of an erased contact, of which `value` is the hash.';
comment on column public.agency_do_not_contact.is_repeat is 'See do_not_contact.is_repeat.';
comment on function private.do_not_contact_matches is
  'Returns which of a customer''s leads, at most 10,000, must not be contacted: one row for each entry that applies, of the customer or agency-wide, as of the beginning of the statement. Every hand-off leaves these leads out. An entry applies by the email, its domain, the LinkedIn page, and the company by name or by the domain of the customer''s company of that name; by hash if the contact was erased.';
comment on function private.contact_error is 'Returns what is wrong with an entry of do_not_contact, or null.';
comment on column public.hand_offs.files is
  'The number of rows and the SHA-256 of each file, in hexadecimal; quotes is ''all'' if every cell is quoted, and missing if only those are that need it.';
comment on column public.hand_offs.work is 'The work of a job on it while it is preparing: checking the leads, or finishing. Null while no job works on it.';
comment on column public.hand_off_rows.detail is 'The subject of the reason, or of a warning about the values of the lead, such as a field.';
comment on function private.suppressed_of is 'Returns which of these leads must not be contacted, for any number of leads.';
comment on function private.duplicates_to_hand_off is
  'Returns which leads are duplicates of each other among these leads, their originals and their duplicates, as far as a hand-off may have them. Without those that an administrator keeps apart.';
comment on function private.check_leads_for_hand_off is
  'Returns, for those leads of the customer that exist and were created between these times, why a hand-off must leave a lead out (null: it may be in the file), and the warnings about it.';
comment on function private.flag_by_agency_entries is 'Does for all customers what flag_by_entries does for one.';
comment on function private.suppressed_hand_offs is 'Returns which of these handed-off leads must not be contacted, also by an address that was handed off.';
comment on function private.repeated_leads is
  'Returns which of these leads have rows of other hand-offs too, in handed_off_leads or hand_off_results. If the leads are those of several hand-offs, all.';
comment on column public.import_matches.former is
  'The former values of the fields that the import updated, by column, `custom:` or `internal:` and key. Null if it updated none. If the value before was that of an import that is undone, it becomes the value before that one.';
comment on column public.import_matches.turns is
  'The number of the chunk that gave the value last, by field of `given`, in the order of all imports.';
comment on function private.plan_updates is
  'The effect that updating would have: `matched`, a stored lead or company each with the rows of the file that are its duplicates, the values to give and the former ones, and how many rows these are from; `rejected`, the rows that break a rule.';
comment on function private.record_duplicates is 'Does what record_matches does, for the rows of a chunk that update nothing, without reading their other values.';
comment on function public.preview_updates is
  'The rows that import_rows would update (`matched`: each stored row with the rows of the file, the new and the former values; `rejected`: row and error), and hashes of the keys of each row, by which equal rows of other chunks are found. Reads only. Administrators only; at most 5,000 rows.';
comment on function private.later_matches is
  'Returns, of leads or companies that an import updated (`updated`: `row_id`, `former`, `given` and `turns` of their matches), the fields that a later import has updated too, with the match of the next one. `later_former` is the former value that this match gets if the value of `import` is taken out; null if its former value is another.';
comment on column public.imports.updating is 'The way in which the import updated duplicates, as in import_rows; null if it skipped them.';
comment on function private.import_with_errors is
  'Returns, for a file of errors such as ''team - errors.csv'', the latest import of team.csv, or of its errors, that has errors. Null for another file.';
comment on column private.jobs.subject_id is 'The subject of the work, such as a hand-off. It may be deleted meanwhile.';
comment on column public.leads.rejection_reason_id is 'Set for rejected leads only: cleared when the lead is approved or its decision is reset.';
comment on column public.leads.rejection_note is 'See rejection_reason_id.';
comment on column public.leads.decided_values is
  'The values that fields had at the decision, if they have changed since. Null if none has. Set by a trigger, whatever a request says.';
comment on column public.result_uploads.mapping is 'The meaning of the file''s columns, and of the values of its status column.';
comment on table public.hand_off_results is
  'The results that the sending tool has reported of the leads of a hand-off. Written by functions only. Outlives lead and campaign.';
comment on function private.merge_result_counters is 'Does for hand-offs and their results what merge_lead_counters does for leads.';
comment on function private.results_in_rows is
  'Returns what rows of a tool''s file report of the leads of a hand-off: the rows that match no lead or several, the number of the others, the results that are new, and everybody who has unsubscribed, with the lead if it is one of the hand-off. Who has replied or unsubscribed was contacted.';
comment on schema private is 'Objects that policies, triggers and functions use. The row API does not offer it.';
comment on function public.longest_lead_values is
  'Returns, like approved_lead_values, the lead for whom a message is longest, or emptiest: for whom most of its variables are empty, those without a fallback first; none if no variable is. uses has of each variable of the message how often it is used (times), how often without a fallback (bare) and the length of all its fallbacks (fallbackLength).';
comment on function private.custom_shape is
  'The custom fields of a row that are filled. The few shapes of a customer''s rows find those with an empty field by an index.';
comment on function private.normalize_full_name is 'Does what normalize_name does, and returns null for a blank name.';
comment on function private.normalize_file_name is 'Does for a file name what normalize_name does for a name.';
comment on function public.users_with_second_factor is 'Returns which of these users have a verified second factor.';
