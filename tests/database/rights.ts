// The rights matrix: the outcome of each statement on each table for each caller, with the abbreviations below.
import { type Caller, callers } from './world.ts';

export type Cell = { table: string; statement: string; text: string; expected: Record<Caller, string> };

/** Expands the abbreviations of a cell; any other text is the outcome itself. */
function spelled(cell: string, table: string): string {
  if (cell === 'both') return 'acme globex';
  if (cell === 'denied') return `42501 permission denied for ${isView(table) ? 'view' : 'table'} ${table}`;
  if (cell === 'policy') return `42501 new row violates row-level security policy for table "${table}"`;
  return cell;
}

const isView = (table: string) => ['audience_summary', 'campaign_counts', 'customer_counts'].includes(table);

const everyoneGets = (cell: string) => callers.map(() => cell);
const deniedToAll = everyoneGets('denied');
const adminsOnly = (cell: string) => [cell, 'none', 'none', 'none', 'denied'];
const adminsWrite = (cell: string) => [cell, 'policy', 'policy', 'policy', 'denied'];
const members = ['both', 'acme', 'globex', 'none', 'denied'];
const membersWrite = ['acme', 'acme', 'policy', 'policy', 'denied'];
const guarded = (message: string) => ['both', ...Array(3).fill(`42501 ${message}`), 'denied'];

const everyone = 'admin colleague member neighbour stranger';
const leadGuard = 'Members can change only the decision about a lead';
const companyGuard = 'Members can change only the decision about a company';
const campaignGuard = 'Members can change only name and status of a campaign';
const stepOfOther =
  '23503 insert or update on table "campaign_steps" violates foreign key constraint "campaign_steps_campaign_id_fkey"';

/** `whose` is the column or expression by which outcomes name a row. */
type Table = { whose: string; rights: [statement: string, cells: string[]][] };

const readOnly = (whose: string, select: string[]): Table => ({
  whose,
  rights: [
    ['select', select],
    ['insert default values', deniedToAll],
    ['update set {first} = {first}', deniedToAll],
    ['delete', deniedToAll],
  ],
});

const tables: Record<string, Table> = {
  user_roles: {
    whose: 'user_id',
    rights: [
      ['select', ['admin colleague member neighbour', 'member', 'neighbour', 'none', 'denied']],
      [`insert (user_id, role) values (:stranger, 'customer')`, adminsWrite('stranger')],
      [`insert (user_id, role) values (:stranger, 'admin')`, adminsWrite('stranger')],
      [`update set role = 'admin' where role = 'customer'`, adminsOnly('member neighbour')],
      [`delete where role = 'customer'`, adminsOnly('member neighbour')],
    ],
  },
  profiles: {
    whose: 'id',
    rights: [
      ['select', [everyone, 'member', 'neighbour', 'stranger', 'denied']],
      [`insert (id, email) values (gen_random_uuid(), 'x@example.test')`, deniedToAll],
      [`update set full_name = 'New Name'`, ['admin', 'member', 'neighbour', 'stranger', 'denied']],
      [`update set email = 'x@example.test'`, deniedToAll],
      ['delete', deniedToAll],
    ],
  },
  customers: {
    whose: 'id',
    rights: [
      ['select', members],
      [`insert (name) values ('Initech')`, adminsWrite('new')],
      [`update set name = 'Initech'`, adminsOnly('both')],
      ['delete', adminsOnly('both')],
    ],
  },
  customer_users: {
    whose: 'user_id',
    rights: [
      ['select', ['member neighbour', 'member', 'neighbour', 'none', 'denied']],
      ['insert (user_id, customer_id) values (:stranger, :acme)', adminsWrite('stranger')],
      ['update set is_active = false', adminsOnly('member neighbour')],
      ['delete', adminsOnly('member neighbour')],
    ],
  },
  invitations: {
    whose: 'customer_id',
    rights: [
      ['select', adminsOnly('both')],
      [`insert (customer_id, email) values (:acme, 'x@example.test')`, adminsWrite('acme')],
      [`insert (customer_id, email, token) values (:acme, 'x@example.test', 'chosen')`, deniedToAll],
      ['update set accepted_at = now()', adminsOnly('both')],
      [`update set token = 'chosen'`, deniedToAll],
      ['update set customer_id = :acme', deniedToAll],
      ['update set mailed_at = now()', deniedToAll],
      ['delete', adminsOnly('both')],
    ],
  },
  imports: readOnly('customer_id', adminsOnly('both')),
  import_chunks: readOnly('customer_id', adminsOnly('both')),
  import_errors: readOnly('customer_id', adminsOnly('both')),
  import_mappings: readOnly('customer_id', adminsOnly('both')),
  leads: {
    whose: 'customer_id',
    rights: [
      ['select', members],
      [`insert (customer_id, name) values (:acme, 'Bea')`, adminsWrite('acme')],
      ['update set is_approved = true', members],
      [
        `update set is_approved = false, rejection_reason_id = (select id from public.rejection_reasons where subject = 'leads' and name = 'Other'), rejection_note = 'x'`,
        members,
      ],
      [`update set audience = 'Buyers'`, guarded(leadGuard)],
      [`update set is_approved = true, notes = 'x'`, guarded(leadGuard)],
      ['delete', adminsOnly('both')],
    ],
  },
  companies: {
    whose: 'customer_id',
    rights: [
      ['select', members],
      [`insert (customer_id, name) values (:acme, 'Initech')`, adminsWrite('acme')],
      ['update set is_approved = false', members],
      [
        `update set is_approved = false, rejection_reason_id = (select id from public.rejection_reasons where subject = 'companies' and name = 'Other'), rejection_note = 'x'`,
        members,
      ],
      [`update set size = '1-10'`, guarded(companyGuard)],
      ['delete', adminsOnly('both')],
    ],
  },
  rejection_reasons: {
    whose: 'name',
    rights: [
      [`select where name = 'Wrong role'`, ['Wrong role', 'Wrong role', 'Wrong role', 'none', 'denied']],
      [`insert (name, position) values ('Duplicate', 9)`, adminsWrite('Duplicate')],
      [`insert (subject, name, position) values ('companies', 'Duplicate', 9)`, adminsWrite('Duplicate')],
      [`insert (id, name, position) values (gen_random_uuid(), 'Duplicate', 9)`, deniedToAll],
      [`update set retired_at = now() where name = 'Wrong role'`, adminsOnly('Wrong role')],
      [`update set subject = 'companies'`, deniedToAll],
      ['update set created_at = now()', deniedToAll],
      ['delete', deniedToAll],
    ],
  },
  decisions: readOnly('customer_id', members),
  campaigns: {
    whose: 'customer_id',
    rights: [
      ['select', members],
      [`insert (customer_id, name) values (:acme, 'Again')`, membersWrite],
      [`insert (id, customer_id, name) values (gen_random_uuid(), :acme, 'Again')`, deniedToAll],
      [`update set name = 'Again', status = 'paused'`, members],
      ['update set customer_id = customer_id', guarded(campaignGuard)],
      ['delete', members],
    ],
  },
  campaign_steps: {
    whose: 'customer_id',
    rights: [
      ['select', members],
      [`insert (campaign_id, step_number, step_type) values (:acme campaign, 2, 'linkedin_message')`, membersWrite],
      [
        `insert (customer_id, campaign_id, step_number, step_type) values (:acme, :acme campaign, 2, 'email')`,
        membersWrite,
      ],
      [
        `insert (customer_id, campaign_id, step_number, step_type) values (:acme, :globex campaign, 2, 'email')`,
        [stepOfOther, stepOfOther, 'policy', 'policy', 'denied'],
      ],
      [
        `insert (campaign_id, step_number, step_type) values (gen_random_uuid(), 2, 'email')`,
        [stepOfOther, 'policy', 'policy', 'policy', 'denied'],
      ],
      [
        `insert (id, campaign_id, step_number, step_type) values (gen_random_uuid(), :acme campaign, 2, 'email')`,
        deniedToAll,
      ],
      ['update set delay_days = 4', members],
      ['update set step_number = 9', deniedToAll],
      ['update set campaign_id = campaign_id', deniedToAll],
      ['update set customer_id = customer_id', deniedToAll],
      ['delete', members],
    ],
  },
  comments: {
    whose: 'customer_id',
    rights: [
      ['select', ['acme acme globex globex', 'acme', 'globex', 'none', 'denied']],
      [`insert (customer_id, lead_id, body) values (:acme, :acme lead, 'Yes')`, membersWrite],
      [`insert (customer_id, step_id, body) values (:acme, :acme step, 'Yes')`, membersWrite],
      [`insert (customer_id, lead_id, body, is_internal) values (:acme, :acme lead, 'Yes', true)`, adminsWrite('acme')],
      [`insert (customer_id, lead_id, body, author_id) values (:acme, :acme lead, 'Yes', :colleague)`, deniedToAll],
      ['update set deleted_at = now()', ['acme', 'acme', 'globex', 'none', 'denied']],
      [`update set body = 'No'`, deniedToAll],
      ['update set is_internal = false', deniedToAll],
      ['delete', deniedToAll],
    ],
  },
  comment_reads: readOnly('customer_id', ['acme', 'none', 'none', 'none', 'denied']),
  impersonations: {
    whose: 'customer_id',
    rights: [
      ['select', adminsOnly('both')],
      ['insert (customer_id) values (:acme)', adminsWrite('acme')],
      ['insert (customer_id, admin_id) values (:acme, :colleague)', ['policy', 'policy', 'policy', 'policy', 'denied']],
      ['update set ended_at = now()', adminsOnly('acme')],
      [`update set expires_at = 'infinity'`, deniedToAll],
      ['delete', deniedToAll],
    ],
  },
  activity: {
    whose: 'distinct customer_id',
    rights: [
      ['select where customer_id is not null', adminsOnly('both')],
      [`insert (action, subject, row_count) values ('insert', 'leads', 1)`, deniedToAll],
      ['update set row_count = 1', deniedToAll],
      ['delete', deniedToAll],
    ],
  },
  audience_summary: readOnly('customer_id', members),
  campaign_counts: readOnly('customer_id', members),
  customer_counts: readOnly('customer_id', members),
  lead_counters: readOnly('customer_id', members),
  company_counters: readOnly('customer_id', members),
};

/** Every table and view of the matrix. */
export const ruledTables = Object.keys(tables);

function textOf(table: string, whose: string, statement: string): string {
  const [verb = '', ...words] = statement.split(' ');
  const rest = words.join(' ').replaceAll('{first}', whose);
  const returning = isView(table) ? '' : ` returning ${whose}`;
  switch (verb) {
    case 'select':
      return `select ${whose} from public.${table} ${rest}`;
    case 'insert':
      return `insert into public.${table} ${rest}${returning}`.replace('distinct ', '');
    case 'update':
      return `update public.${table} ${rest}${returning}`.replace('distinct ', '');
    default:
      return `delete from public.${table} ${rest}${returning}`.replace('distinct ', '');
  }
}

export const cells: Cell[] = Object.entries(tables).flatMap(([table, { whose, rights }]) =>
  rights.map(([statement, row]) => ({
    table,
    statement,
    text: textOf(table, whose, statement),
    expected: Object.fromEntries(
      callers.map((caller, index) => [caller, spelled(row[index] ?? '', table)]),
    ) as Cell['expected'],
  })),
);
