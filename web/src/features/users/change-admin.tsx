import { useQueryClient } from '@tanstack/react-query';
import { useSession } from '@/features/session/session.tsx';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { isAdmin, makeAdmin, refreshUsers, removeAdmin, type User } from './data.ts';

/** Asks before a person becomes an administrator, or is one no longer. */
export function ChangeAdmin({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient();
  const { user: self, rereadGrants } = useSession();
  const { id, email } = user;
  const isSelf = id === self?.id;
  const then = (change: (person: string) => Promise<void>) => async () => {
    await change(id);
    if (isSelf) await rereadGrants();
    else await refreshUsers(client);
  };
  return isAdmin(user) ? (
    <ConfirmAction
      title={isSelf ? 'Give up your admin role?' : 'Remove the admin role?'}
      description={
        isSelf
          ? 'You lose access to the Admin Panel at once. Only another administrator can give it back to you.'
          : `${email} loses access to the Admin Panel at once.`
      }
      confirmLabel="Remove admin role"
      danger
      act={then(removeAdmin)}
      done={{ title: 'Admin role removed', description: email }}
      failed="Error removing the admin role"
      onClose={onClose}
    />
  ) : (
    <ConfirmAction
      title="Make this person an administrator?"
      description={`${email} will see and change everything of every customer, and can make others administrators.`}
      confirmLabel="Make administrator"
      act={then(makeAdmin)}
      done={{ title: 'Admin role given', description: email }}
      failed="Error giving the admin role"
      onClose={onClose}
    />
  );
}
