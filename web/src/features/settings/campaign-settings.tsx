import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

const DAILY_OUTREACH_LIMIT = 50;
const FOLLOW_UP_DELAY_DAYS = 3;

export function CampaignSettings() {
  return (
    <>
      <Field label="Daily outreach limit" help="Messages a day, all campaigns together">
        {(control) => <NumberInput {...control} defaultValue={DAILY_OUTREACH_LIMIT} />}
      </Field>
      <Field label="Follow-up delay" help="Days between a message and the one that follows it">
        {(control) => <NumberInput {...control} defaultValue={FOLLOW_UP_DELAY_DAYS} />}
      </Field>
    </>
  );
}

function NumberInput(control: { id: string; defaultValue: number }) {
  return <Input {...control} type="number" inputMode="numeric" min={0} step={1} className="max-w-32 tabular-nums" />;
}
