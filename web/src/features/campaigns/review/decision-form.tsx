import { useQueryClient } from '@tanstack/react-query';
import { CircleCheckBig, MessageSquareWarning, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { lengthError, textLengths } from '#domain/limits.ts';
import { useSession } from '@/features/session/session.tsx';
import { countUnsavedForms, useLeaveGuard } from '@/lib/leave-guard.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Textarea } from '@/ui/input.tsx';
import { useUnsavedChanges } from '@/ui/unsaved-changes.tsx';
import { useCampaign } from '../campaign-context.ts';
import {
  campaignVersions,
  type Decision,
  decideVersion,
  refreshReview,
  takeBackDecision,
  type Version,
} from './data.ts';
import { texts } from './texts.ts';

const { decision } = texts;

const BOX = 'rounded-lg border bg-raised p-3 shadow-float';

type DecisionFormProps = {
  version: Version;
  /** False if the version cannot be decided any more: then only a note that was not saved is shown. */
  isOpen: boolean;
  /** Called with the newest version if that is not the one that was to be decided. */
  onOutdated: (newest: number) => void;
};

/** Approves a version or requests changes. Administrators do so on behalf of the customer, and say how it decided. */
export function DecisionForm({ version, isOpen, onOutdated }: DecisionFormProps) {
  const { campaign } = useCampaign();
  const { isAdmin } = useSession();
  const client = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const [note, setNote] = useState('');
  const [wasSent, setSent] = useState(false);
  const { save, isSaving } = useSave({
    write: (decided: Decision) => decideVersion(campaign.customer_id, decided),
    refresh: refreshReview(campaign.id),
    success: (_, decided) => ({ title: decision.done[decided.decision] }),
    failure: decision.failure,
  });
  const unsaved = useUnsavedChanges({
    isUnsaved: note.trim() !== '',
    description: decision.discardHint,
    onDiscard: () => setNote(''),
  });
  const error =
    lengthError(decision.theNote, note.trim(), textLengths.decisionNote) ??
    (isAdmin && wasSent && note.trim() === '' ? decision.noteMissing : undefined);
  const [unsent, setUnsent] = useState<Decision['decision']>();
  useLeaveGuard(unsent !== undefined, () => setUnsent(undefined)); // Back closes the question
  const decide = async (decided: Decision['decision'], isAnyway = false) => {
    flushSync(() => setSent(true));
    if (error || (isAdmin && note.trim() === '')) return field.current?.focus();
    const ownForms = note.trim() === '' ? 0 : 1;
    if (!isAnyway && countUnsavedForms() > ownForms) return setUnsent(decided);
    if (await save({ versionId: version.id, decision: decided, note })) return setNote('');
    const [newest] = client.getQueryData(campaignVersions(campaign.id).queryKey) ?? [];
    if (newest && newest.number > version.number) onOutdated(newest.number);
  };
  if (!isOpen && note.trim() === '') return null;
  const title = isAdmin ? decision.titleOnBehalf(campaign.customers?.name ?? '') : decision.title;
  return (
    <section aria-label={title} className={`${BOX} border-accent`}>
      <h4 className="mb-3 font-semibold text-sm">{title}</h4>
      <Field
        label={isAdmin ? decision.noteOnBehalf : decision.note}
        optional={!isAdmin}
        help={isAdmin && decision.noteHint}
        {...(error && { error })}
      >
        <Textarea
          ref={field}
          dir="auto"
          className={note === '' ? 'h-9! min-h-9! focus:h-16!' : 'h-16! min-h-9!'}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <div className="mt-3 flex flex-wrap items-center justify-end gap-2">
        {isOpen || isSaving ? (
          <>
            <Button icon={MessageSquareWarning} busy={isSaving} onClick={() => decide('changes_requested')}>
              {decision.request}
            </Button>
            <Button variant="primary" icon={CircleCheckBig} busy={isSaving} onClick={() => decide('approved')}>
              {decision.approve}
            </Button>
          </>
        ) : (
          <>
            <p className="text-sm text-warning">{decision.closed}</p>
            <Button onClick={() => setNote('')}>{commonTexts.discard}</Button>
          </>
        )}
      </div>
      {unsaved.question}
      {unsent && (
        <ConfirmDialog
          title={decision.unsent.title}
          description={decision.unsent.description}
          cancelLabel={commonTexts.keepEditing}
          confirmLabel={decision.unsent.anyway[unsent]}
          onOpenChange={() => setUnsent(undefined)}
          onConfirm={() => {
            setUnsent(undefined);
            decide(unsent, true);
          }}
        />
      )}
    </section>
  );
}

const MINUTE_MS = 60_000;

/** Takes the user's own decision back. */
export function TakeBack({ version, onTakenBack }: { version: Version; onTakenBack: () => void }) {
  const { campaign } = useCampaign();
  const { user } = useSession();
  const isOwn = version.decided_by !== null && version.decided_by === user?.id;
  const isOffered = useIsWithinMinute(isOwn ? version.decided_at : null);
  const { save, isSaving } = useSave({
    write: () => takeBackDecision(campaign.customer_id, version.id),
    refresh: refreshReview(campaign.id),
    success: { title: decision.takenBack },
    failure: decision.takeBackFailed,
  });
  const takeBack = async () => {
    if (await save()) onTakenBack();
  };
  if (!isOffered && !isSaving) return null;
  return (
    <div className={`${BOX} flex items-center justify-between gap-3 border-border`}>
      <p className="text-muted text-sm">{decision.takeBackHint}</p>
      <Button icon={Undo2} busy={isSaving} onClick={takeBack}>
        {decision.takeBack}
      </Button>
    </div>
  );
}

function useIsWithinMinute(time: string | null): boolean {
  const [ended, setEnded] = useState<string>();
  const left = time === null ? 0 : Date.parse(time) + MINUTE_MS - Date.now();
  useEffect(() => {
    if (time === null || left <= 0) return;
    const timer = setTimeout(() => setEnded(time), Math.min(left, MINUTE_MS));
    return () => clearTimeout(timer);
  }, [time, left]);
  return left > 0 && ended !== time;
}
