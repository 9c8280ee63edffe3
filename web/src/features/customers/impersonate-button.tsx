import { Eye } from 'lucide-react';
import { buttonClass } from '../../ui/button.tsx';
import { WORDS } from '../../ui/list/layout.ts';
import type { CustomerName } from './data.ts';

export type ImpersonateButtonProps = { customer: CustomerName; onImpersonate?: (customer: CustomerName) => void };

/** Shows the app as the customer sees it. */
export function ImpersonateButton({ customer, onImpersonate }: ImpersonateButtonProps) {
  if (!onImpersonate) return null;
  return (
    <button
      type="button"
      aria-label={`Impersonate ${customer.name}`}
      title={`Impersonate ${customer.name}`}
      onClick={() => onImpersonate({ id: customer.id, name: customer.name })}
      className={buttonClass('ghost', 'sm')}
    >
      <Eye aria-hidden className="size-4" />
      <span className={WORDS}>Impersonate</span>
    </button>
  );
}
