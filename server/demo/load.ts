// Loads the demo from `rows/`: an agency with three customers, 1,200 leads and ten weeks of work, up to results of a hand-off.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hash } from 'bcrypt';
import { RecordReader } from '#domain/csv/records.ts';
import type { Query } from '../database/connections/pool.ts';
import { type DemoRow, handOffLeads } from './hand-off.ts';
import { readDate } from './timeline.ts';

const password = 'leadlight';
/** They can sign in. The other users of the demo have no password. */
const withPassword = ['admin@leadlight.example', 'customer@leadlight.example'];

/** Tables in the order of their foreign keys. */
const tables = [
  'customers',
  'customer_users',
  'invitations',
  'imports',
  'import_errors',
  'companies',
  'leads',
  'campaigns',
  'campaign_steps',
  'comments',
  'comment_reads',
];

/** Stores the same rows each time, except for password hashes, dates, which end now, and the ids of the hand-off. */
export async function loadDemo(query: Query): Promise<void> {
  const now = new Date();
  const { rows: reasons } = await query<{ id: string; key: string }>(
    `select id, subject || ' ' || name as key from public.rejection_reasons`,
  );
  const read = (name: string) => readRows(name, now, new Map(reasons.map(({ id, key }) => [key, id])));

  await setTriggers(query, 'disable');
  await insertUsers(query, read('users'));
  for (const table of tables) {
    if (table === 'comments') await insertVersions(query, read('campaign_versions'), read('campaign_steps'));
    await insertRows(query, table, read(table));
  }
  await insertChunks(query);
  await query(
    `update public.leads set is_approved = true, rejection_reason_id = null, rejection_note = null,
       decided_at = later.decided_at, decided_by = later.decided_by, updated_at = later.decided_at
     from json_populate_recordset(null::public.leads, $1) later
     where leads.customer_id = later.customer_id and leads.id = later.id`,
    [JSON.stringify(read('approved_later'))],
  );
  await query('truncate public.activity'); // of the update above
  await insertRows(query, 'activity', read('activity'));
  for (const handOff of read('hand_offs')) await handOffLeads(query, handOff, read('hand_off_results'));
  await query('delete from private.written_texts'); // handing off counts texts by chance, and each demo starts alike
  await setTriggers(query, 'enable');
}

/** Bans or unbans the accounts of the demo, if they exist. */
export async function banDemo(query: Query, allowed: boolean): Promise<void> {
  const end = allowed ? 'null' : `now() + interval '100 years'`;
  await query(`update auth.users set banned_until = ${end} where email = any ($1) and (banned_until is null) <> $2`, [
    readRows('users', new Date()).map(({ email }) => email),
    allowed,
  ]);
}

/** The rows of a file, with a header of columns. `reasons` are the ids by table and name. */
function readRows(name: string, now: Date, reasons = new Map<string, string>()): DemoRow[] {
  const reader = new RecordReader(',');
  const text = readFileSync(path.join(import.meta.dirname, 'rows', `${name.replaceAll('_', '-')}.csv`), 'utf8');
  const [columns = [], ...records] = [...reader.read(text), ...reader.end()].map(({ cells }) => cells);
  return records.map((cells) =>
    Object.fromEntries(columns.map((column, index) => [column, readCell(column, cells[index] ?? '')])),
  );

  /** Rows are named `lead-17`, consecutive ones `lead-17..20`, steps of a version `version-1 of step-5`. */
  function readCell(column: string, cell: string): unknown {
    if (cell === '') return null;
    if (column === 'row_ids') return cell.split(' ').flatMap(namesIn).map(idFor);
    if (column === 'version_step_id') return versionStepId(...(cell.split(' of ').map(idFor) as [string, string]));
    if (column === 'rejection_reason_id') return reasons.get(`${name} ${cell}`) ?? null;
    if (/(^|_)id$|_by$/.test(column)) return idFor(cell);
    if (column.endsWith('_at')) return readDate(cell, now);
    return /^[[{]/.test(cell) ? JSON.parse(cell) : cell;
  }
}

function namesIn(range: string): string[] {
  const [, name, first, last] = /^(\w+)-(\d+)\.\.(\d+)$/.exec(range) ?? [];
  if (!name) return [range];
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${name}-${Number(first) + index}`);
}

/** The same id for a name each time, in the form of a random one. */
function idFor(name: string): string {
  const digits = createHash('sha256').update(name).digest('hex');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}

const versionStepId = (version: string, step: string) => idFor(`${version} of ${step}`);

/** Triggers that date changes, flags, activity and events now, and not in the past, and that keep activity from being replaced. */
async function setTriggers(query: Query, verb: 'enable' | 'disable'): Promise<void> {
  const { rows } = await query<{ statement: string }>(
    `select format('alter table %s ${verb} trigger %I', tgrelid::regclass, tgname) as statement
     from pg_trigger join pg_class on pg_class.oid = tgrelid
     where relnamespace = 'public'::regnamespace and tgname in ('append_only', 'flag_on_update', 'record_events', 'record_insert', 'require_steps', 'set_decision_on_update')`,
  );
  await query(`do $do$ begin ${rows.map(({ statement }) => `${statement};`).join(' ')} end $do$`);
}

async function insertUsers(query: Query, users: DemoRow[]): Promise<void> {
  const encrypted = await hash(password, 10);
  const rows = users.map(({ full_name, ...user }) => ({
    ...user,
    metadata: { sub: user.id, email: user.email, email_verified: true, phone_verified: false, full_name },
    hash: withPassword.includes(String(user.email)) ? encrypted : null,
  }));
  await query(
    `with listed as (
       select * from json_to_recordset($1) as listed (id uuid, email text, metadata jsonb, role text, created_at timestamptz, hash text)
     ), account as (
       insert into auth.users (
         instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at,
         updated_at, confirmation_token, recovery_token, email_change_token_new, email_change
       )
       select '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated', email, hash, created_at,
         '{"provider": "email", "providers": ["email"]}', metadata, created_at, created_at, '', '', '', ''
       from listed
     )
     insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
     select id, id, metadata, 'email', created_at, created_at from listed`,
    [JSON.stringify(rows)],
  );
  await query(
    `insert into public.user_roles (user_id, role, created_at)
     select id, role, created_at from json_to_recordset($1) as listed (id uuid, role text, created_at timestamptz)`,
    [JSON.stringify(rows)],
  );
  await query('update public.profiles set created_at = users.created_at from auth.users where users.id = profiles.id');
}

/** `computed` are expressions of further columns. */
async function insertRows(query: Query, table: string, rows: DemoRow[], computed = {}): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  await query(
    `insert into public.${table} (${[...columns, ...Object.keys(computed)]})
     select ${[...columns, ...Object.values(computed)]} from json_populate_recordset(null::public.${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

/** Versions have the steps of their campaign, some with the subject that they had then. */
async function insertVersions(query: Query, versions: DemoRow[], steps: DemoRow[]): Promise<void> {
  const rows = versions.map(({ former_subjects, ...version }) => {
    const former = new Map(Object.entries(former_subjects as DemoRow).map(([step, subject]) => [idFor(step), subject]));
    const own = steps.filter(({ campaign_id }) => campaign_id === version.campaign_id);
    const contents = own.map(({ id: step_id, step_type, delay_days, subject, message_content }) => ({
      id: versionStepId(String(version.id), String(step_id)),
      step_id,
      step_type,
      delay_days: Number(delay_days),
      subject: former.get(String(step_id)) ?? subject,
      message_content,
    }));
    return { ...version, on_behalf: false, steps: contents };
  });
  await insertRows(query, 'campaign_versions', rows, { content_hash: 'private.steps_hash(steps)' });
}

/** Each import was sent in one chunk. */
const insertChunks = (query: Query) =>
  query(
    `insert into public.import_chunks (customer_id, import_id, first_row, hash, created_at, answer)
     select customer_id, id, 2, id, created_at, json_build_object(
       'importId', id, 'totalRows', total_rows, 'successfulRows', successful_rows, 'duplicateRows', duplicate_rows, 'errorRows', error_rows,
       'errors', array(
         select json_build_object('row', error.row, 'error', error.error) from public.import_errors error where error.import_id = import.id order by error.row
       ),
       'companiesCreated', companies_created
     )
     from public.imports import`,
  );
