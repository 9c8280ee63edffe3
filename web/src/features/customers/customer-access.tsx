import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { type Customer, refreshCustomers, setCustomerActive } from './data.ts';
import { texts } from './texts.ts';

const { deactivation, reactivation } = texts;

export type CustomerAccessProps = { customer: Customer; onClose: () => void };

/** Confirms and saves the deactivation or reactivation of a customer. */
export function CustomerAccess({ customer: { id, name, is_active }, onClose }: CustomerAccessProps) {
  const write = () => setCustomerActive(id, !is_active);
  return is_active ? (
    <ConfirmAction
      title={deactivation.title(name)}
      description={deactivation.description}
      confirmLabel={deactivation.confirm}
      danger
      write={write}
      refresh={refreshCustomers}
      success={{ title: deactivation.done, description: name }}
      failure={deactivation.failed}
      onClose={onClose}
    />
  ) : (
    <ConfirmAction
      title={reactivation.title(name)}
      description={reactivation.description}
      confirmLabel={reactivation.confirm}
      write={write}
      refresh={refreshCustomers}
      success={{ title: reactivation.done, description: name }}
      failure={reactivation.failed}
      onClose={onClose}
    />
  );
}
