import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { refreshUsers, resetSecondFactor, type User } from './data.ts';

/** Asks before a user's second factor is removed. */
export function ResetSecondFactor({ user: { id, email }, onClose }: { user: User; onClose: () => void }) {
  return (
    <ConfirmAction
      title="Reset two-factor sign-in?"
      description={`${email} is signed out everywhere and then signs in with the password alone. First make sure that it is really this person who asks for it.`}
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
