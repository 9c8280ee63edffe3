import { useState } from 'react';
import type { CustomerName } from '@/features/customers/data.ts';
import { resendInvitation, type Unsent } from '@/features/invitations/data.ts';
import { InvitationLink } from '@/features/invitations/inviting/invite-results.tsx';
import { useInviter } from '@/features/invitations/inviting/use-invite-form.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import type { PendingInvitation } from './members.ts';
import { texts } from './texts.ts';

/** Sends invitations of a customer again, one at a time. */
export function useResendInvitation(customer: CustomerName, refresh: () => Promise<unknown>) {
  const inviter = useInviter();
  const [sendingId, setSendingId] = useState<string>();
  const [unsent, setUnsent] = useState<Unsent>();
  const { save } = useSave({
    write: async (invitation: PendingInvitation) => inviter && resendInvitation(invitation, customer, inviter),
    refresh,
    success: (sent, { email }) =>
      sent?.isSent ? { title: texts.resending.done, description: texts.resending.doneHint(email) } : null,
    failure: texts.resending.failed,
  });

  const resend = async (invitation: PendingInvitation) => {
    if (sendingId) return;
    setSendingId(invitation.id);
    const saved = await save(invitation);
    if (saved?.result && !saved.result.isSent) setUnsent(saved.result);
    setSendingId(undefined);
  };
  return { resend, sendingId, unsent, close: () => setUnsent(undefined) };
}

export function UnsentDialog({ unsent, onClose }: { unsent: Unsent; onClose: () => void }) {
  return (
    <Dialog
      onOpenChange={onClose}
      size="sm"
      title={texts.resending.action}
      footer={
        <Button variant="primary" onClick={onClose}>
          {commonTexts.done}
        </Button>
      }
    >
      <InvitationLink unsent={unsent} />
    </Dialog>
  );
}
