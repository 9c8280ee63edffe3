import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { type Customer, refreshCustomers, setCustomerActive } from './data.ts';

export type CustomerAccessProps = { customer: Customer; onClose: () => void };

/** Asks before a customer's users lose their access, or get it back. */
export function CustomerAccess({ customer: { id, name, is_active }, onClose }: CustomerAccessProps) {
  const write = () => setCustomerActive(id, !is_active);
  return is_active ? (
    <ConfirmAction
      title={`Deactivate ${name}?`}
      description="Its users lose access until it is reactivated. Leads, companies and campaigns are kept."
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
      description="Its active users get access to its leads, companies and campaigns again."
      confirmLabel="Reactivate customer"
      write={write}
      refresh={refreshCustomers}
      success={{ title: 'Customer reactivated', description: name }}
      failure="Error reactivating customer"
      onClose={onClose}
    />
  );
}
