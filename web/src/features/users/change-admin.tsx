import { useSession } from '@/features/session/session.tsx';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { isAdmin, makeAdmin, refreshUsers, removeAdmin, type User } from './data.ts';

/** Asks before a user gets or loses the admin role. */
export function ChangeAdmin({ user, onClose }: { user: User; onClose: () => void }) {
  const { user: self, rereadGrants } = useSession();
  const { id, email } = user;
  const isSelf = id === self?.id;
  const refresh = isSelf ? rereadGrants : refreshUsers;
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
      write={() => removeAdmin(id)}
      refresh={refresh}
      success={{ title: 'Admin role removed', description: email }}
      failure="Error removing the admin role"
      onClose={onClose}
    />
  ) : (
    <ConfirmAction
      title="Make this person an administrator?"
      description={`${email} will see and change everything of every customer, and can make others administrators.`}
      confirmLabel="Make administrator"
      write={() => makeAdmin(id)}
      refresh={refresh}
      success={{ title: 'Admin role given', description: email }}
      failure="Error giving the admin role"
      onClose={onClose}
    />
  );
}
