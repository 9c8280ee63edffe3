import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Check, type LucideIcon, RotateCcw, X } from 'lucide-react';
import { reasonList } from '@/features/review/reasons/data.ts';
import { AdminBadge } from '@/features/session/admin-badge.tsx';
import { useSession } from '@/features/session/session.tsx';
import { type UserName, useUserNames } from '@/features/session/user-names-data.ts';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { Section } from '@/ui/section.tsx';
import { type CompanyRecord, type LeadRecord, MAX_DECISIONS, type RecordedDecision } from './record-data.ts';
import { texts } from './texts.ts';

/** Who decided what about the row and when, newest first. */
export function DecisionHistory({ record }: { record: LeadRecord | CompanyRecord }) {
  const { customer_id, decisions } = record;
  const names = useUserNames(
    customer_id,
    decisions.map(({ decided_by }) => decided_by),
  );
  return (
    <Section look="panel" title={texts.decisions}>
      {decisions.length === 0 && <p className="text-muted text-sm">{texts.noDecisions}</p>}
      <ol className="space-y-3">
        {joinReasons(decisions).map((decision) => (
          <Entry key={decision.id} decision={decision} names={names} />
        ))}
      </ol>
      {decisions.length === MAX_DECISIONS && (
        <p className="mt-3 text-muted text-xs">{texts.onlyLastDecisions(MAX_DECISIONS)}</p>
      )}
    </Section>
  );
}

/** A rejection with the reason and note that its user gave for it after that. A later change of them stays an entry of its own. */
function joinReasons(decisions: readonly RecordedDecision[]): RecordedDecision[] {
  const joined: RecordedDecision[] = [];
  for (const decision of decisions.toReversed()) {
    const before = joined[0];
    if (before && isGivenFor(before, decision)) {
      const { rejection_reason_id, rejection_note } = decision;
      joined[0] = { ...before, rejection_reason_id, rejection_note };
    } else joined.unshift(decision);
  }
  return joined;
}

const isGivenFor = (rejection: RecordedDecision, later: RecordedDecision) =>
  [rejection, later].every(({ is_approved }) => is_approved === false) &&
  rejection.previous_is_approved !== false &&
  later.previous_is_approved === false &&
  rejection.decided_by === later.decided_by &&
  (['rejection_reason_id', 'rejection_note'] as const).every((part) => [null, later[part]].includes(rejection[part]));

type Look = { title: string; icon: LucideIcon; className: string };

function decisionLook({ is_approved, previous_is_approved }: RecordedDecision): Look {
  const { approved, rejected, reset, reasonChanged } = texts.decided;
  if (is_approved === null) return { title: reset, icon: RotateCcw, className: 'bg-subtle text-muted' };
  if (is_approved) return { title: approved, icon: Check, className: 'bg-success-soft text-success' };
  const title = previous_is_approved === false ? reasonChanged : rejected;
  return { title, icon: X, className: 'bg-danger-soft text-danger' };
}

function Entry({ decision, names }: { decision: RecordedDecision; names: Map<string, UserName> | undefined }) {
  const { rejection_reason_id, rejection_note, decided_at } = decision;
  const { data: reasons } = useQuery({ ...reasonList, enabled: rejection_reason_id !== null });
  const reason = reasons?.find(({ id }) => id === rejection_reason_id)?.name;
  const { title, icon: Icon, className } = decisionLook(decision);
  const who = useMaker(decision.decided_by, names);
  return (
    <li className="flex gap-2.5 text-sm">
      <span className={clsx('mt-0.5 grid size-5 shrink-0 place-items-center rounded-full', className)}>
        <Icon aria-hidden className="size-3" strokeWidth={2.5} />
      </span>
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p>
          <span className="font-medium">{title}</span>
          {who && ` ${texts.by(who.name)}`}
          {who?.is_admin && (
            <>
              {' '}
              <AdminBadge />
            </>
          )}
          {reason && ` · ${reason}`}
        </p>
        {rejection_note && (
          <p className="whitespace-pre-wrap" dir="auto">
            “{rejection_note}”
          </p>
        )}
        <p className="text-muted text-xs">
          <RelativeTime at={decided_at} />
        </p>
      </div>
    </li>
  );
}

/** undefined until the names are read. */
function useMaker(id: string | null, names: Map<string, UserName> | undefined): Omit<UserName, 'id'> | undefined {
  const { user, isImpersonating } = useSession();
  if (id === null) return { name: texts.system, is_admin: false };
  if (id === user?.id && !isImpersonating) return { name: texts.you, is_admin: false };
  return names && (names.get(id) ?? { name: texts.formerUser, is_admin: false });
}
