// Caches whether accounts have a role, so that most requests need no query for it.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DatabasePool } from './database/connections/pool.ts';

/** A revoked role may count for a minute, because it only decides whose connections are used; a granted one counts within a second. */
const GIVEN_MS = 60_000;
const MISSING_MS = 1_000;

const MAX_ACCOUNTS = 10_000;

/** `$1` is an array of account ids, `$2` one of roles. The guest of a live review link counts as a customer, because the address is proven. */
const withRole = `select user_id from public.user_roles where user_id = any ($1::uuid[]) and role = any ($2)
  union select id from public.review_links where id = any ($1::uuid[]) and 'customer' = any ($2) and revoked_at is null and expires_at > now()`;

/** Whether the account with this id has one of the roles that were asked for. Rejects as `DatabasePool.request` does. */
export type HasRole = (id: string) => Promise<boolean> | boolean;

type Role = 'admin' | 'customer';

type CachedRole = { hasRole: boolean; until: number };

/** Batches lookups: those made while a statement runs share the next one. */
export function openAccountRoles(
  database: Pick<DatabasePool, 'request'>,
  roles: readonly Role[] = ['admin', 'customer'],
  now = () => performance.now(),
): HasRole {
  const known = new Map<string, CachedRole>();
  let reading: { ids: Set<string>; result: Promise<Set<string>> } | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function read(ids: Set<string>): Promise<Set<string>> {
    await last;
    await nextTurn();
    reading = undefined;
    const { text } = await database.request({
      caller: { kind: 'server' },
      settings: { role: 'service_role', transaction_read_only: 'on' },
      statement: { text: withRole, values: [`{${[...ids].join(',')}}`, `{${roles.join(',')}}`] },
      separator: ',',
    });
    const found = new Set(text.split(','));
    for (const id of ids) store(id, found.has(id));
    return found;
  }

  function store(id: string, hasRole: boolean): void {
    known.delete(id);
    known.set(id, { hasRole, until: now() + (hasRole ? GIVEN_MS : MISSING_MS) });
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size > MAX_ACCOUNTS) known.delete(oldest);
  }

  async function query(id: string): Promise<boolean> {
    if (!reading) {
      const ids = new Set<string>();
      reading = { ids, result: read(ids) };
      last = reading.result.catch(() => {});
    }
    reading.ids.add(id);
    return (await reading.result).has(id);
  }

  return (id) => {
    const found = known.get(id);
    return found && found.until > now() ? found.hasRole : query(id);
  };
}
