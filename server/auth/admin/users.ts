// /admin/users: lists, creates, changes and deletes accounts.
import { z } from 'zod';
import { isUuid } from '../authentication.ts';
import type { AuthContext } from '../context.ts';
import { requireEmail } from '../credentials.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { removeFactor } from '../mfa/factors.ts';
import { hashNewPassword } from '../password/passwords.ts';
import { readBody, readOptionalBody, record, text, userMetadata } from '../request-body.ts';
import { type AuthUser, factorObject, findUsers, userObject } from '../users.ts';
import {
  changeUser,
  hardDeleteUser,
  insertUser,
  requireManagedUser,
  softDeleteUser,
  type UserChanges,
} from './manage-users.ts';

const LARGEST_PAGE = 1_000;

export async function listUsers(c: AuthContext): Promise<Response> {
  const { query } = c.var.database;
  const [page, perPage] = [readNumber(c, 'page', 1), Math.min(LARGEST_PAGE, readNumber(c, 'per_page', 50))];
  const count = 'select count(*)::int as total from auth.users where deleted_at is null';
  const { rows } = await query<{ total: number }>(count);
  const users = await findUsers(query, perPage, (page - 1) * perPage);
  const total = rows[0]?.total ?? 0;
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (to: number, rel: string) => `<${c.req.path}?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  c.header('X-Total-Count', String(total));
  c.header('Link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '));
  return c.json({ users: users.map(userObject), aud: 'authenticated' });
}

function readNumber(c: AuthContext, name: string, fallback: number): number {
  const value = c.req.query(name) || String(fallback);
  if (!/^[1-9]\d{0,8}$/.test(value)) throw validationFailed(`Bad Pagination Parameters: ${name} is '${value}'`);
  return Number(value);
}

const UserBody = z.object({
  id: text,
  role: text,
  email: text,
  phone: text,
  password: text,
  password_hash: text,
  email_confirm: z.boolean().nullish(),
  user_metadata: userMetadata,
  app_metadata: record,
  ban_duration: text,
});

export async function createUser(c: AuthContext): Promise<Response> {
  const body = await readBody(c, UserBody);
  if (!body.email) throw validationFailed('Cannot create a user without either an email or phone');
  const id = readId(body.id);
  const { email = '', ...changes } = await readChanges(body);
  const user = await c.var.database.transaction(async (query) =>
    requireManagedUser(query, await insertUser(query, email, { ...changes, id })),
  );
  return c.json(userObject(user));
}

function readId(id: string | undefined): string | undefined {
  if (!id) return undefined;
  if (!isUuid(id)) throw validationFailed('ID must conform to the uuid v4 format');
  if (/^[0-]+$/.test(id)) throw validationFailed('ID cannot be a nil uuid');
  return id.toLowerCase();
}

export const readUserById = async (c: AuthContext): Promise<Response> => c.json(userObject(await requireUserOfPath(c)));

export async function updateUserById(c: AuthContext): Promise<Response> {
  const { id, email } = await requireUserOfPath(c);
  const changes = await readChanges(await readBody(c, UserBody));
  const user = await c.var.database.transaction(async (query) => {
    await changeUser(query, id, { ...changes, email: changes.email === email ? undefined : changes.email });
    return requireManagedUser(query, id);
  });
  return c.json(userObject(user));
}

const Deletion = z.object({ should_soft_delete: z.boolean().nullish() });

export async function deleteUser(c: AuthContext): Promise<Response> {
  const { id } = await requireUserOfPath(c);
  const { should_soft_delete: isSoft } = await readOptionalBody(c, Deletion);
  await c.var.database
    .transaction((query) => (isSoft ? softDeleteUser : hardDeleteUser)(query, id))
    .catch(throwConflict);
  return c.json({});
}

/** A trigger keeps the last admin (`private.require_an_admin`); its message says so. */
function throwConflict(error: Error & { code?: string }): never {
  throw error.code === '23514' ? new AuthError(409, 'conflict', error.message) : error;
}

export const listUserFactors = async (c: AuthContext): Promise<Response> =>
  c.json((await requireUserOfPath(c)).factors.map(factorObject));

export async function deleteUserFactor(c: AuthContext): Promise<Response> {
  const { factors } = await requireUserOfPath(c);
  const factor = factors.find(({ id }) => id === c.req.param('factor'));
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  await c.var.database.transaction((query) => removeFactor(query, factor.id));
  return c.json(factorObject(factor));
}

async function requireUserOfPath(c: AuthContext): Promise<AuthUser> {
  const id = c.req.param('id');
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID');
  return requireManagedUser(c.var.database.query, id);
}

async function readChanges(body: z.output<typeof UserBody>): Promise<UserChanges> {
  const { role, ban_duration: ban } = body;
  const email = body.email === undefined ? undefined : requireEmail(body.email);
  if (body.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled');
  if (role && role !== USER_ROLE) throw validationFailed(`The role of a user is ${USER_ROLE}, not ${role}`);
  return {
    email,
    passwordHash: await readPassword(body),
    isConfirmed: body.email_confirm ?? undefined,
    userMetadata: body.user_metadata,
    appMetadata: body.app_metadata,
    banSeconds: ban === undefined ? undefined : parseBanDuration(ban),
  };
}

/** The database role of every token of a user; what users may do follows from `user_roles` and `customer_users`. */
const USER_ROLE = 'authenticated';

/** Each step of the cost doubles the time of a sign-in; 14 takes about a second. */
const BCRYPT_HASH = /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/;

/** The hash of a password, or a hash that was created elsewhere. */
async function readPassword({ password, password_hash: hash }: z.output<typeof UserBody>): Promise<string | undefined> {
  if (!hash) return password === undefined ? undefined : hashNewPassword(password);
  if (password !== undefined) throw validationFailed('Only a password or a password hash should be provided');
  if (!BCRYPT_HASH.test(hash)) throw validationFailed('The password hash must be a bcrypt hash of cost 4 to 14');
  return hash;
}

const UNITS: Record<string, number> = { h: 3600, m: 60, s: 1 };

/** The longest duration of GoTrue: 292 years. */
const MAX_BAN_SECONDS = 9_223_372_036;

/** A duration such as `none`, `24h` or `1h30m`. */
function parseBanDuration(duration: string): number {
  if (duration === 'none') return 0;
  if (!/^(\d+[hms])+$/.test(duration)) throw validationFailed(`invalid format for ban duration: '${duration}'`);
  const parts = duration.match(/\d+[hms]/g) ?? [];
  const seconds = parts.reduce((sum, part) => sum + Number(part.slice(0, -1)) * (UNITS[part.slice(-1)] ?? 0), 0);
  if (seconds <= MAX_BAN_SECONDS) return seconds;
  throw validationFailed(`invalid ban duration: '${duration}' is longer than 292 years`);
}
