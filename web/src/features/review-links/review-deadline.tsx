import { useState } from 'react';
import { textLengths } from '#domain/limits.ts';
import { type Customer, type Deadline, refreshCustomers, setDeadline } from '@/features/customers/data.ts';
import { formatWeekday } from '@/lib/format.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
import { CheckField } from '@/ui/checkbox.tsx';
import { Field } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { Input } from '@/ui/input.tsx';
import { Section } from '@/ui/section.tsx';
import { SuggestInput } from '@/ui/suggest-input.tsx';
import { useForm } from '@/ui/use-form.ts';
import { dayAhead } from './link-values.ts';
import { texts } from './texts.ts';

const { deadline: words } = texts;

/** The day by which a customer is asked to review, and how it is reminded. */
export function ReviewDeadline({ customer }: { customer: Customer }) {
  const [isChanging, setChanging] = useState(false);
  const { review_by, time_zone, reminds_on_weekends } = customer;
  return (
    <Section
      title={words.title}
      aside={<Button onClick={() => setChanging(true)}>{review_by ? words.change : words.set}</Button>}
    >
      <p className="text-muted text-sm">
        {review_by ? (
          <>
            <span className="font-medium text-text">{commonTexts.reviewBy(formatWeekday(review_by))}</span>{' '}
            {review_by < dayAhead(0)
              ? words.passed
              : words.reminders(time_zone.replaceAll('_', ' '), reminds_on_weekends)}
          </>
        ) : (
          words.none
        )}
      </p>
      {isChanging && <DeadlineDialog customer={customer} onClose={() => setChanging(false)} />}
    </Section>
  );
}

/** Names of time zones; browsers leave out UTC. */
const timeZones = (current: string) => [...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])];

type Values = { reviewBy: string; timeZone: string; weekends: boolean };

function checkDeadline({ reviewBy, timeZone }: Values, stored: Customer): Partial<Record<keyof Values, string>> {
  const isPast = reviewBy !== '' && reviewBy !== stored.review_by && reviewBy < dayAhead(0);
  const isKnown = timeZones(stored.time_zone).includes(timeZone);
  return { ...(isPast && { reviewBy: texts.send.dayPast }), ...(!isKnown && { timeZone: words.zoneUnknown }) };
}

/** A customer that never had a deadline gets the time zone of the browser. */
function DeadlineDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { review_by, time_zone, reminds_on_weekends } = customer;
  const isNew = review_by === null && time_zone === 'UTC';
  const { save } = useSave({
    write: (deadline: Deadline) => setDeadline(customer.id, deadline),
    refresh: refreshCustomers,
    success: (_, deadline) => ({ title: deadline.review_by ? words.saved : words.removed, description: customer.name }),
    failure: words.failed,
  });
  const form = useForm<Values>({
    initial: {
      reviewBy: review_by ?? '',
      timeZone: isNew ? Intl.DateTimeFormat().resolvedOptions().timeZone : time_zone,
      weekends: reminds_on_weekends,
    },
    validate: (values) => checkDeadline(values, customer),
    submit: async ({ reviewBy, timeZone, weekends }) => {
      const deadline = { review_by: reviewBy || null, time_zone: timeZone, reminds_on_weekends: weekends };
      if (await save(deadline)) onClose();
    },
  });
  const { values, setValues, inputProps, fieldError } = form;
  return (
    <FormDialog
      form={form}
      title={words.title}
      description={words.hint(customer.name)}
      submitLabel={words.save}
      onClose={onClose}
    >
      <Field label={texts.send.reviewBy} optional help={words.help} error={fieldError('reviewBy')}>
        <Input type="date" min={dayAhead(0)} {...inputProps('reviewBy')} />
      </Field>
      <Field label={words.timeZone} error={fieldError('timeZone')}>
        <SuggestInput
          name="timeZone"
          value={values.timeZone}
          onChange={(next) => setValues({ timeZone: next })}
          suggestions={timeZones(time_zone)}
          listLabel={words.timeZones}
          maxLength={textLengths.timeZone}
          spellCheck={false}
        />
      </Field>
      <CheckField checked={values.weekends} onChange={(next) => setValues({ weekends: next })}>
        {words.weekends}
      </CheckField>
    </FormDialog>
  );
}
