// In charge of POST /logout: which sessions end.
import { endSessions, type Scope } from '../accounts/sessions.ts';
import type { Dependencies, Endpoint } from '../dependencies.ts';
import { requireUser } from '../wire/authentication.ts';
import { validationFailed } from '../wire/errors.ts';

export const signOut =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    const { session } = await requireUser(c, deps);
    const scope = c.req.query('scope') || 'global';
    if (!isScope(scope)) throw validationFailed(`Unsupported logout scope ${JSON.stringify(scope)}`);
    await deps.database.transaction((query) => endSessions(query, session, scope));
    return c.body(null, 204);
  };

const isScope = (scope: string): scope is Scope => scope === 'global' || scope === 'local' || scope === 'others';
