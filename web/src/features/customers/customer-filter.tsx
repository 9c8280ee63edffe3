import { useQuery } from '@tanstack/react-query';
import { Select } from '../../ui/select.tsx';
import { activeCustomers } from './data.ts';

export type CustomerFilterProps = {
  /** Null for all customers. */
  value: string | null;
  onChange: (customerId: string | null) => void;
};

const ALL = 'all';

export function CustomerFilter({ value, onChange }: CustomerFilterProps) {
  const { data: customers } = useQuery(activeCustomers);
  const known = (customers ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isStranger = value !== null && !known.some((option) => option.value === value);
  const options = [
    { value: ALL, label: 'All Customers' },
    ...known,
    ...(isStranger ? [{ value, label: customers ? 'Unknown customer' : 'Loading customers...' }] : []),
  ];
  return (
    <Select
      label="Customer"
      className="w-[220px]! max-w-full"
      value={value ?? ALL}
      onChange={(option) => onChange(option === ALL ? null : option)}
      options={options}
    />
  );
}
