-- Describes schema public and schema private for docs/schema.md. Columns whose name says everything have no comment.

comment on schema private is 'What policies, triggers and functions use. The row API does not offer it.';

-- Users and customers

comment on table public.user_roles is 'Roles of users. A user without a role can see only their own profile.';
comment on table public.profiles is
  'One row per account (auth.users), so that the row API can show names and emails. A trigger on auth.users copies both.';
comment on column public.profiles.id is 'Id of the account.';
comment on table public.customers is 'Organizations whose leads and companies are reviewed: the tenants. Deleting a customer deletes all its data.';
comment on column public.customers.is_active is 'Members of an inactive customer cannot see its data.';
comment on table public.customer_users is 'Membership of users in customers.';
comment on column public.customer_users.user_id is
  'The only foreign key to profiles, so that embedding a membership''s profile is never ambiguous.';
comment on column public.customer_users.accepted_at is 'When the invitation was accepted; null while the user is only invited.';
comment on column public.customer_users.is_active is 'Deactivated members keep their row and lose their access.';
comment on table public.invitations is 'Invitations of an email address to a customer.';
comment on column public.invitations.token is 'Secret part of the invitation link. Chosen by the database only.';
comment on column public.invitations.accepted_by is 'The user who accepted; the same user can accept again without effect.';
comment on column public.invitations.mailed_at is 'When a mail server last accepted the email; null if none did.';
comment on table private.invitation_emails is 'Emails sent within the last hour, to limit them. Older rows are deleted when an email is sent.';
comment on table private.settings is 'Settings of the server''s environment that functions need. One row, written by the owner at start.';
comment on column private.settings.is_only_row is 'Always true, so that there is one row.';
comment on column private.settings.invitation_days is 'How long a new invitation is valid.';

-- Leads and companies

comment on table public.leads is 'People to contact for a customer. The unique keys are what makes two rows of an import duplicates.';
comment on column public.leads.audience is 'Name of the audience; null for none.';
comment on column public.leads.is_approved is 'True: approved; false: rejected; null: not reviewed. False and null count as pending.';
comment on column public.leads.import_id is 'The import that created the lead; null if it was created otherwise.';
comment on column public.leads.created_at is
  'For an imported lead, the start of the import minus the row number in microseconds, so that newest first is the order of the file.';
comment on column public.leads.linkedin_key is 'Normalized LinkedIn address. Unique within the customer.';
comment on column public.leads.email_key is 'Normalized email. Unique within the customer.';
comment on column public.leads.name_key is 'Normalized name and company, only without email and LinkedIn address. Unique within the customer.';
comment on table public.companies is 'Companies of a customer''s leads, imported as such or created from the company name of an imported lead.';
comment on column public.companies.is_approved is 'As of leads.';
comment on column public.companies.import_id is 'The import that created the company; null if it was created otherwise.';
comment on column public.companies.created_at is 'As of leads.';
comment on column public.companies.domain_key is 'Normalized domain. Unique within the customer.';
comment on column public.companies.linkedin_key is 'Normalized LinkedIn address. Unique within the customer.';
comment on column public.companies.name_key is 'Normalized name. Unique within the customer among companies without domain and LinkedIn address.';
comment on table public.lead_counters is
  'Number of leads by customer and audience: the sum of the rows. Triggers add rows with the difference and never update one, so that writers do not wait for each other (docs/decisions/0006-kept-counts.md).';
comment on column public.lead_counters.customer_id is
  'Not a foreign key: when a customer is deleted, its leads are deleted first, and their difference is written after the customer is gone.';
comment on column public.lead_counters.id is 'From a sequence that all customers advance, so members cannot read it.';
comment on column public.lead_counters.reviewed is 'Approved or rejected.';
comment on table public.company_counters is 'Number of companies by customer, as in lead_counters.';
comment on column public.company_counters.customer_id is 'Not a foreign key, as in lead_counters.';
comment on column public.company_counters.id is 'From a sequence that all customers advance, so members cannot read it.';
comment on column public.company_counters.reviewed is 'Approved or rejected.';
comment on view public.audience_summary is 'Number of leads by customer and audience, from lead_counters. Leads without an audience are the row whose name is null.';
comment on view public.customer_counts is 'Number of leads, companies and active members of each customer.';
comment on table private.shortened_texts is
  'Texts that migration 20260115000100 shortened to the new limits, in full. Only the owner reads it and can empty it.';

-- Imports

comment on table public.imports is 'One row per imported file. Written by import_rows and undo_import only.';
comment on column public.imports.audience is 'Audience given to the imported leads.';
comment on column public.imports.companies_created is 'Companies created from the company names of imported leads.';
comment on column public.imports.columns is 'Headers of the file in their order; null for imports before migration 20260108000000.';
comment on column public.imports.undone_at is 'When undoing started. It is complete when remaining_leads is set.';
comment on column public.imports.remaining_leads is 'Leads that undo did not delete because they were changed after the import; null until undo is complete.';
comment on column public.imports.remaining_companies is
  'Companies that undo did not delete because they were changed, or because a remaining lead names them; null until undo is complete.';
comment on table public.import_chunks is 'One row per chunk of an import. The same chunk sent again gets the stored answer.';
comment on column public.import_chunks.hash is 'Hash of the chunk''s content.';
comment on column public.import_chunks.created_at is 'Equals updated_at of the rows that the chunk created, until they are changed.';
comment on table public.import_errors is 'Rows of a file that could not be imported.';
comment on column public.import_errors."row" is 'Row number in the file; the header is row 1.';
comment on column public.import_errors.cells is 'The row as it is in the file.';
comment on table public.import_mappings is 'The column mapping last used for a customer, an import type and a set of headers.';
comment on column public.import_mappings.headers is 'Headers of the file, sorted.';

-- Campaigns

comment on table public.campaigns is 'Outreach campaigns of a customer: a sequence of steps.';
comment on column public.campaigns.status is 'A campaign needs at least one step to become active.';
comment on table public.campaign_steps is 'Steps of a campaign.';
comment on column public.campaign_steps.step_number is 'Position in the campaign, from 1 without gaps. Set by triggers and reorder_steps.';
comment on column public.campaign_steps.delay_days is 'Days after the previous step; 0 is immediately.';
comment on column public.campaign_steps.subject is 'Of email steps only.';
comment on column public.campaign_steps.message_content is 'Text with variables, such as {{first_name}}.';
comment on column public.campaign_steps.updated_at is 'Changes with the content of the step, not with its number.';

-- Impersonation and activity

comment on table public.impersonations is 'Administrators who view the app as a customer. A record; it gives and removes no rights.';
comment on column public.impersonations.ended_at is 'Set to the time of the database, whatever the caller sends.';
comment on table public.activity is
  'Who changed what: one row per statement, customer and kind of change. Append-only. Contains no texts of the changed rows, because it outlives them.';
comment on column public.activity.subject is 'The changed table, or second_factor for a reset.';
comment on column public.activity.customer_name is 'The name at that time.';
comment on column public.activity.row_ids is 'Ids of the changed rows; null for more than 1,000 rows.';
comment on column public.activity.new_values is 'New values of is_approved, audience, status, is_active and role; null for other columns.';
comment on view private.activity_view is 'Activity with the present names of users and rows.';
comment on column private.activity_view.row_name is 'Present name of the changed row; null if there were several or it is gone.';

-- Functions of the row API

comment on function public.read_invitation(text) is
  'The invitation with this token. Callers need not be signed in: a policy could not limit them to the one invitation that they know the token of.';
comment on function public.accept_invitation(text) is
  'Makes the caller a member of the invitation''s customer and returns the customer''s id. Membership, role and acceptance are written together or not at all.';
comment on function public.renew_invitation(uuid) is 'Extends an open invitation as if it were new, with the same link. Returns null if it is accepted or gone.';
comment on function public.begin_invitation_email(text, text, text, timestamptz) is
  'Called before an invitation is sent: checks that the email says what the invitation says, and limits emails to 60 per hour and administrator and 5 per hour and invitation. Returns the invitation''s id.';
comment on function public.confirm_invitation_email(uuid) is 'Called after the mail server accepted the email: sets mailed_at.';
comment on function public.my_sessions() is 'The caller''s sessions, the current one first, then the last used.';
comment on function public.end_my_session(uuid) is 'Ends a session of the caller. Returns false if there is none with this id.';
comment on function public.users_with_second_factor(uuid[]) is 'Which of these users have a verified second factor.';
comment on function public.reset_second_factor(uuid) is
  'Deletes the second factors of a user. If one was verified, ends all sessions and pending sign-ins of the user. Returns the number of verified factors.';
comment on function public.search_leads(text, uuid[], text, timestamptz, uuid, int) is
  'A page of the leads whose name, company or title contains the term, newest first, after the given row. Administrators also find leads by the customer''s name.';
comment on function public.search_companies(text, uuid[], timestamptz, uuid, int) is
  'A page of the companies whose name, industry or location contains the term, newest first, after the given row.';
comment on function public.count_leads(text, uuid[], text, boolean) is 'Number of leads that match a search; approved narrows to approved or pending ones.';
comment on function public.count_companies(text, uuid[], boolean) is 'Number of companies that match a search; approved narrows to approved or pending ones.';
comment on function public.count_leads_among(uuid[], text, uuid[], text) is 'How many of the selected leads match the present filter of the list.';
comment on function public.count_companies_among(uuid[], text, uuid[]) is 'How many of the selected companies match the present filter of the list.';
comment on function public.company_totals(text, uuid[], boolean) is
  'How many companies match a search, and how many of them are approved and reviewed. See lead_totals.';
comment on function public.audience_names(uuid[], text, text, int) is
  'A page of the distinct audiences whose name contains the term, sorted, after the given name.';
comment on function public.audience_totals(uuid[], bigint, text, int) is
  'A page of the audiences with their number of leads, the largest first, after the given audience. Equal names of several customers are added up.';
comment on function public.approved_leads_without(text, uuid[], timestamptz, uuid, int, text, text) is
  'A page of the approved leads for which a message would lack last_name, company or email, newest first.';
comment on function public.count_approved_leads_without(text, uuid[], text, text) is 'Number of leads that approved_leads_without returns.';
comment on function public.count_missing_fields(uuid) is 'Number of approved leads of a customer, and for how many of them a message would lack each field.';
comment on function public.longest_lead(uuid, int, int, int) is
  'The approved lead for whom a text is longest that uses the variables so many times.';
comment on function public.import_rows(uuid, text, text, int, text, jsonb, jsonb, json, json, text, uuid, boolean, jsonb) is
  'Imports one chunk of a file. The same import_id and first_row again returns the first answer. A dry run does the same and rolls back. rows: objects of stored columns with the number of their row; errors: objects of row, error and cells; headers: sorted; columns: headers in the order of the file.';
comment on function public.undo_import(uuid) is
  'Deletes what an import created and no one has changed since, at most 50,000 leads and 20,000 companies per call. Call it again until remaining_leads is set.';
comment on function public.saved_mapping(uuid, text, jsonb) is 'The mapping last used for a customer, an import type and exactly these headers (sorted).';
comment on function public.duplicate_campaign(uuid, text) is 'Copies a campaign with its steps as a draft with this name.';
comment on function public.reorder_steps(uuid, uuid[]) is 'Numbers the steps of a campaign in the order of the list, which must contain each of them once.';
comment on function public.activity_feed(uuid, timestamptz, uuid, int) is 'A page of the activity of a customer or of all, newest first, after the given row.';
comment on function public.lead_history(uuid) is
  'The last 100 changes of a lead, newest first. A change of more than 1,000 leads stores no ids, so it may not concern this lead: is_certain is false.';
comment on function public.needs_attention() is
  'What an administrator should look at, one row per active customer and reason: leads not reviewed for 7 days (counted up to 1,000), open invitations without an email or ending within 2 days, imports of the last 7 days with errors.';
comment on function public.system_version() is 'Versions of PostgreSQL and of the schema.';

-- Functions of policies and of other functions

comment on function private.caller_id() is
  'The user of the request; null if the session has ended, the user is banned or deleted, or a second factor is required and was not used. So signing out and two-factor sign-in also protect rows.';
comment on function private.is_admin() is 'Whether the user of the request is an administrator.';
comment on function private.my_customer_ids() is
  'The active customers that the user of the request is an active member of. Policies compare with = any (array(select …)), which is computed once per statement and can use an index.';
comment on function private.require_admin(text) is 'Raises an error with this message unless the caller is an administrator.';
comment on function private.scope(uuid[]) is 'The requested customers that the caller can see; null: all customers, for administrators only.';
comment on function private.containing(text) is 'ILIKE pattern of a search term, with its special characters escaped. At most 200 characters.';
comment on function private.customers_named(text, uuid[]) is 'Customers whose name matches. Only for a search across all customers, which only administrators can do.';
comment on function private.matching(text[], text, uuid[], uuid[], text, boolean) is
  'SQL condition over the parameters $1 pattern, $2 scope, $3 customers whose name matches and $4 audience. Search does not rely on row-level security, because ILIKE is not leakproof and could then use no index.';
comment on function private.search_of(regclass, text[], text, uuid[], uuid[], text, boolean) is
  'SQL of one page of a search. A term of one or two letters has no trigram, so the list is read in its order until the page is full.';
comment on function private.impersonation_of(uuid) is 'The caller''s open impersonation of this customer that the header x-impersonation-id names.';
comment on function private.invitation_expiry() is 'When an invitation created now expires.';
comment on function private.expire_invitations(uuid, uuid) is 'Expires the open invitations of a user, to one customer or to all.';
comment on function private.lock_imports(uuid) is 'Locks the imports of a customer until the end of the transaction.';
comment on function private.imported_at(public.imports, int) is 'created_at of an imported row, by which newest first is the order of the file.';
comment on function private.import_chunk(public.imports, int, text, text, json, json) is 'Stores a new chunk with its errors, adds it to the counts of the import and returns its answer.';
comment on function private.import_leads(public.imports, text, json) is
  'Inserts the leads of a chunk that are no duplicates, and the companies that they name and the customer lacks.';
comment on function private.import_companies(public.imports, json) is
  'Inserts the companies of a chunk that are no duplicates. A company without domain and LinkedIn address is a duplicate of any company of its name that is stored or earlier in the file, so it is inserted after the others.';
comment on function private.remove_imported_leads(public.imports, int) is
  'Deletes unchanged leads of an import, up to a limit. By ctid, so that no plan reads the whole table and a row that is being changed stays.';
comment on function private.remove_imported_companies(public.imports, int) is
  'Deletes unchanged companies of an import, up to a limit, except those that a remaining lead of this or a later import names.';
comment on function private.first_name_of(text, text) is 'Value of the variable first name: the first name, or else the first word of the name.';
comment on function private.last_name_of(text, text) is 'Value of the variable last name: the last name, or else the name without its first word.';
comment on function private.lacks(text, text, text, text, text) is 'Whether a message to a lead would lack this field.';

-- Texts and keys

comment on function private.folded(text) is 'Trimmed text with each run of white space as one space. White space is listed by code point, because PostgreSQL''s class differs by version.';
comment on function private.trimmed(text) is 'Text without white space at its ends, as JavaScript''s trim().';
comment on function private.has_text(text) is 'Whether a text has a character other than white space.';
comment on function private.plain_name(text) is 'One line of visible text: without control characters and marks that change the direction of text. domain/name.ts in SQL.';
comment on function private.is_email(text) is 'Whether a text is an email address by the HTML standard, of at most 255 characters. domain/email.ts in SQL.';
comment on function private.is_plausible_date(timestamptz) is 'Whether a date is between 1900 and 9999, which every calendar can show.';
comment on function private.text_key(text) is 'Equal for texts that differ in case, white space or Unicode form only.';
comment on function private.index_key(text) is 'The text, or its hash if it is too long for an index entry.';
comment on function private.percent_decoded(text) is 'Decodes percent escapes that are valid UTF-8; others stay.';
comment on function private.linkedin_key(text) is
  'Equal for addresses of the same LinkedIn page: lower case, without scheme, subdomain, query, fragment and what follows the name of the page.';
comment on function private.domain_key(text) is 'Equal for addresses of the same domain: lower case, without scheme, www., port, path, query and fragment.';

-- Functions of triggers

comment on function private.sync_profile() is 'Copies the email and a changed name of an account to its profile.';
comment on function private.normalize_name() is 'Stores the name as one line of visible text.';
comment on function private.normalize_full_name() is 'Stores the name as one line of visible text, and null for a blank one.';
comment on function private.normalize_file_name() is 'Stores the file name as one line of visible text.';
comment on function private.require_an_admin() is 'Rejects removing the last administrator, also by two administrators who remove each other at once.';
comment on function private.expire_invitations_of_membership() is 'Expires the open invitations of a user whose membership ends, to that customer.';
comment on function private.expire_invitations_of_role() is 'Expires the open invitations of a user who loses the role customer.';
comment on function private.reject_deactivated_members() is 'Rejects an open invitation of a deactivated member.';
comment on function private.set_updated_at() is 'Sets updated_at to now.';
comment on function private.reject_change() is 'Rejects the statement with the message of the trigger.';
comment on function private.number_step() is 'Gives a new step the next number. Locks the campaign, so that two new steps get two numbers.';
comment on function private.renumber_steps() is 'Closes gaps in the numbers after steps are deleted.';
comment on function private.require_steps() is 'Rejects launching a campaign without steps.';
comment on function private.end_impersonation() is 'Sets ended_at to now.';
comment on function private.truncate_counters() is 'Empties the counters of a truncated table.';

do $$
declare
  trigger_function regprocedure;
begin
  for trigger_function in
    select oid from pg_proc where pronamespace = 'private'::regnamespace and prorettype = 'trigger'::regtype and proname like 'record\_%'
  loop
    execute format('comment on function %s is %L', trigger_function, 'Records the change in activity.');
  end loop;
  for trigger_function in
    select oid from pg_proc where pronamespace = 'private'::regnamespace and prorettype = 'trigger'::regtype and proname like 'update\_%\_counters\_on\_%'
  loop
    execute format('comment on function %s is %L', trigger_function, 'Adds the change to the counters.');
  end loop;
end $$;
