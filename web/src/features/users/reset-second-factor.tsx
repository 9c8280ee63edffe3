import { useQueryClient } from '@tanstack/react-query';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { refreshUsers, resetSecondFactor, type User } from './data.ts';

/** Asks before a person's second factor is taken away. */
export function ResetSecondFactor({ user: { id, email }, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient();
  const reset = async () => {
    await resetSecondFactor(id);
    await refreshUsers(client);
  };
  return (
    <ConfirmAction
      title="Reset two-factor sign-in?"
      description={`${email} is signed out everywhere and then signs in with the password alone. First make sure that it is really this person who asks for it.`}
      confirmLabel="Reset two-factor"
      danger
      act={reset}
      done={{ title: 'Two-factor sign-in reset', description: `${email} signs in with the password alone.` }}
      failed="Error resetting two-factor sign-in"
      onClose={onClose}
    />
  );
}
