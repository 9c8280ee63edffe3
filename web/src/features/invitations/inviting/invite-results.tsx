import { CircleAlert, CircleCheck, type LucideIcon, Minus, TriangleAlert } from 'lucide-react';
import { commonTexts } from '@/lib/texts.ts';
import { CopyField } from '@/ui/copy-field.tsx';
import { Note } from '@/ui/note.tsx';
import { Spinner } from '@/ui/spinner.tsx';
import { texts } from '../texts.ts';
import type { Inviting } from './use-inviting.ts';

const { results } = texts;

export type InviteResultsProps = {
  invitings: readonly Inviting[];
  /** Shown if an invitation was stored but its email could not be sent. */
  unsentText: string;
};

type ResultLabel = { text: string; look: string; icon: LucideIcon | null };

export function InviteResults({ invitings, unsentText }: InviteResultsProps) {
  const settled = invitings.filter(({ result }) => result !== 'waiting' && result !== 'sending');
  const isAnyUnsent = invitings.some(({ result }) => linkOf(result) !== undefined);
  return (
    <div className="space-y-4">
      <p role="status" className="text-muted text-sm tabular-nums">
        {results.progress(settled.length, invitings.length)}
      </p>
      {isAnyUnsent && (
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

function InviteResult({ email, result }: Inviting) {
  const { text, look, icon: Icon } = labelOf(result);
  const link = linkOf(result);
  const reason = reasonOf(result);
  return (
    <li className="px-3 py-2.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="wrap-anywhere min-w-0 flex-1 font-medium">{email}</span>
        <span className={`flex items-center gap-1.5 ${look}`}>
          {Icon ? <Icon aria-hidden className="size-4 shrink-0" /> : <Spinner className="size-4" />}
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

const linkOf = (result: Inviting['result']) =>
  typeof result === 'object' && 'link' in result ? result.link : undefined;

function reasonOf(result: Inviting['result']): string | undefined {
  if (typeof result !== 'object') return undefined;
  return 'error' in result ? result.error : result.isSent ? undefined : result.reason;
}

function labelOf(result: Inviting['result']): ResultLabel {
  if (result === 'waiting') return { text: results.waiting, look: 'text-muted', icon: Minus };
  if (result === 'sending') return { text: commonTexts.sending, look: 'text-muted', icon: null };
  if (result === 'stopped') return { text: results.stopped, look: 'text-muted', icon: Minus };
  if ('error' in result) return { text: results.failed, look: 'text-danger', icon: CircleAlert };
  if (result.isSent) return { text: results.sent, look: 'text-success', icon: CircleCheck };
  return { text: results.unsent, look: 'text-warning', icon: TriangleAlert };
}
