import type { VersionStep } from '#domain/campaign/versions.ts';
import { lengthError, textLengths } from '#domain/limits.ts';
import { useSave } from '@/lib/use-save.ts';
import { Field } from '@/ui/field.tsx';
import { FormButtons, FormElement, TextField } from '@/ui/form.tsx';
import { Textarea } from '@/ui/input.tsx';
import { useUnsavedChanges } from '@/ui/unsaved-changes.tsx';
import { useForm } from '@/ui/use-form.ts';
import { useCampaign } from '../campaign-context.ts';
import { texts as campaignTexts } from '../texts.ts';
import { refreshReview, suggestWording } from './data.ts';
import { texts } from './texts.ts';

const { suggestion } = texts;
const { editor } = campaignTexts;

type SuggestFormProps = { versionId: string; step: VersionStep; number: number; onClose: () => void };

/** Edits the text of a step of a version as a suggestion. */
export function SuggestForm({ versionId, step, number, onClose }: SuggestFormProps) {
  const { campaign } = useCampaign();
  const initial = { subject: step.subject ?? '', message: step.message_content };
  const { save } = useSave({
    write: ({ subject, message }: typeof initial) =>
      suggestWording(campaign.customer_id, { versionId, stepId: step.id, subject: subject.trim() || null, message }),
    refresh: refreshReview(campaign.id),
    success: { title: suggestion.sent },
    failure: suggestion.sendFailed,
  });
  const isSame = ({ subject, message }: typeof initial) =>
    subject.trim() === initial.subject && message === initial.message;
  const form = useForm({
    initial,
    validate: (values) => {
      const subject = lengthError(editor.theSubject, values.subject, textLengths.stepSubject);
      const isEmpty = values.message.trim() === '' && step.step_type !== 'linkedin_connection';
      const message = isSame(values)
        ? suggestion.unchanged
        : isEmpty
          ? suggestion.empty
          : lengthError(editor.theMessage, values.message, textLengths.stepMessage);
      return { ...(subject && { subject }), ...(message && { message }) };
    },
    submit: async (values) => {
      if (await save(values)) onClose();
    },
  });
  const unsaved = useUnsavedChanges({
    isUnsaved: !isSame(form.values),
    description: suggestion.discardHint,
    onDiscard: onClose,
  });
  return (
    <FormElement form={form} aria-label={suggestion.title(number)} className="mt-3 space-y-3">
      {step.step_type === 'email' && (
        <TextField form={form} name="subject" label={editor.subject} dir="auto" autoComplete="off" />
      )}
      <Field label={editor.message} error={form.fieldError('message')}>
        <Textarea {...form.inputProps('message')} dir="auto" autoFocus />
      </Field>
      <FormButtons label={suggestion.send} busy={form.busy} onCancel={() => unsaved.leave(onClose)} />
      {unsaved.question}
    </FormElement>
  );
}
