// POST /logout
import { endSessions, type Scope } from '../accounts/sessions.ts';
import type { Dependencies, Endpoint } from '../dependencies.ts';
import { requireUser } from '../wire/authentication.ts';
import { validationFailed } from '../wire/errors.ts';
import { requireSecondFactor } from '../wire/second-factor.ts';

export const signOut =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    const { user, session } = await requireUser(c, deps);
    const scope = c.req.query('scope') || 'global';
    if (!isScope(scope)) throw validationFailed(`Unsupported logout scope ${JSON.stringify(scope)}`);
    if (scope !== 'local') requireSecondFactor({ user, session }, { to: 'end other sessions', status: 422 });
    await deps.database.transaction((query) => endSessions(query, session, scope));
    return c.body(null, 204);
  };

const isScope = (scope: string): scope is Scope => scope === 'global' || scope === 'local' || scope === 'others';
