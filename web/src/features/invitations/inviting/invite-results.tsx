import { CircleAlert, CircleCheck, type LucideIcon, Minus, TriangleAlert } from 'lucide-react';
import { commonTexts } from '@/lib/texts.ts';
import { Spinner } from '@/ui/button.tsx';
import { CopyField } from '@/ui/copy-field.tsx';
import { Note } from '@/ui/note.tsx';
import type { Unsent } from '../data.ts';
import { texts } from '../texts.ts';
import type { Inviting } from './use-invite-form.ts';

const { results } = texts;

type InviteResultsProps = {
  invitings: readonly Inviting[];
  /** Shown if an invitation was stored but its email could not be sent. */
  unsentText: string;
};

const LABELS: Record<Inviting['status'], { text: string; look: string; icon?: LucideIcon }> = {
  waiting: { text: results.waiting, look: 'text-muted', icon: Minus },
  sending: { text: commonTexts.sending, look: 'text-muted' },
  stopped: { text: results.stopped, look: 'text-muted', icon: Minus },
  failed: { text: results.failed, look: 'text-danger', icon: CircleAlert },
  sent: { text: results.sent, look: 'text-success', icon: CircleCheck },
  unsent: { text: results.unsent, look: 'text-warning', icon: TriangleAlert },
};

export function InviteResults({ invitings, unsentText }: InviteResultsProps) {
  const settled = invitings.filter(({ status }) => status !== 'waiting' && status !== 'sending');
  return (
    <div className="space-y-4">
      <p role="status" className="text-muted text-sm tabular-nums">
        {results.progress(settled.length, invitings.length)}
      </p>
      {invitings.some(({ status }) => status === 'unsent') && (
        <Note tone="warning" title={texts.unsent.title}>
          {unsentText}
        </Note>
      )}
      <ul aria-label={results.list} className="divide-y divide-border rounded-lg border border-border">
        {invitings.map((inviting) => (
          <InviteResult key={inviting.email} {...inviting} />
        ))}
      </ul>
    </div>
  );
}

function InviteResult({ email, status, reason, link }: Inviting) {
  const { text, look, icon: Icon } = LABELS[status];
  return (
    <li className="px-3 py-2.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="wrap-anywhere min-w-0 flex-1 font-medium">{email}</span>
        <span className={`flex items-center gap-1.5 ${look}`}>
          {Icon ? <Icon aria-hidden className="size-4 shrink-0" /> : <Spinner />}
          {text}
        </span>
      </div>
      {reason !== undefined && <p className="mt-1 text-muted text-xs">{reason}</p>}
      {link !== undefined && (
        <div className="mt-2">
          <CopyField label={texts.unsent.linkFor(email)} value={link} />
        </div>
      )}
    </li>
  );
}

type InvitationLinkProps = { unsent: Unsent; text?: string };

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
