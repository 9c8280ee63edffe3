// Loads the demo: an agency with three customers, 1,200 leads and ten weeks of work.
import { randomUUID } from 'node:crypto';
import { hash } from 'bcrypt';
import type { Query } from '../database/pool.ts';
import { buildHistory } from './history.ts';
import { type UserIds, users } from './organizations.ts';
import { tableNames } from './tables.ts';
import { isoTime, type Timeline, timelineUntil } from './timeline.ts';

const password = 'leadlight';
/** They can sign in. The other users of the demo have no password. */
const withPassword: string[] = [users.alex.email, users.robin.email];
const emails = Object.values(users).map(({ email }) => email);

/** Inserts the same rows each time, except for ids, password hashes and dates, which end now. */
export async function loadDemo(query: Query): Promise<void> {
  const { rows } = await query<{ subject: string; id: string; name: string }>(
    'select subject, id, name from public.rejection_reasons',
  );
  const reasonsOf = (table: string) =>
    new Map(rows.flatMap(({ subject, id, name }) => (subject === table ? [[name, id]] : [])));
  const userIds = Object.fromEntries(Object.keys(users).map((key) => [key, randomUUID()])) as UserIds;
  const timeline = timelineUntil(new Date());
  const reasons = { leads: reasonsOf('leads'), companies: reasonsOf('companies') };
  const { tables, reversed } = buildHistory(timeline, userIds, reasons);

  await setTriggers(query, 'disable');
  await insertUsers(query, userIds, timeline);
  for (const table of tableNames) await insertRows(query, table, tables[table]);
  await query(
    `update public.leads set is_approved = later.is_approved, rejection_reason_id = null, rejection_note = null,
       decided_at = later.decided_at, decided_by = later.decided_by, updated_at = later.updated_at
     from json_populate_recordset(null::public.leads, $1) later
     where leads.customer_id = later.customer_id and leads.id = later.id`,
    [JSON.stringify(reversed)],
  );
  await setTriggers(query, 'enable');
}

/** Bans or unbans the accounts of the demo, if they exist. */
export async function banDemo(query: Query, allowed: boolean): Promise<void> {
  const end = allowed ? 'null' : `now() + interval '100 years'`;
  await query(`update auth.users set banned_until = ${end} where email = any ($1) and (banned_until is null) <> $2`, [
    emails,
    allowed,
  ]);
}

/** Triggers that date changes and activity now, and not in the past. */
async function setTriggers(query: Query, verb: 'enable' | 'disable'): Promise<void> {
  const { rows } = await query<{ statement: string }>(
    `select format('alter table %s ${verb} trigger %I', tgrelid::regclass, tgname) as statement
     from pg_trigger join pg_class on pg_class.oid = tgrelid
     where relnamespace = 'public'::regnamespace and tgname in ('record_insert', 'record_update', 'set_updated_at', 'require_steps')`,
  );
  await query(`do $do$ begin ${rows.map(({ statement }) => `${statement};`).join(' ')} end $do$`);
}

async function insertUsers(query: Query, userIds: UserIds, timeline: Timeline): Promise<void> {
  const encrypted = await hash(password, 10);
  const rows = Object.entries(users).map(([key, { name, email, role, joined }]) => {
    const id = userIds[key as keyof UserIds];
    const metadata = { sub: id, email, email_verified: true, phone_verified: false, full_name: name };
    return {
      id,
      email,
      metadata,
      role,
      created_at: isoTime(timeline.at(joined, 540)),
      hash: withPassword.includes(email) ? encrypted : null,
    };
  });
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

async function insertRows(query: Query, table: string, rows: object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  await query(
    `insert into public.${table} (${columns}) select ${columns} from json_populate_recordset(null::public.${table}, $1)`,
    [JSON.stringify(rows)],
  );
}
