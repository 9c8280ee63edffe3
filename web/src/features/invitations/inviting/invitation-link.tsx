import { CopyField } from '@/ui/copy-field.tsx';
import { Note } from '@/ui/note.tsx';
import type { Unsent } from '../data.ts';
import { texts } from '../texts.ts';

export type InvitationLinkProps = { unsent: Unsent; text?: string };

export function InvitationLink({ unsent: { link, reason }, text = texts.unsent.hint }: InvitationLinkProps) {
  return (
    <div className="space-y-4">
      <Note tone="warning" title={texts.unsent.title}>
        <p>{text}</p>
        <p className="mt-1">{reason}</p>
      </Note>
      <CopyField label={texts.unsent.link} value={link} />
    </div>
  );
}
