import { useSave } from '@/lib/use-save.ts';
import { TextField } from '@/ui/form.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { type Form, useForm } from '@/ui/use-form.ts';
import { extendLink, refreshLinks, type SentLink } from './data.ts';
import { checkDay, dayAhead, lastDay, usualDay } from './link-values.ts';
import { texts } from './texts.ts';

const { send, extend } = texts;

/** The last day of a link. */
export const UntilField = ({ form }: { form: Pick<Form<{ until: string }>, 'inputProps' | 'fieldError'> }) => (
  <TextField form={form} name="until" label={send.until} type="date" min={dayAhead(0)} max={lastDay()} required />
);

/** Changes when a link ends. An ended one becomes live again. */
export function ExtendDialog({ link, onClose }: { link: SentLink; onClose: () => void }) {
  const { save } = useSave({
    write: (until: string) => extendLink(link.id, until),
    refresh: refreshLinks,
    success: { title: extend.saved, description: link.email },
    failure: extend.failed,
  });
  const form = useForm({
    initial: { until: usualDay() },
    validate: checkDay,
    submit: async ({ until }) => {
      if (await save(until)) onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={extend.action}
      description={link.email}
      submitLabel={extend.submit}
      onClose={onClose}
    >
      <UntilField form={form} />
    </FormDialog>
  );
}
