// In charge of /admin/users: accounts as the service's own back end lists, makes, changes and deletes them. Refuses every other caller.
import { z } from 'zod';
import { isUuid, requireServiceRole } from '../authentication.ts';
import type { AuthContext, Dependencies, Endpoint } from '../context.ts';
import { emailFault, foldEmail } from '../credentials.ts';
import { AuthError, emailExists, validationFailed } from '../errors.ts';
import { removeFactor } from '../mfa/factors.ts';
import { requireFitPassword } from '../password/fit-password.ts';
import { hashPassword, SERVICE } from '../password/passwords.ts';
import { readBody, readOptionalBody, record, text, userMetadata } from '../request-body.ts';
import { factorObject, userObject } from '../user-object.ts';
import { findUser, findUserByEmail, type User } from '../users.ts';
import { type Administration, administer, deleteUser, listUsers, makeUser, softDeleteUser } from './manage-users.ts';

const LARGEST_PAGE = 1_000;

export const listEverybody =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    await requireServiceRole(c, deps);
    const [page, perPage] = [readNumber(c, 'page', 1), Math.min(LARGEST_PAGE, readNumber(c, 'per_page', 50))];
    const { users, total } = await deps.database.transaction((query) => listUsers(query, page, perPage));
    const last = Math.max(1, Math.ceil(total / perPage));
    const link = (to: number, rel: string) => `<${c.req.path}?page=${to}&per_page=${perPage}>; rel="${rel}"`;
    c.header('X-Total-Count', String(total));
    c.header('Link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '));
    return c.json({ users: users.map(userObject), aud: 'authenticated' });
  };

function readNumber(c: AuthContext, name: string, fallback: number): number {
  const given = c.req.query(name) || String(fallback);
  if (!/^[1-9]\d{0,8}$/.test(given)) throw validationFailed(`Bad Pagination Parameters: ${name} is '${given}'`);
  return Number(given);
}

const Given = z.object({
  email: text,
  password: text,
  email_confirm: z.boolean().nullish(),
  user_metadata: userMetadata,
  app_metadata: record,
  ban_duration: text,
});
type Given = z.output<typeof Given>;

export const makeAccount =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    await requireServiceRole(c, deps);
    const given = await readBody(c, Given);
    if (!given.email) throw validationFailed('Cannot create a user without either an email or phone');
    const { email = '', ...administration } = await readAdministration(given);
    const user = await deps.database.transaction(async (query) => {
      const id = await makeUser(query, email, administration);
      return id && findUser(query, id);
    });
    if (!user) throw emailExists();
    return c.json(userObject(user));
  };

export const showAccount =
  (deps: Dependencies): Endpoint =>
  async (c) =>
    c.json(userObject(await requireAccount(c, deps)));

export const changeAccount =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    const { id, email } = await requireAccount(c, deps);
    const wanted = await readAdministration(await readBody(c, Given));
    const user = await deps.database.transaction(async (query) => {
      const isMove = wanted.email !== undefined && wanted.email !== email;
      if (isMove && wanted.email && (await findUserByEmail(query, wanted.email))) throw emailExists();
      await administer(query, id, { ...wanted, email: isMove ? wanted.email : undefined });
      return findUser(query, id);
    });
    if (!user) throw noSuchUser();
    return c.json(userObject(user));
  };

const Deletion = z.object({ should_soft_delete: z.boolean().nullish() });

export const deleteAccount =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    const { id } = await requireAccount(c, deps);
    const { should_soft_delete: isSoft } = await readOptionalBody(c, Deletion);
    await deps.database
      .transaction((query) => (isSoft ? softDeleteUser(query, id) : deleteUser(query, id)))
      .catch(refused);
    return c.json({});
  };

/** The database keeps the last admin (`private.require_an_admin`), and its words say so. */
function refused(error: Error & { code?: string }): never {
  throw error.code === '23514' ? new AuthError(409, 'conflict', error.message) : error;
}

export const listFactorsOf =
  (deps: Dependencies): Endpoint =>
  async (c) =>
    c.json((await requireAccount(c, deps)).factors.map(factorObject));

export const deleteFactorOf =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    const { factors } = await requireAccount(c, deps);
    const factor = factors.find(({ id }) => id === c.req.param('factor'));
    if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
    await deps.database.transaction((query) => removeFactor(query, factor.id));
    return c.json(factorObject(factor));
  };

const noSuchUser = () => new AuthError(404, 'user_not_found', 'User not found');

async function requireAccount(c: AuthContext, deps: Dependencies): Promise<User> {
  await requireServiceRole(c, deps);
  const id = c.req.param('id');
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID');
  const user = await deps.database.transaction((query) => findUser(query, id));
  if (!user) throw noSuchUser();
  return user;
}

async function readAdministration(given: Given): Promise<Administration> {
  const fault = given.email === undefined ? undefined : emailFault(given.email);
  if (fault) throw validationFailed(fault);
  if (given.password !== undefined) requireFitPassword(given.password);
  return {
    email: given.email && foldEmail(given.email),
    passwordHash: given.password === undefined ? undefined : await hashPassword(given.password, SERVICE),
    isConfirmed: given.email_confirm ?? undefined,
    userMetadata: given.user_metadata,
    appMetadata: given.app_metadata,
    banSeconds: given.ban_duration === undefined ? undefined : secondsOf(given.ban_duration),
  };
}

const UNITS: Record<string, number> = { h: 3600, m: 60, s: 1 };

/** As long as GoTrue's own durations reach: 292 years. */
const LONGEST_BAN_SECONDS = 9_223_372_036;

/** A duration as the contract writes it: `none`, `24h`, `1h30m`. */
function secondsOf(duration: string): number {
  if (duration === 'none') return 0;
  if (!/^(\d+[hms])+$/.test(duration)) throw validationFailed(`invalid format for ban duration: '${duration}'`);
  const parts = duration.match(/\d+[hms]/g) ?? [];
  const seconds = parts.reduce((sum, part) => sum + Number(part.slice(0, -1)) * (UNITS[part.slice(-1)] ?? 0), 0);
  if (seconds <= LONGEST_BAN_SECONDS) return seconds;
  throw validationFailed(`invalid ban duration: '${duration}' is longer than 292 years`);
}
