import { CopyField } from '../../ui/copy-field.tsx';
import { Note } from '../../ui/note.tsx';

export type HandOverLinkProps = {
  link: string;
  /** Why the mail was not sent. */
  reason: string;
  text?: string;
};

/** After an invitation was stored whose mail could not be sent. */
export function HandOverLink({ link, reason, text = 'Copy the link and send it yourself.' }: HandOverLinkProps) {
  return (
    <div className="space-y-4">
      <Note tone="pending" title="Invitation created but email failed to send">
        <p>{text}</p>
        <p className="mt-1">{reason}</p>
      </Note>
      <CopyField label="Invitation link" value={link} />
    </div>
  );
}
