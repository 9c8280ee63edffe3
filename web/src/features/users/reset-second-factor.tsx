import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { refreshUsers, resetSecondFactor, type User } from './data.ts';

/** Asks before a person's second factor is taken away. */
export function ResetSecondFactor({ user: { id, email }, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const reset = async () => {
    setBusy(true);
    try {
      await resetSecondFactor(id);
      toast({
        title: 'Two-factor sign-in reset',
        description: `${email} signs in with the password alone.`,
        variant: 'success',
      });
      await refreshUsers(client);
      onClose();
    } catch (error) {
      toast({
        title: 'Error resetting two-factor sign-in',
        description: (error as Error).message,
        variant: 'destructive',
      });
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Reset two-factor sign-in?"
      description={`${email} is signed out everywhere and then signs in with the password alone. First make sure that it is really this person who asks for it.`}
      confirmLabel="Reset two-factor"
      danger
      busy={busy}
      onConfirm={reset}
    />
  );
}
