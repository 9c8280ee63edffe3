// POST /logout

import { requireUser } from '../authentication.ts';
import type { Dependencies, Endpoint } from '../context.ts';
import { validationFailed } from '../errors.ts';
import { requireSecondFactor } from '../second-factor.ts';
import { endSessions, type Scope } from './sessions.ts';

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
