import { useSession } from '@/features/session/session.tsx';
import { refreshUsers } from '@/lib/user-keys.ts';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { isAdmin, makeAdmin, removeAdmin, resetSecondFactor, type User } from './data.ts';
import { texts } from './texts.ts';

const { resetTwoFactor, removeAdmin: removal, makeAdmin: promotion } = texts;

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
        title={resetTwoFactor.title}
        description={resetTwoFactor.description(email)}
        confirmLabel={resetTwoFactor.confirm}
        danger
        write={() => resetSecondFactor(id)}
        refresh={refreshUsers}
        success={{ title: resetTwoFactor.done, description: resetTwoFactor.doneHint(email) }}
        failure={resetTwoFactor.failed}
        onClose={onClose}
      />
    );
  }
  return isAdmin(user) ? (
    <ConfirmAction
      title={isSelf ? removal.titleSelf : removal.title}
      description={isSelf ? removal.descriptionSelf : removal.description(email)}
      confirmLabel={removal.action}
      danger
      write={() => removeAdmin(id)}
      refresh={refresh}
      success={{ title: removal.done, description: email }}
      failure={removal.failed}
      onClose={onClose}
    />
  ) : (
    <ConfirmAction
      title={promotion.title}
      description={promotion.description(email)}
      confirmLabel={promotion.action}
      write={() => makeAdmin(id)}
      refresh={refresh}
      success={{ title: promotion.done, description: email }}
      failure={promotion.failed}
      onClose={onClose}
    />
  );
}
