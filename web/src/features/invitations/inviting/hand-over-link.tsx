import { CopyField } from '@/ui/copy-field.tsx';
import { Note } from '@/ui/note.tsx';
import type { Unmailed } from '../data.ts';

export const UNSENT_TITLE = 'Invitation created but email failed to send';
export const HAND_OVER = 'Copy the link and send it yourself.';

export type HandOverLinkProps = { unmailed: Unmailed; text?: string };

/** After an invitation was stored whose mail could not be sent. */
export function HandOverLink({ unmailed: { link, reason }, text = HAND_OVER }: HandOverLinkProps) {
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
