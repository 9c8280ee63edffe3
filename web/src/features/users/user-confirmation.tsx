import { refreshUsers } from '@/features/members/data.ts';
import { useSession } from '@/features/session/session.tsx';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { isAdmin, makeAdmin, removeAdmin, resetSecondFactor, type User } from './data.ts';
import { texts } from './texts.ts';

/** The actions that ask for confirmation. */
export type UserAction = 'reset-second-factor' | 'change-admin';

export function UserConfirmation({ user, action, onClose }: { user: User; action: UserAction; onClose: () => void }) {
  const { user: self, rereadGrants } = useSession();
  const { id, email } = user;
  const isSelf = id === self?.id;
  const refresh = isSelf ? rereadGrants : refreshUsers;
  if (action === 'reset-second-factor') {
    const write = () => resetSecondFactor(id);
    return (
      <ConfirmAction {...texts.resetTwoFactor(email)} danger write={write} refresh={refreshUsers} onClose={onClose} />
    );
  }
  return isAdmin(user) ? (
    <ConfirmAction
      {...texts.removeAdmin(email, isSelf)}
      danger
      write={() => removeAdmin(id)}
      refresh={refresh}
      onClose={onClose}
    />
  ) : (
    <ConfirmAction {...texts.makeAdmin(email)} write={() => makeAdmin(id)} refresh={refresh} onClose={onClose} />
  );
}
