import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { type Customer, refreshCustomers, setCustomerActive } from './data.ts';
import { texts } from './texts.ts';

export type CustomerAccessProps = { customer: Customer; onClose: () => void };

export function CustomerAccess({ customer: { id, name, is_active }, onClose }: CustomerAccessProps) {
  return (
    <ConfirmAction
      {...(is_active ? texts.deactivation : texts.reactivation)(name)}
      danger={is_active}
      write={() => setCustomerActive(id, !is_active)}
      refresh={refreshCustomers}
      onClose={onClose}
    />
  );
}
