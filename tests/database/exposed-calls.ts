// A call of each exposed function, a read of each view and changes of many rows, for a filled customer.
import type pg from 'pg';
import type { Filled } from '../support/filled-customer.ts';

/** A deletion of leads of the customer. */
export const DELETION = '00000000-0000-4000-8000-00000000000d';
/** Rows of the customer in each large table. */
export const ROWS = 10_000;

/** Ids of the customer and of its rows, and rows of files, as SQL. */
export type Context = Filled & {
  count: number;
  ids: (table: string, count: number) => string;
  files: Record<'leads' | 'companies' | 'handOff' | 'results' | 'requests' | 'entries', string>;
};
type Calls = (of: Context) => string[];

const none: Calls = () => [''];
const ownCustomer: Calls = (of) => [of.customer];
const scope = (of: Context) => `customers => array[${of.customer}]::uuid[]`;
const filters = [
  '{"changed": true}',
  '{"suppressed": true}',
  '{"suppressed": false}',
  '{"custom": {"icebreaker": null}}',
  '{"custom": {"icebreaker": "Hello 8"}}',
  '{"custom": {"score": null}}',
];

const lists: Calls = (of) => [
  `'', ${scope(of)}`,
  `'amelia', ${scope(of)}`,
  `'no one at all', ${scope(of)}`,
  `'', ${scope(of)}, import_id => ${of['first import']}`,
  `'buyer', ${scope(of)}, import_id => ${of['first import']}`,
  `'', ${scope(of)}, filter => '{"changed": true}'`,
];
const leadLists: Calls = (of) => [
  ...lists(of),
  ...filters.map((filter) => `'', ${scope(of)}, filter => '${filter}'`),
  `'', filter => '{"suppressed": true}'`,
  `'lead77@', ${scope(of)}`,
  `'', ${scope(of)}, audience_name => 'Audience 3 of ' || ${of.customer}`,
];
const pages = (calls: Calls, sorts: string[]) => (of: Context) => [
  ...calls(of),
  ...sorts.map((sort) => `'', ${scope(of)}, sort => '${sort}'`),
  ...['to_review', 'approved', 'rejected'].map((status) => `'', ${scope(of)}, status => '${status}'`),
];
const among = (table: string, calls: Calls) => (of: Context) =>
  calls(of).map((call) => `${of.ids(table, ROWS)}, ${call}`);
const missing: Calls = (of) =>
  ['email', 'last_name', 'company', 'company_size', 'company_domain', 'icebreaker'].flatMap((field) => [
    `'${field}', ${scope(of)}`,
    `'${field}', ${scope(of)}, term => 'amelia'`,
    `'${field}', ${scope(of)}, audience_name => 'Audience 3 of ' || ${of.customer}`,
  ]);
const ofFiles = (of: Context, rest: (type: 'leads' | 'companies', rows: string) => string) =>
  (['leads', 'companies'] as const).map((type) => rest(type, of.files[type]));

/** The arguments of each function and the conditions of each view, by the administrator. */
const asAdmin: Record<string, Calls> = {
  activity_feed: (of) => ['', of.customer],
  add_removal_requests: (of) => [`${of.customer}, ${of['handed off']}, ${of.files.requests}`],
  add_do_not_contact: (of) => [`${of.files.entries}, ${of.customer}`, of.files.entries],
  approve_rest: () => [`'leads'`, `'companies'`],
  approved_lead_values: (of) => [`${of.customer}, page_size => 1000`],
  approved_leads_without: missing,
  audience_names: (of) => [scope(of)],
  audience_totals: (of) => [scope(of)],
  begin_invitation_email: (of) => [
    `${of.invitation}::text, trim(${of.member}::text) || '@example.test', 'Customer', '2999-01-01'`,
  ],
  begin_review_email: (of) => [of.link],
  cancel_hand_off: (of) => [of.checked, of.started].map((handOff) => `${of.customer}, ${handOff}`),
  comment_counts: (of) => [of.ids('leads', 200), of.ids('companies', 200)],
  company_history: (of) => [`(${of.ids('companies', 1)})[1]`],
  company_leads: (of) => [`${of.customer}, (${of.ids('companies', 1)})[1]`],
  company_totals: lists,
  confirm_invitation_email: (of) => [of.invitation],
  confirm_review_email: (of) => [of.link],
  continue_hand_off: (of) => [`${of.customer}, ${of.started}`],
  count_approved_leads_without: missing,
  count_companies: lists,
  count_companies_among: among('companies', lists),
  count_custom_values: (of) => [`${of.customer}, 'leads', 'icebreaker'`, `${of.customer}, 'leads', 'score'`],
  count_do_not_contact: (of) => [of.customer, `${of.customer}, 'rival'`],
  count_handed_off: (of) => [
    `${of.customer}, ${of['handed off campaign']}`,
    `${of.customer}, ${of['handed off campaign']}, array['Audience 3 of ' || ${of.customer}]`,
  ],
  count_leads: leadLists,
  count_leads_among: among('leads', leadLists),
  count_missing_fields: ownCustomer,
  create_review_link: (of) => [`${of.customer}, 'ada@example.test'`],
  customer_progress: none,
  customer_report: ownCustomer,
  decide_suggestion: (of) => [`${of.customer}, ${of.suggestion}, true`],
  decide_version: (of) => [`${of.customer}, ${of.version}, 'approved', 'Agreed'`],
  decline_colleague_request: (of) => [of.request],
  decisions_per_week: none,
  delete_rows: (of) => ['leads', 'companies'].map((table) => `'${table}', ${of.ids(table, 1000)}, gen_random_uuid()`),
  dismiss_attention: (of) => [`${of.customer}, 'leads waiting'`],
  duplicate_campaign: (of) => [`${of['reviewed campaign']}, 'Copy'`],
  extend_review_link: (of) => [`${of.link}, now() + interval '1 day', current_date`],
  finish_hand_off: (of) => [`${of.customer}, ${of.checked}`],
  hand_off_progress: (of) => [`${of.customer}, ${of.started}`],
  import_rows: (of) =>
    ofFiles(
      of,
      (type, rows) => `${of.customer}, 'a.csv', '${type}', 2, '', '["Name"]', '{"Name": "name"}', ${rows}, '[]'`,
    ).flatMap((call) => [
      call,
      `${call}, updating => '{"mode": "update", "fields": ["title", "industry", "name"]}'`,
      `${call}, updating => '{"mode": "fill", "fields": []}'`,
    ]),
  lead_company: (of) => [`${of.customer}, (${of.ids('leads', 1)})[1]`],
  lead_hand_offs: (of) => [`${of.customer}, (${of.ids('leads', 1)})[1]`],
  lead_history: (of) => [`(${of.ids('leads', 1)})[1]`],
  lead_totals: (of) => [...leadLists(of), `'amelia', ${scope(of)}, estimate => true`],
  leads_of_rejected_companies: (of) => [of.ids('leads', 1000)],
  longest_lead_values: (of) =>
    ['first_name', 'company_size', 'icebreaker'].flatMap((variable) => [
      `${of.customer}, '{"${variable}": {"times": 1, "bare": 1, "fallbackLength": 0}}'`,
      `${of.customer}, '{"${variable}": {"times": 1, "bare": 1, "fallbackLength": 0}}', true`,
    ]),
  mark_comments_read: (of) => [of.ids('comments', 1000)],
  my_colleague_requests: none,
  my_review_link: none,
  needs_attention: none,
  preview_duplicates: (of) =>
    ofFiles(
      of,
      (type, rows) =>
        `${of.customer}, '${type}', (select json_agg(row) from (select row from json_array_elements(${rows}) row limit 100) few)`,
    ),
  preview_news: (of) => [of['first import']],
  preview_hand_off: (of) => [`${of.customer}, ${of['started campaign']}`],
  preview_updates: (of) =>
    ofFiles(
      of,
      (type, rows) =>
        `${of.customer}, '${type}', ${rows}, '{"mode": "update", "fields": ["title", "industry", "name"]}'`,
    ),
  my_emails: none,
  choose_emails: () => ['', 'false, true'],
  list_deliveries: () => ['', `'dead'`, `null, now(), gen_random_uuid()`],
  send_again: (of) => [of.delivery],
  read_brand: none,
  read_brand_logo: none,
  save_brand: () => [`'Acme', '#aa3300', 'Acme', ''`],
  read_invitation: (of) => [`${of.invitation}::text`],
  recent_deletions: none,
  rejections_by_audience: none,
  remove_custom_values: (of) => [of.field, of['internal field']],
  remove_do_not_contact: (of) => [`${of.ids('do_not_contact', 1000)}, ${of.customer}`],
  renew_invitation: (of) => [of.invitation],
  reorder_steps: (of) => [
    `${of['reviewed campaign']}, (select array_agg(id order by step_number desc) from public.campaign_steps where campaign_id = ${of['reviewed campaign']})`,
  ],
  request_review: (of) => [`${of.customer}, ${of['started campaign']}`],
  reset_second_factor: (of) => [of.member],
  restore_deleted: () => [`'${DELETION}'`],
  restore_preview: (of) => [of.update],
  restore_version: (of) => [`${of.customer}, ${of.version}`],
  revoke_review_link: (of) => [of.link],
  saved_mapping: (of) => [`${of.customer}, 'leads', '["Name"]'`],
  search_campaigns: (of) => [`'', ${scope(of)}`, `'campaign 9', ${scope(of)}`],
  search_companies: pages(lists, ['name']),
  search_customers: () => [`'cust'`],
  search_do_not_contact: (of) => [of.customer, `${of.customer}, 'rival'`, `${of.customer}, 'no one'`],
  search_leads: pages(leadLists, ['name', 'company']),
  search_users: () => [`'example'`],
  start_hand_off: (of) => [
    `${of.customer}, ${of['reviewed campaign']}, (select steps from public.hand_offs where id = ${of.started}), '{"tool": {"name": "Own"}, "columns": []}'`,
  ],
  store_hand_off_results: (of) => [
    `${of.customer}, ${of['handed off']}, gen_random_uuid(), 'a.csv', '{}', ${of.files.results}`,
  ],
  suppressed_leads: (of) => [of.ids('leads', 1000)],
  system_version: none,
  undo_company_decisions: (of) => [of.ids('companies', 1000)],
  undo_hand_off_results: (of) => [`${of.customer}, ${of.upload}`],
  undo_import: (of) => [of['first import'], of.update],
  undo_lead_decisions: (of) => [of.ids('leads', 1000)],
  undo_preview: (of) => [of['first import']],
  user_names: (of) => [`${of.customer}, array[${of.member}]::uuid[]`],
  users_with_second_factor: (of) => [`array[${of.member}]::uuid[]`],
  void_hand_off: (of) => [`${of.customer}, ${of.other}`],
  step_feedback: (of) => [`${of.customer}, ${of['reviewed campaign']}`],
  tell_customer: (of) => [of['first import']],
  take_back_decision: (of) => [
    `${of.customer}, (select ${of.version}::uuid from public.decide_version(${of.customer}, ${of.version}, 'approved', 'Agreed'))`,
  ],
  waiting_rows: (of) => ['', scope(of), `${scope(of)}, as_member => true`],
};
/** Calls of functions for members only, and of those that members may call and whose plans contain the policies. */
const asMember: Record<string, Calls> = {
  accept_invitation: (of) => [`${of.invitation}::text`],
  comment_counts: asAdmin.comment_counts as Calls,
  count_companies: lists,
  count_leads: leadLists,
  duplicate_campaign: asAdmin.duplicate_campaign as Calls,
  end_my_session: () => ['gen_random_uuid()'],
  my_sessions: none,
  renew_invitation: asAdmin.renew_invitation as Calls,
  saved_mapping: asAdmin.saved_mapping as Calls,
  search_campaigns: asAdmin.search_campaigns as Calls,
  search_customers: asAdmin.search_customers as Calls,
  search_users: asAdmin.search_users as Calls,
  suggest_wording: (of) => [`${of.customer}, ${of.version}, ${of['version step']}, 'Hi'`],
  undo_lead_decisions: asAdmin.undo_lead_decisions as Calls,
  waiting_rows: (of) => [scope(of)],
};

/** Calls of the guest of the link. */
const asGuest: Record<string, Calls> = {
  ask_for_colleague: () => [`'bob@example.test', 'He decides too'`],
};

/** Calls of the worker. */
const asService: Record<string, Calls> = {
  begin_review_code: (of) => [`${of.link}::text, 'client'`],
  begin_review_session: (of) => [of.link],
  open_review_link: (of) => [`${of.link}::text`],
  redeem_review_code: (of) => [`${of.link}::text, '000000', 'client'`],
  complete_hand_off: (of) => [`${of['finish job']}, '[{"rows": ${of.count * 0.6}, "sha256": "${'a'.repeat(64)}"}]'`],
  fail_job: (of) => [`${of['check job']}, 'An error stopped it'`],
  hand_off_of_job: (of) => [`${of['check job']}, 'check_hand_off'`],
  leads_to_hand_off: (of) => [`${of['check job']}, 1000`],
  release_job: (of) => [of['check job']],
  store_hand_off_files: (of) => [`${of['finish job']}, '{}'`],
  store_hand_off_rows: (of) => [`${of['check job']}, null, ${of.files.handOff}, null`],
  stored_hand_off_rows: (of) => [`${of['finish job']}, 0, 1000`],
  take_job: none,
  queue_deliveries: () => [`'example.test'`],
  take_delivery: none,
  settle_delivery: (of) => [`${of.delivery}, 1, 'sent'`],
  read_delivery: (of) => [of.delivery],
  unsubscribe: () => [`'digest', 'guessed'`, `'reminder', 'guessed'`],
};
const views: Record<string, Calls> = {
  audience_summary: (of) => [`customer_id = ${of.customer}`],
  campaign_counts: (of) => [`customer_id = ${of.customer}`],
  campaign_reviews: (of) => [`customer_id = ${of.customer}`],
  customer_counts: (of) => [`customer_id = ${of.customer}`, 'true'],
};

/** Changes of many rows at once, as the app sends them. */
const changes: Calls = (of) => [
  ...['leads', 'companies'].flatMap((table) => [
    `update public.${table} set is_approved = true where customer_id = ${of.customer} and id = any (${of.ids(table, 1000)})`,
    `update public.${table} set is_approved = false where customer_id = ${of.customer} and is_approved is null`,
  ]),
  `update public.leads set audience = 'New' where customer_id = ${of.customer} and id = any (${of.ids('leads', 1000)})`,
  `delete from public.campaigns where id = ${of['checked campaign']}`,
];

export type ExposedCaller = 'admin' | 'member' | 'guest' | 'service';

export const queries = (of: Context): [caller: ExposedCaller, text: string][] =>
  [
    ...calls(
      asAdmin,
      (name, args) => `select * from public.${name}(${args})`,
    )(of).map((text) => ['admin', text] as const),
    ...calls(
      asMember,
      (name, args) => `select * from public.${name}(${args})`,
    )(of).map((text) => ['member', text] as const),
    ...calls(
      asGuest,
      (name, args) => `select * from public.${name}(${args})`,
    )(of).map((text) => ['guest', text] as const),
    ...calls(
      asService,
      (name, args) => `select * from public.${name}(${args})`,
    )(of).map((text) => ['service', text] as const),
    ...(['admin', 'member'] as const).flatMap((caller) =>
      calls(
        views,
        (name, condition) => `select * from public.${name} where ${condition}`,
      )(of).map((text) => [caller, text] as const),
    ),
    ...changes(of).map((text) => ['admin', text] as const),
  ].map(([caller, text]) => [caller, text]);

function calls(described: Record<string, Calls>, query: (name: string, args: string) => string): Calls {
  return (of) => Object.entries(described).flatMap(([name, args]) => args(of).map((each) => query(name, each)));
}

/** SQL literals of what the calls name. */
export async function literals(client: pg.Client, filled: Filled, count = ROWS): Promise<Context> {
  const ids: Record<string, string[]> = {};
  for (const table of ['leads', 'companies', 'comments', 'do_not_contact']) {
    const { rows } = await client.query(`select id from public.${table} where customer_id = $1 order by id limit $2`, [
      filled.customer,
      ROWS,
    ]);
    ids[table] = rows.map(({ id }) => id);
  }
  const file = async (query: string) => {
    const { rows } = await client.query(`select json_agg(made) as rows from (${query}) made`, [filled.customer]);
    return `'${JSON.stringify(rows[0].rows).replaceAll("'", "''")}'`;
  };
  return {
    ...(Object.fromEntries(Object.entries(filled).map(([name, id]) => [name, `'${id}'`])) as Filled),
    count,
    ids: (table, max) => `'{${ids[table]?.slice(0, max)}}'::uuid[]`,
    files: {
      leads: await file(
        `select row_number() over (order by id) + 1 as "row", name, case when right(id::text, 1) < '8' then email else 'new' || email end as email, 'New' as title, company from public.leads where customer_id = $1 order by id limit 1000`,
      ),
      companies: await file(
        `select row_number() over (order by id) + 1 as "row", name, case when right(id::text, 1) < '8' then domain else 'new' || domain end as domain, 'New' as industry from public.companies where customer_id = $1 order by id limit 1000`,
      ),
      handOff: await file(
        'select id, name, created_at, updated_at, array[email] as cells from public.leads where customer_id = $1 and is_approved order by created_at desc, id desc limit 1000',
      ),
      results: await file(
        `select email, json_build_object('contacted', now(), 'replied', null, 'unsubscribed', case when right(id::text, 2) = '00' then now() end) as results from public.leads where customer_id = $1 and is_approved order by id limit 5000`,
      ),
      requests: await file('select email from public.leads where customer_id = $1 order by id limit 1000'),
      entries: await file(
        `select 'email' as kind, 'new' || email as value from public.leads where customer_id = $1 order by id limit 1000`,
      ),
    },
  };
}

export const described = [asAdmin, asMember, asGuest, asService, views].flatMap((entries) => Object.keys(entries));
