// POST /logout
import { requireSecondFactor } from '../authentication.ts';
import type { UserContext } from '../context.ts';
import { validationFailed } from '../errors.ts';
import { endSessions, type SignOutScope } from './sessions.ts';

export async function logout(c: UserContext): Promise<Response> {
  const { database, session } = c.var;
  const scope = c.req.query('scope') || 'global';
  if (!isSignOutScope(scope)) throw validationFailed(`Unsupported logout scope ${JSON.stringify(scope)}`);
  if (scope !== 'local') requireSecondFactor(c.var, { to: 'end other sessions', status: 422 });
  await database.transaction((query) => endSessions(query, session, scope));
  return c.body(null, 204);
}

const isSignOutScope = (scope: string): scope is SignOutScope =>
  scope === 'global' || scope === 'local' || scope === 'others';
