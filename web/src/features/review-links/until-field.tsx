import { TextField } from '@/ui/form.tsx';
import type { Form } from '@/ui/use-form.ts';
import { dayAhead, lastDay } from './link-values.ts';
import { texts } from './texts.ts';

/** The last day of a link. */
export const UntilField = ({ form }: { form: Pick<Form<{ until: string }>, 'inputProps' | 'fieldError'> }) => (
  <TextField form={form} name="until" label={texts.send.until} type="date" min={dayAhead(0)} max={lastDay()} required />
);
