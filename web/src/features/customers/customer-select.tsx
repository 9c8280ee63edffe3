import { useQuery } from '@tanstack/react-query';
import type { FieldControl } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { activeCustomers } from './data.ts';

export type CustomerSelectProps = {
  control: FieldControl;
  value: string | null;
  onChange: (customerId: string) => void;
  disabled?: boolean;
};

/** Chooses one active customer in a form. */
export function CustomerSelect({ control, value, onChange, disabled }: CustomerSelectProps) {
  const { data: customers } = useQuery(activeCustomers);
  return (
    <Select
      {...control}
      value={value ?? undefined}
      onChange={onChange}
      disabled={disabled}
      options={(customers ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      placeholder={customers ? 'Choose a customer' : 'Loading customers...'}
    />
  );
}
