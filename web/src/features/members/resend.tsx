import { useState } from 'react';
import type { CustomerName } from '@/features/customers/data.ts';
import { inviteAgain, type Unmailed } from '@/features/invitations/data.ts';
import { HandOverLink } from '@/features/invitations/inviting/hand-over-link.tsx';
import { useInviter } from '@/features/invitations/inviting/use-inviter.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import type { Invitation } from './members.ts';

/** Mails an invitation again, which then holds as long as a new one. */
export function useResend(customer: CustomerName, refresh: () => Promise<unknown>) {
  const inviter = useInviter();
  const [sendingId, setSendingId] = useState<string>();
  const [unmailed, setUnmailed] = useState<Unmailed>();

  const resend = async (invitation: Invitation) => {
    if (!inviter || sendingId) return;
    setSendingId(invitation.id);
    try {
      const invited = await inviteAgain(invitation, customer, inviter);
      if (!invited.isMailed) setUnmailed(invited);
      else
        toast({
          title: 'Invitation sent',
          description: `${invitation.email} has been mailed again.`,
          tone: 'success',
        });
    } catch (error) {
      toastFailure('Error sending invitation', error);
    }
    setSendingId(undefined);
    await refresh();
  };
  return { resend, sendingId, unmailed, close: () => setUnmailed(undefined) };
}

/** The link to hand over where the mail did not go out again. */
export function ResentDialog({ resending: { unmailed, close } }: { resending: ReturnType<typeof useResend> }) {
  if (!unmailed) return null;
  return (
    <Dialog
      open
      onOpenChange={close}
      size="sm"
      title="Resend invitation"
      footer={
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      }
    >
      <HandOverLink unmailed={unmailed} />
    </Dialog>
  );
}
