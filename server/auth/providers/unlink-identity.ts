// DELETE /user/identities/{id}

import { isUuid, requireUser } from '../authentication.ts';
import type { Dependencies, Endpoint } from '../context.ts';
import { AuthError } from '../errors.ts';
import { requireLinking } from './identity-linking.ts';
import { type Unlinked, unlinkIdentity as unlink } from './unlinking.ts';

const notDeletable = (code: string, message: string) => () => new AuthError(422, code, message);

const errors: Record<Exclude<Unlinked, 'unlinked'>, () => AuthError> = {
  unknown: notDeletable('identity_not_found', "Identity doesn't exist"),
  last: notDeletable('single_identity_not_deletable', 'User must have at least 1 identity after unlinking'),
  'has password': notDeletable(
    'email_identity_not_deletable',
    'The email identity of an account with a password cannot be unlinked',
  ),
  'no verified address': notDeletable(
    'email_conflict_identity_not_deletable',
    'Unable to unlink identity: no other identity has a verified email address',
  ),
  'address taken': notDeletable(
    'email_conflict_identity_not_deletable',
    'Unable to unlink identity due to email conflict',
  ),
};

export const unlinkIdentity =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    const { user, session } = await requireUser(c, deps);
    requireLinking(deps, { user, session }, 'Unlinking');
    const id = c.req.param('id');
    if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID');
    const outcome = await deps.database.transaction((query) => unlink(query, user.id, id));
    if (outcome !== 'unlinked') throw errors[outcome]();
    return c.json({});
  };
