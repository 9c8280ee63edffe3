import { useQuery } from '@tanstack/react-query';
import { lengthError, textLengths } from '#domain/limits.ts';
import { useSave } from '@/lib/use-save.ts';
import { Badge, type Tone } from '@/ui/badge.tsx';
import { RetryLine } from '@/ui/error-state.tsx';
import { CharactersLeft, Field } from '@/ui/field.tsx';
import { TextField } from '@/ui/form.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { Textarea } from '@/ui/input.tsx';
import { Section } from '@/ui/section.tsx';
import { useForm } from '@/ui/use-form.ts';
import { checkEmail } from './check-email.ts';
import { askForColleague, type NewRequest, ownRequests, refreshRequests } from './colleagues-data.ts';
import { texts } from './texts.ts';

const { colleagues: words } = texts.review;

const TONES: Record<keyof typeof words.states, Tone> = { asked: 'neutral', added: 'success', declined: 'warning' };

/** Asks the sender of the link to add a colleague, and shows what became of the guest's earlier requests. */
export function ColleaguesDialog({ sender, onClose }: { sender: string; onClose: () => void }) {
  const { save } = useSave({
    write: askForColleague,
    refresh: refreshRequests,
    success: (_, { email }) => ({ title: words.asked, description: words.askedHint(sender, email.trim()) }),
    failure: words.failed,
  });
  const form = useForm<NewRequest>({
    initial: { email: '', note: '' },
    validate: checkRequest,
    submit: async (values) => {
      if (await save(values)) onClose();
    },
  });
  const { values, inputProps, fieldError } = form;
  return (
    <FormDialog
      form={form}
      title={words.open}
      description={words.hint(sender)}
      submitLabel={words.submit}
      onClose={onClose}
    >
      <TextField form={form} name="email" label={words.email} type="email" autoComplete="off" required />
      <Field label={words.note} optional error={fieldError('note')}>
        <Textarea className="min-h-16!" dir="auto" {...inputProps('note')} />
      </Field>
      <CharactersLeft count={textLengths.colleagueNote - [...values.note.trim()].length} />
      <OwnRequests />
    </FormDialog>
  );
}

function checkRequest({ email, note }: NewRequest): Partial<NewRequest> {
  const tooLong = lengthError(words.noteName, note.trim(), textLengths.colleagueNote);
  return { ...checkEmail(email), ...(tooLong && { note: tooLong }) };
}

function OwnRequests() {
  const { data: requests = [], isError, refetch } = useQuery(ownRequests);
  if (isError && requests.length === 0) return <RetryLine text={words.loadFailed} onRetry={refetch} />;
  if (requests.length === 0) return null;
  return (
    <Section look="panel" title={words.list}>
      <ul className="space-y-1.5 text-sm">
        {requests.map(({ email, status }) => (
          <li key={email} className="flex items-center justify-between gap-3">
            <span className="truncate" title={email}>
              {email}
            </span>
            <Badge tone={TONES[status]} className="shrink-0">
              {words.states[status]}
            </Badge>
          </li>
        ))}
      </ul>
    </Section>
  );
}
