import { useQueryClient } from '@tanstack/react-query';
import { CircleCheckBig, MessageSquareWarning } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { lengthError, textLengths } from '#domain/limits.ts';
import { useSession } from '@/features/session/session.tsx';
import { commonTexts } from '@/lib/texts.ts';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Textarea } from '@/ui/input.tsx';
import { useUnsavedChanges } from '@/ui/unsaved-changes.tsx';
import { useCampaign } from '../campaign-context.ts';
import { campaignVersions, type Decision, decideVersion, refreshReview, type Version } from './data.ts';
import { texts } from './texts.ts';

const { decision } = texts;

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
    write: (given: Decision) => decideVersion(campaign.customer_id, given),
    refresh: refreshReview(campaign.id),
    success: (_, given) => ({ title: decision.done[given.decision] }),
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
  const decide = async (decided: Decision['decision']) => {
    flushSync(() => setSent(true));
    if (error || (isAdmin && note.trim() === '')) return field.current?.focus();
    if (await save({ versionId: version.id, decision: decided, note })) return setNote('');
    const [newest] = client.getQueryData(campaignVersions(campaign.id).queryKey) ?? [];
    if (newest && newest.number > version.number) onOutdated(newest.number);
  };
  if (!isOpen && note.trim() === '') return null;
  const title = isAdmin ? decision.titleOnBehalf(campaign.customers?.name ?? '') : decision.title;
  return (
    <section aria-label={title} className="mt-6 rounded-lg border border-accent bg-raised p-4">
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
          className="min-h-16!"
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
    </section>
  );
}
