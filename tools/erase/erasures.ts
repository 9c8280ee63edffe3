// The statements that erase an email address, and the SQL conditions and the pattern for texts that contain one. $1 is the address, $2 its pattern.

const ALPHANUMERIC = '[^\\W_]';

/** Matches the address but not a part of a longer one; a sentence may end after it. For PostgreSQL and JavaScript, ignoring case. */
export const addressPattern = (email: string): string =>
  `(?<!${ALPHANUMERIC}[._%+'-]*)${email.replace(/[^\p{L}\p{N}@]/gu, '\\$&')}(?![.-]*${ALPHANUMERIC})`;

/** Compares like the detection of duplicates, ignoring spaces and case. */
const isAddress = (column: string): string => `private.text_key(${column}) = private.text_key($1)`;

/** The plain search is ten times faster, so it runs first. CASE, because PostgreSQL may reorder AND. */
const searched = (text: string, cleaned = text) =>
  `case when position(lower($1::text) in lower(${text})) > 0 then ${cleaned} ~* $2 else false end`;

export const containsAddress = (column: string): string => searched(`${column}::text`);

/** Removes escapes such as \n, whose last character would precede an address. */
export const jsonContainsAddress = (column: string): string =>
  searched(`${column}::text`, String.raw`regexp_replace(${column}::text, '\\(u[0-9a-f]{4}|.)', ' ', 'g')`);

/** The parameters of a statement with these conditions. */
export const parametersFor = (statement: string, email: string): string[] =>
  statement.includes('$2') ? [email, addressPattern(email)] : [email];

const REJECTED_ROWS = `${jsonContainsAddress('cells')} or ${containsAddress('error')}`;
/** Stands for the text that contained the address. */
const ERASED = '[erased]';
const ACCOUNTS = `select id from auth.users where ${isAddress('email')}`;

const EMAIL_KEY = 'private.index_key(private.text_key($1))';
const HANDED_OFF = `(email_key = ${EMAIL_KEY} or lead_id in (select id from public.leads where email_key = ${EMAIL_KEY}))`;
/** Whether the tool has reported that the lead unsubscribed. */
const HAS_STOPPED = `exists (
  select from public.hand_off_results stopped
  where stopped.customer_id = mark.customer_id and stopped.hand_off_id = mark.hand_off_id and stopped.lead_id = mark.lead_id
    and stopped.kind = 'unsubscribed')`;
const CONTACT = `${EMAIL_KEY} union select linkedin_key from public.leads where email_key = ${EMAIL_KEY} and linkedin_key is not null`;
const ENTRIES = `kind in ('email', 'linkedin') and match_key in (select ${CONTACT}) or ${containsAddress('value')} or ${containsAddress('reason')}`;

/** Keeps the contact, whose leads are known by the email, from being contacted: the hashes of the email and of their LinkedIn pages. */
export const SUPPRESSION = `insert into public.agency_do_not_contact (kind, value, source)
  select 'erased', private.erased_key(secret, key), 'erased' from private.contact_secret cross join (select ${CONTACT}) as contact (key)
  on conflict do nothing`;

/** Ordered so that no statement cascades to rows that a later one counts. */
export const ERASURES = [
  [
    'rows of hand-offs',
    `update public.hand_off_rows
     set name = '', linkedin_key = null, email_key = null, name_key = null, cells = null, detail = null, erased_at = now()
     where erased_at is null and ${HANDED_OFF}`,
  ],
  [
    'handed-off leads',
    `update public.handed_off_leads mark
     set name = '', linkedin_key = null, email_key = null, name_key = null,
       flag = case when ${HAS_STOPPED} then flag else 'do_not_contact' end,
       flagged_at = case when ${HAS_STOPPED} then flagged_at else coalesce(flagged_at, now()) end
     where ${HANDED_OFF}`,
  ],
  ['do-not-contact entries', `delete from public.do_not_contact where ${ENTRIES}`],
  ['agency-wide do-not-contact entries', `delete from public.agency_do_not_contact where ${ENTRIES}`],
  ['leads', `delete from public.leads where email_key = ${EMAIL_KEY}`],
  [
    'deleted rows',
    `with about as (select id from private.deleted_rows where ${jsonContainsAddress('content')})
     delete from private.deleted_rows where id in (select id from about) or parent_id in (select id from about)`,
  ],
  ['comments', `update public.comments set deleted_at = now() where deleted_at is null and ${containsAddress('body')}`],
  [
    'suggested wordings',
    `delete from public.step_suggestions where ${containsAddress('subject')} or ${containsAddress('message_content')}`,
  ],
  [
    'versions of campaigns',
    `update public.campaign_versions set
       note = case when ${containsAddress('note')} then '${ERASED}' else note end,
       steps = (
         select jsonb_agg(
           case when ${jsonContainsAddress('step')} then step || '{"subject": null, "message_content": "${ERASED}"}' else step end order by place
         )
         from jsonb_array_elements(steps) with ordinality listed (step, place)
       )
     where ${jsonContainsAddress('steps')} or ${containsAddress('note')}`,
  ],
  [
    'import results',
    `with about as materialized (
       select import_id, "row" from public.import_errors where ${REJECTED_ROWS}
       union
       select import_id, (item ->> 'row')::int
       from public.import_chunks, jsonb_array_elements(answer -> 'errors') item
       where ${containsAddress(`(item ->> 'error')`)}
     ), cleaned as (
       select chunk.import_id, chunk.first_row,
         coalesce(jsonb_agg(item order by place) filter (where about."row" is null), '[]') as errors
       from public.import_chunks chunk
       cross join jsonb_array_elements(answer -> 'errors') with ordinality each (item, place)
       left join about on about.import_id = chunk.import_id and about."row" = (item ->> 'row')::int
       group by chunk.import_id, chunk.first_row
       having count(about."row") > 0
     )
     update public.import_chunks chunk set answer = jsonb_set(answer, '{errors}', errors)
     from cleaned where cleaned.import_id = chunk.import_id and cleaned.first_row = chunk.first_row`,
  ],
  [
    'former values of updated rows',
    `update public.import_matches set former = null, given = null
     where ${jsonContainsAddress('former')} or ${jsonContainsAddress('given')}`,
  ],
  ['rejected rows of imports', `delete from public.import_errors where ${REJECTED_ROWS}`],
  ['invitations', `delete from public.invitations where ${isAddress('email')}`],
  [
    'messages about imports',
    `update public.imports set told_message = '${ERASED}' where ${containsAddress('told_message')}`,
  ],
  ['emails of the outbox', `delete from private.deliveries where ${isAddress('email')}`],
  ['choices of emails', `delete from private.mail_addresses where ${isAddress('email')}`],
  ['review links', `delete from public.review_links where ${isAddress('email')}`],
  [
    'requests for colleagues',
    `delete from public.colleague_requests where ${isAddress('email')} or ${containsAddress('note')}`,
  ],
  ['pending SAML sign-ins', `delete from auth.saml_relay_states where ${isAddress('for_email')}`],
  [
    'pending sign-ins',
    `delete from auth.flow_state where user_id in (${ACCOUNTS}) or linking_target_id in (${ACCOUNTS})
       or ${isAddress(`linking_account ->> 'email'`)}`,
  ],
  ['accounts', `delete from auth.users where ${isAddress('email')}`],
  [
    'email tokens of other accounts',
    `delete from auth.one_time_tokens token using auth.users account
     where account.id = token.user_id
       and (${isAddress('relates_to')} or ${isAddress('account.email_change')} and token.token_type::text like 'email_change%')`,
  ],
  [
    'pending email changes of other accounts',
    `update auth.users set email_change = '', email_change_confirm_status = 0 where ${isAddress('email_change')}`,
  ],
] as const;

/** Identities with this email of accounts with another one; returns their accounts. */
export const FOREIGN_IDENTITIES = `delete from auth.identities
  where ${isAddress(`identity_data ->> 'email'`)} or ${isAddress('provider_id')} returning user_id`;
