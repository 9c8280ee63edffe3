// The rights matrix of functions: what each role gets for which arguments. The columns are those of roles.ts without the guests, who get what a stranger
// gets, except what `guestCells` has.
import type { Role } from './roles.ts';
import type { Cells } from './tables.ts';

/** Arguments, in which `:globex lead` and the like stand for ids, and what is returned: the customers it names, numbers as they are, or the error's message. */
export type Call = readonly [body: Record<string, unknown>, cells: Cells];

const denied = 'denied';
const allGet = (cell: string): Cells => [...Array(6).fill(cell), denied];
const adminsGet = (cell: string, message: string): Cells => [cell, ...Array(5).fill(message), denied];
const membersGet = (cell: string): Cells => [cell, 'acme', 'globex', 'none', 'none', 'none', denied];
const counted = (all: string, one: string, none: string): Cells => [all, one, one, none, none, none, denied];
const ofGlobex = (cell: string, none: string): Cells => [cell, none, cell, none, none, none, denied];
const bySession = (cell: string, signedOut: string): Cells => [...Array(5).fill(cell), signedOut, denied];

const invited = { email: 'guest@globex.test', customer_name: 'globex', expires_at: '2100-01-01' };
const chunk = { file_name: 'x.csv', import_type: 'leads', first_row: 2, hash: 'x', headers: ['Name'], mapping: {} };
const users = [':halfway', ':neighbour'];
const onlyGlobex = { customers: [':globex'] };
const globexImport = { import_id: ':globex import' };
const mailError = 'Only an administrator can send invitations';
const activityError = 'Only an administrator can see the activity';
const deletion = '00000000-0000-4000-8000-0000000000d1';
const deleteError = 'Only an administrator can delete rows';
const notYourList = 'Only administrators and members of the customer can see this list';
const ofList = (cell: string): Cells => [cell, notYourList, cell, notYourList, notYourList, notYourList, denied];
const noCampaign = 'There is no such campaign';
const handOffError = 'Only an administrator can hand off leads';
const globexHandOff = { customer_id: ':globex', hand_off_id: ':globex batch' };

const senderError = 'Only an administrator or an approver can send review links';
const ofSenders = (cell: string): Cells => [cell, senderError, cell, senderError, senderError, senderError, denied];

/** The column of a user without a role. */
export const STRANGER = 3;

/** The cells of guests for each call of a function, where they differ from those of a stranger. */
export const guestCells: Record<string, readonly (string | undefined)[]> = {
  company_totals: ['1 0 0 false'],
  count_companies: ['1'],
  count_leads: ['1'],
  lead_totals: [undefined, '1 1 1 false'],
  ask_for_colleague: [
    'new row for relation "colleague_requests" violates check constraint "colleague_requests_email_check"',
  ],
  my_colleague_requests: ['acme'],
  my_review_link: ['acme'],
  search_campaigns: ['acme'],
  search_companies: ['acme'],
  search_leads: ['acme'],
};

/** The cells of single roles for each call of a function, where they differ from those of their column or of a stranger: the member wrote the comment on Acme's lead. */
export const roleCells: Record<string, readonly Partial<Record<Role, string>>[]> = {
  choose_emails: [{ 'ended guest': 'Sign in with a confirmed email address' }],
  my_emails: [{ 'ended guest': 'none' }],
  waiting_rows: [{ viewer: '1 rows', reviewer: '1 rows' }],
};

export const functions: Record<string, readonly Call[]> = {
  accept_invitation: [
    [{ token: 'guessed' }, bySession('Invalid invitation link', 'Sign in to accept the invitation')],
    [
      { token: ':globex token' },
      bySession('This invitation is for another email address', 'Sign in to accept the invitation'),
    ],
  ],
  activity_feed: [
    [{}, adminsGet('all', activityError)],
    [{ customer: ':globex' }, adminsGet('globex', activityError)],
  ],
  approved_lead_values: [[{ customer_id: ':globex' }, ofGlobex('globex', 'none')]],
  approved_leads_without: [
    [{ missing: 'email' }, membersGet('all')],
    [{ missing: 'email', ...onlyGlobex }, ofGlobex('globex', 'none')],
  ],
  add_do_not_contact: [
    [{ customer_id: ':globex', entries: [{ kind: 'company', value: 'x' }], dry_run: true }, ofList('1 rows')],
    [{ entries: [], dry_run: true }, adminsGet('1 rows', notYourList)],
  ],
  add_removal_requests: [[{ ...globexHandOff, rows: [] }, adminsGet('1 rows', handOffError)]],
  approve_rest: [[{ subject: 'leads' }, allGet('none')]],
  my_review_link: [[{}, allGet('none')]],
  create_review_link: [
    [
      { customer_id: ':globex', email: 'x' },
      ofSenders('new row for relation "review_links" violates check constraint "review_links_email_check"'),
    ],
  ],
  extend_review_link: [
    [{ link: ':globex link', expires_at: '2000-01-01' }, ofSenders('A review link ends within the next 90 days')],
  ],
  ask_for_colleague: [[{ email: 'x' }, allGet('Only a guest of a review link can ask to add a colleague')]],
  my_colleague_requests: [[{}, allGet('none')]],
  decline_colleague_request: [[{ request: ':globex request', declined: false }, ofSenders('false')]],
  revoke_review_link: [[{ link: ':globex' }, adminsGet('There is no such review link', senderError)]],
  begin_review_email: [[{ link: ':globex' }, adminsGet('There is no such review link', senderError)]],
  confirm_review_email: [[{ link: ':globex' }, adminsGet('There is no such review link', senderError)]],
  open_review_link: [[{ token: 'guessed' }, allGet(denied)]],
  begin_review_code: [[{ token: 'guessed', client: 'x' }, allGet(denied)]],
  redeem_review_code: [[{ token: 'guessed', code: '000000', client: 'x' }, allGet(denied)]],
  begin_review_session: [[{ link: ':globex link' }, allGet(denied)]],
  audience_names: [
    [{}, membersGet('all')],
    [onlyGlobex, ofGlobex('globex', 'none')],
    [{ term: 'globex' }, ofGlobex('globex', 'none')],
  ],
  audience_totals: [
    [{}, membersGet('all')],
    [onlyGlobex, ofGlobex('globex', 'none')],
  ],
  begin_invitation_email: [
    [{ token: 'guessed', ...invited }, adminsGet('There is no such invitation', mailError)],
    [{ token: ':globex token', ...invited }, adminsGet('There is no such invitation', mailError)],
  ],
  comment_counts: [[{ row_ids: [':globex lead'] }, ofGlobex('1 rows', 'none')]],
  company_leads: [[{ customer_id: ':globex', company_id: ':globex company' }, ofGlobex('globex', 'none')]],
  confirm_invitation_email: [
    [{ invitation: ':globex invitation' }, adminsGet('There is no such invitation email', mailError)],
  ],
  count_approved_leads_without: [
    [{ missing: 'email' }, counted('3', '1', '0')],
    [{ missing: 'email', ...onlyGlobex }, ofGlobex('1', '0')],
  ],
  count_companies: [
    [{}, counted('2', '1', '0')],
    [onlyGlobex, ofGlobex('1', '0')],
    [globexImport, ofGlobex('1', '0')],
  ],
  count_companies_among: [
    [{ ids: [':globex company'] }, ofGlobex('1', '0')],
    [{ ids: [':globex company'], ...globexImport }, ofGlobex('1', '0')],
  ],
  count_missing_fields: [[{ customer_id: ':globex' }, ofGlobex('1 0 0 1', '0 0 0 0')]],
  count_do_not_contact: [
    [{}, adminsGet('1', notYourList)],
    [{ customer_id: ':globex' }, ofList('1')],
  ],
  count_leads: [
    [{}, counted('3', '1', '0')],
    [onlyGlobex, ofGlobex('1', '0')],
    [globexImport, ofGlobex('1', '0')],
  ],
  count_leads_among: [
    [{ ids: [':globex lead'] }, ofGlobex('1', '0')],
    [{ ids: [':globex lead'], ...globexImport }, ofGlobex('1', '0')],
  ],
  customer_progress: [[{}, adminsGet('both', 'Only an administrator can see the progress of customers')]],
  customer_report: [[{ customer_id: ':globex' }, ofGlobex('globex', 'There is no such customer')]],
  decisions_per_week: [[{}, adminsGet('12 rows', 'Only an administrator can see the decisions of all customers')]],
  decide_suggestion: [
    [{ customer_id: ':acme', suggestion_id: ':globex suggestion', accepted: true }, allGet(noCampaign)],
    [
      { customer_id: ':globex', suggestion_id: ':globex suggestion', accepted: true },
      ofGlobex('This suggestion was already declined', noCampaign),
    ],
  ],
  decide_version: [
    [{ customer_id: ':acme', version_id: ':globex version', decision: 'approved' }, allGet(noCampaign)],
    [{ customer_id: ':globex', version_id: ':globex version', decision: 'x' }, allGet('Unknown decision: x')],
    [
      { customer_id: ':globex', version_id: ':globex version', decision: 'approved' },
      ofGlobex('Version 1 has already been decided', noCampaign),
    ],
  ],
  take_back_decision: [
    [{ customer_id: ':acme', version_id: ':globex version' }, allGet(noCampaign)],
    [
      { customer_id: ':globex', version_id: ':globex version' },
      ofGlobex('Only the user who decided version 1 can take that back', noCampaign),
    ],
  ],
  step_feedback: [[{ customer_id: ':globex', campaign_id: ':globex campaign' }, allGet('none')]],
  delete_rows: [
    [{ table_name: 'leads', ids: [':globex company'], deletion }, adminsGet('0', deleteError)],
    [{ table_name: 'companies', ids: [':globex lead'], deletion }, adminsGet('0', deleteError)],
  ],
  dismiss_attention: [
    [
      { customer_id: ':globex', reason: 'leads waiting', dismissed: false },
      adminsGet('', 'Only an administrator can dismiss what needs attention'),
    ],
  ],
  duplicate_campaign: [[{ campaign_id: ':globex campaign', name: 'Copy' }, ofGlobex('1', noCampaign)]],
  end_my_session: [[{ session: ':colleague' }, allGet('false')]],
  import_rows: [
    [
      { customer_id: ':globex', ...chunk, rows: [{ row: 2, name: 'Bea' }], errors: [], dry_run: true },
      adminsGet('1 rows', 'Only an administrator can import'),
    ],
  ],
  lead_company: [[{ customer_id: ':globex', lead_id: ':globex lead' }, ofGlobex('globex', 'none')]],
  lead_history: [[{ lead: ':globex lead' }, adminsGet('globex', activityError)]],
  company_history: [[{ company: ':globex company' }, adminsGet('globex', activityError)]],
  leads_of_rejected_companies: [[{ ids: [':globex lead'] }, allGet('none')]],
  longest_lead_values: [
    [{ customer_id: ':globex', uses: { first_name: { times: 1 } } }, ofGlobex('globex', 'none')],
    [{ customer_id: ':globex', uses: { unfilled: { bare: 1 } }, emptiest: true }, ofGlobex('globex', 'none')],
  ],
  mark_comments_read: [[{ ids: [':acme internal comment'] }, allGet('0')]],
  my_sessions: [[{}, bySession('1 rows', 'none')]],
  needs_attention: [[{}, adminsGet('both', 'Only an administrator can see what needs attention')]],
  users_with_second_factor: [
    [{ user_ids: users }, adminsGet('halfway', 'Only an administrator can see who has a second factor')],
  ],
  preview_duplicates: [
    [
      { customer_id: ':globex', import_type: 'leads', rows: [{ row: 2, name: 'Bea' }] },
      adminsGet('none', 'Only an administrator can import'),
    ],
  ],
  preview_updates: [
    [
      {
        customer_id: ':globex',
        import_type: 'leads',
        rows: [{ row: 2, name: 'Bea', email: 'bea@globex.test' }],
        updating: { mode: 'fill', fields: [] },
      },
      adminsGet('1 rows', 'Only an administrator can import'),
    ],
  ],
  read_brand: [[{}, Array(7).fill('none')]],
  read_brand_logo: [[{}, Array(7).fill('null')]],
  read_invitation: [[{ token: 'guessed' }, Array(7).fill('none')]],
  restore_preview: [[globexImport, adminsGet('1 1', 'Only an administrator can undo an import')]],
  restore_deleted: [[{ deletion }, adminsGet('0 0 0', 'Only an administrator can restore rows')]],
  save_brand: [
    [
      { name: '', accent: '', sender_name: '', footer: '', logo: 'PHN2Zy8+' },
      adminsGet('The logo must be a PNG, JPEG or WebP', 'Only an administrator can change the brand'),
    ],
  ],
  saved_mapping: [[{ customer_id: ':globex', import_type: 'leads', headers: ['globex'] }, adminsGet('globex', 'none')]],
  recent_deletions: [[{}, adminsGet('none', 'Only an administrator can see what was deleted')]],
  rejections_by_audience: [[{}, adminsGet('none', 'Only an administrator can see the rejections of all customers')]],
  remove_do_not_contact: [
    [{ ids: [':globex company'] }, adminsGet('0', notYourList)],
    [{ ids: [':globex company'], customer_id: ':globex' }, ofList('0')],
  ],
  renew_invitation: [[{ invitation: ':globex invitation' }, adminsGet('a time', 'null')]],
  reorder_steps: [[{ campaign_id: ':globex campaign', step_ids: [':globex step'] }, ofGlobex('globex', noCampaign)]],
  request_review: [
    [{ customer_id: ':acme', campaign_id: ':globex campaign' }, allGet(noCampaign)],
    [{ customer_id: ':globex', campaign_id: ':globex campaign' }, ofGlobex('1', noCampaign)],
  ],
  reset_second_factor: [[{ user_id: ':neighbour' }, adminsGet('0', 'Only an administrator can reset a second factor')]],
  restore_version: [
    [{ customer_id: ':acme', version_id: ':globex version' }, allGet(noCampaign)],
    [{ customer_id: ':globex', version_id: ':globex version' }, ofGlobex('1', noCampaign)],
  ],
  search_campaigns: [
    [{ term: '' }, membersGet('both')],
    [{ term: 'globex' }, ofGlobex('globex', 'none')],
    [{ term: '', ...onlyGlobex }, ofGlobex('globex', 'none')],
  ],
  search_companies: [
    [{ term: '' }, membersGet('both')],
    [{ term: '', status: 'to_review', ...onlyGlobex }, ofGlobex('globex', 'none')],
    [{ term: 'secret', ...onlyGlobex }, ofGlobex('globex', 'none')],
    [{ term: 'secret', sort: 'name', after_text: ' ', ...onlyGlobex }, ofGlobex('globex', 'none')],
    [{ term: 'secret', ...globexImport }, ofGlobex('globex', 'none')],
  ],
  search_customers: [
    [{ term: '' }, membersGet('all')],
    [{ term: 'glo' }, ofGlobex('globex', 'none')],
    [{ term: 'glo', at_start: true }, ofGlobex('globex', 'none')],
  ],
  search_do_not_contact: [
    [{}, adminsGet('1 rows', notYourList)],
    [{ customer_id: ':globex' }, ofList('globex')],
  ],
  search_leads: [
    [{ term: '' }, membersGet('all')],
    [{ term: '', status: 'approved', ...onlyGlobex }, ofGlobex('globex', 'none')],
    [{ term: 'secret', ...onlyGlobex }, ofGlobex('globex', 'none')],
    [{ term: '', sort: 'company', ...onlyGlobex }, ofGlobex('globex', 'none')],
    [{ term: '', ...globexImport }, ofGlobex('globex', 'none')],
  ],
  search_users: [[{ term: 'unknown at all' }, allGet('none')]],
  suggest_wording: [
    [
      { customer_id: ':acme', version_id: ':globex version', version_step_id: ':globex', message_content: 'x' },
      allGet(noCampaign),
    ],
    [
      { customer_id: ':globex', version_id: ':globex version', version_step_id: ':globex', message_content: 'x' },
      ofGlobex('There is no such step in this version', noCampaign),
    ],
  ],
  suppressed_leads: [[{ ids: [':globex lead'] }, ofGlobex('none', 'none')]],
  system_version: [[{}, adminsGet('1 rows', 'Only an administrator can see the version of the database')]],
  count_custom_values: [
    [
      { customer_id: ':globex', table_name: 'leads', key: 'icebreaker' },
      adminsGet('1', 'Only an administrator can manage custom fields'),
    ],
    [
      { customer_id: ':globex', table_name: 'leads', key: 'score' },
      adminsGet('1', 'Only an administrator can manage custom fields'),
    ],
  ],
  remove_custom_values: [
    [{ customer_id: ':globex' }, adminsGet('0', 'Only an administrator can manage custom fields')],
  ],
  cancel_hand_off: [[globexHandOff, adminsGet('This hand-off is ready', handOffError)]],
  finish_hand_off: [[globexHandOff, adminsGet('This hand-off is ready', handOffError)]],
  continue_hand_off: [[globexHandOff, adminsGet('This hand-off is ready', handOffError)]],
  hand_off_progress: [[globexHandOff, adminsGet('globex', handOffError)]],
  take_job: [[{}, allGet(denied)]],
  release_job: [[{ job_id: ':globex' }, allGet(denied)]],
  fail_job: [[{ job_id: ':globex', reason: 'x' }, allGet(denied)]],
  hand_off_of_job: [[{ job_id: ':globex', kind: 'check_hand_off' }, allGet(denied)]],
  leads_to_hand_off: [[{ job_id: ':globex', page_size: 1 }, allGet(denied)]],
  store_hand_off_rows: [[{ job_id: ':globex', after_id: null, rows: [], made: null }, allGet(denied)]],
  stored_hand_off_rows: [[{ job_id: ':globex', after: 0, page_size: 1 }, allGet(denied)]],
  store_hand_off_files: [[{ job_id: ':globex', made: {} }, allGet(denied)]],
  complete_hand_off: [[{ job_id: ':globex', files: [] }, allGet(denied)]],
  lead_hand_offs: [
    [
      { customer_id: ':globex', lead_id: ':globex lead' },
      adminsGet('globex', 'Only an administrator can see what was handed off'),
    ],
  ],
  preview_hand_off: [[{ customer_id: ':globex', campaign_id: ':globex campaign' }, adminsGet('globex', handOffError)]],
  start_hand_off: [
    [
      { customer_id: ':acme', campaign_id: ':globex campaign', steps: [], plan: { columns: [] } },
      adminsGet('There is no such campaign with steps', handOffError),
    ],
    [
      { customer_id: ':globex', campaign_id: ':globex campaign', steps: [], plan: { columns: [] } },
      adminsGet('The campaign has changed meanwhile', handOffError),
    ],
  ],
  store_hand_off_results: [
    [
      { ...globexHandOff, upload_id: ':globex', file_name: 'a.csv', mapping: {}, rows: [] },
      adminsGet('1 rows', handOffError),
    ],
  ],
  undo_hand_off_results: [
    [
      { customer_id: ':acme', upload_id: ':globex upload' },
      adminsGet('There is no such upload', 'Only an administrator can undo an upload of results'),
    ],
  ],
  void_hand_off: [[{ ...globexHandOff, customer_id: ':acme' }, adminsGet('There is no such hand-off', handOffError)]],
  count_handed_off: [[{ customer_id: ':globex', campaign_id: ':globex campaign' }, adminsGet('1', handOffError)]],
  waiting_rows: [
    [{}, ['3 rows', '1 rows', '1 rows', 'none', 'none', 'none', denied]],
    [onlyGlobex, ['2 rows', 'none', '1 rows', 'none', 'none', 'none', denied]],
  ],
  company_totals: [
    [{}, counted('2 0 0 false', '1 0 0 false', '0 0 0 false')],
    [onlyGlobex, ofGlobex('1 0 0 false', '0 0 0 false')],
    [globexImport, ofGlobex('1 0 0 false', '0 0 0 false')],
  ],
  lead_totals: [
    [{ term: 'ada', estimate: true, customers: [':globex'] }, ofGlobex('1 1 1 false', '0 0 0 false')],
    [{}, counted('3 3 3 false', '1 1 1 false', '0 0 0 false')],
    [onlyGlobex, ofGlobex('1 1 1 false', '0 0 0 false')],
    [globexImport, ofGlobex('1 1 1 false', '0 0 0 false')],
  ],
  undo_company_decisions: [[{ ids: [':globex company'] }, allGet('none')]],
  undo_import: [
    [globexImport, adminsGet('This import has been undone already', 'Only an administrator can undo an import')],
  ],
  undo_lead_decisions: [[{ ids: [':globex lead'] }, allGet('none')]],
  undo_preview: [[globexImport, adminsGet('1 1 1 1 1', 'Only an administrator can undo an import')]],
  user_names: [
    [
      { customer_id: ':globex', user_ids: [':neighbour', ':admin', ':member'] },
      ['3 rows', 'none', '2 rows', 'none', 'none', 'none', denied],
    ],
    [
      { customer_id: ':globex', user_ids: [':neighbour', ':admin', ':member'], as_member: true },
      ofGlobex('2 rows', 'none'),
    ],
  ],
  preview_news: [[globexImport, adminsGet('globex', 'Only an administrator can tell the customer')]],
  tell_customer: [
    [
      globexImport,
      adminsGet('Nothing of this import is left to review', 'Only an administrator can tell the customer'),
    ],
  ],
  list_deliveries: [[{ wanted: 'dead' }, adminsGet('none', 'Only an administrator can see the outbox')]],
  send_again: [[{ delivery: ':globex' }, adminsGet('false', 'Only an administrator can send again')]],
  queue_deliveries: [[{ domain: 'example.test' }, allGet(denied)]],
  take_delivery: [[{}, allGet(denied)]],
  settle_delivery: [[{ delivery: ':globex', attempt: 1, outcome: 'sent' }, allGet(denied)]],
  read_delivery: [[{ delivery: ':globex' }, allGet(denied)]],
  unsubscribe: [[{ kind: 'digest', token: 'guessed' }, allGet(denied)]],
  my_emails: [[{}, bySession('true true true', 'none')]],
  choose_emails: [[{ news: false }, bySession('', 'Sign in with a confirmed email address')]],
};
