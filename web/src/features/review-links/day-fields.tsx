import { Field } from '@/ui/field.tsx';
import { TextField } from '@/ui/form.tsx';
import { Input } from '@/ui/input.tsx';
import type { Form } from '@/ui/use-form.ts';
import { dayAhead, type LinkDays, lastDay } from './link-values.ts';
import { texts } from './texts.ts';

const { send } = texts;

type DayFieldsProps = { form: Pick<Form<LinkDays>, 'values' | 'inputProps' | 'fieldError'> };

/** The last day of a link, and the day by which its guest is asked to review. */
export const DayFields = ({ form }: DayFieldsProps) => (
  <>
    <TextField form={form} name="until" label={send.until} type="date" min={dayAhead(0)} max={lastDay()} required />
    <Field label={send.reviewBy} optional help={send.reviewByHint} error={form.fieldError('reviewBy')}>
      <Input type="date" min={dayAhead(0)} max={form.values.until} {...form.inputProps('reviewBy')} />
    </Field>
  </>
);
