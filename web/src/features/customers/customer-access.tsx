import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { type Customer, refreshCustomers, setCustomerActive } from './data.ts';

export type CustomerAccessProps = { customer: Customer; onClose: () => void };

/** Confirms and saves the deactivation or reactivation of a customer. */
export function CustomerAccess({ customer: { id, name, is_active }, onClose }: CustomerAccessProps) {
  const write = () => setCustomerActive(id, !is_active);
  return is_active ? (
    <ConfirmAction
      title={`Deactivate ${name}?`}
      description="Its users lose access until you reactivate it. Leads, companies and campaigns stay."
      confirmLabel="Deactivate customer"
      danger
      write={write}
      refresh={refreshCustomers}
      success={{ title: 'Customer deactivated', description: name }}
      failure="Error deactivating customer"
      onClose={onClose}
    />
  ) : (
    <ConfirmAction
      title={`Reactivate ${name}?`}
      description="Its active users regain access to its leads, companies and campaigns."
      confirmLabel="Reactivate customer"
      write={write}
      refresh={refreshCustomers}
      success={{ title: 'Customer reactivated', description: name }}
      failure="Error reactivating customer"
      onClose={onClose}
    />
  );
}
