import { useSession } from '@/features/session/session.tsx';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { isAdmin, makeAdmin, refreshUsers, removeAdmin, resetSecondFactor, type User } from './data.ts';

/** The actions that ask for confirmation. */
export type UserAction = 'reset-second-factor' | 'change-admin';

export type UserConfirmationProps = { user: User; action: UserAction; onClose: () => void };

/** Confirms a change of a user's role or second factor. */
export function UserConfirmation({ user, action, onClose }: UserConfirmationProps) {
  const { user: self, rereadGrants } = useSession();
  const { id, email } = user;
  const isSelf = id === self?.id;
  const refresh = isSelf ? rereadGrants : refreshUsers;
  if (action === 'reset-second-factor') {
    return (
      <ConfirmAction
        title="Reset two-factor sign-in?"
        description={`${email} is signed out everywhere and then signs in with the password alone. Make sure that the request really comes from this user.`}
        confirmLabel="Reset two-factor"
        danger
        write={() => resetSecondFactor(id)}
        refresh={refreshUsers}
        success={{ title: 'Two-factor sign-in reset', description: `${email} signs in with the password alone.` }}
        failure="Error resetting two-factor sign-in"
        onClose={onClose}
      />
    );
  }
  return isAdmin(user) ? (
    <ConfirmAction
      title={isSelf ? 'Give up your admin role?' : 'Remove the admin role?'}
      description={
        isSelf
          ? 'You lose access to the Admin Panel immediately. Only another administrator can restore it.'
          : `${email} loses access to the Admin Panel immediately.`
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
      title="Make this user an administrator?"
      description={`${email} will be able to see and change all data of all customers, and to make other users administrators.`}
      confirmLabel="Make administrator"
      write={() => makeAdmin(id)}
      refresh={refresh}
      success={{ title: 'Admin role added', description: email }}
      failure="Error adding the admin role"
      onClose={onClose}
    />
  );
}
