import { useId } from 'react';
import { type Customer, refreshCustomers, setSignOff } from '@/features/customers/data.ts';
import { useSave } from '@/lib/use-save.ts';
import { Card } from '@/ui/card.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { texts } from './texts.ts';

const { signOff } = texts;

/** Whether campaigns of a customer can become active with approved copy only. */
export function SignOffSetting({ customer: { id, needs_sign_off } }: { customer: Customer }) {
  const labelId = useId();
  const { save } = useSave({
    write: (isNeeded: boolean) => setSignOff(id, isNeeded),
    refresh: refreshCustomers,
    success: (_, isNeeded) => ({ title: isNeeded ? signOff.on : signOff.off }),
    failure: signOff.failure,
  });
  return (
    <Card className="mt-4 flex gap-3 p-4">
      <Checkbox id={labelId} checked={needs_sign_off} onChange={save} className="mt-0.5" />
      <label htmlFor={labelId} className="text-sm">
        <span className="font-medium">{signOff.label}</span>
        <span className="mt-0.5 block text-muted">{signOff.help}</span>
      </label>
    </Card>
  );
}
