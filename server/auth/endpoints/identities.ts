// In charge of DELETE /user/identities/{id}: a way into an account is closed, never the last one.
import { leaveIdentity } from '../accounts/identities.ts';
import type { Dependencies, Endpoint } from '../dependencies.ts';
import { isUuid, requireUser } from '../wire/authentication.ts';
import { AuthError } from '../wire/errors.ts';
import { requireLinking } from './authorize.ts';

const refusals = {
  unknown: () => new AuthError(422, 'identity_not_found', "Identity doesn't exist"),
  last: () => new AuthError(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking'),
  'address taken': () =>
    new AuthError(422, 'email_conflict_identity_not_deletable', 'Unable to unlink identity due to email conflict'),
};

export const unlinkIdentity =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    const { user } = await requireUser(c, deps);
    requireLinking(deps);
    const id = c.req.param('id');
    if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID');
    const outcome = await deps.database.transaction((query) => leaveIdentity(query, user, id));
    if (outcome !== 'left') throw refusals[outcome]();
    return c.json({});
  };
