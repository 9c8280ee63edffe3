import { useQuery } from '@tanstack/react-query';
import { customerOf, refreshCustomers, setSignOff } from '@/features/customers/data.ts';
import { useSave } from '@/lib/use-save.ts';
import { CheckField } from '@/ui/checkbox.tsx';
import { texts } from './texts.ts';

const { signOff } = texts;

/** Whether campaigns of a customer can become active with approved copy only. */
export function SignOffSetting({ customerId }: { customerId: string }) {
  const { data: customer } = useQuery(customerOf(customerId));
  const { save } = useSave({
    write: (isNeeded: boolean) => setSignOff(customerId, isNeeded),
    refresh: refreshCustomers,
    success: (_, isNeeded) => ({ title: isNeeded ? signOff.on : signOff.off, description: signOff.help }),
    failure: signOff.failure,
  });
  if (!customer) return null;
  return (
    <CheckField checked={customer.needs_sign_off} onChange={save} className="min-h-8 items-center gap-2 text-sm">
      <span title={signOff.help}>{signOff.label}</span>
    </CheckField>
  );
}
