import { Select } from '../../ui/select.tsx';
import { useCustomerOptions } from './use-customer-options.ts';

export type CustomerFilterProps = {
  /** Null for all customers. */
  value: string | null;
  onChange: (customerId: string | null) => void;
};

const ALL = 'all';

export function CustomerFilter({ value, onChange }: CustomerFilterProps) {
  const { options: known, lack, onOpen } = useCustomerOptions();
  const isStranger = value !== null && !known.some((option) => option.value === value);
  const options = [
    { value: ALL, label: 'All Customers' },
    ...known,
    ...(isStranger ? [{ value, label: lack ?? 'Unknown customer' }] : []),
  ];
  return (
    <Select
      label="Customer"
      className="w-40! max-w-[220px] grow"
      value={value ?? ALL}
      onChange={(option) => onChange(option === ALL ? null : option)}
      onOpen={onOpen}
      options={options}
    />
  );
}
