import { CopyField } from '@/ui/copy-field.tsx';
import { Note } from '@/ui/note.tsx';
import type { Unsent } from '../data.ts';

export const UNSENT_TITLE = 'Invitation created but email failed to send';
export const SEND_YOURSELF = 'Copy the link and send it yourself.';

export type InvitationLinkProps = { unsent: Unsent; text?: string };

/** The link of an invitation whose email could not be sent. */
export function InvitationLink({ unsent: { link, reason }, text = SEND_YOURSELF }: InvitationLinkProps) {
  return (
    <div className="space-y-4">
      <Note tone="warning" title={UNSENT_TITLE}>
        <p>{text}</p>
        <p className="mt-1">{reason}</p>
      </Note>
      <CopyField label="Invitation link" value={link} />
    </div>
  );
}
