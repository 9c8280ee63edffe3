import type { FieldControl } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useCustomerOptions } from './use-customer-options.ts';

export type CustomerSelectProps = {
  control: FieldControl;
  value: string | null;
  onChange: (customerId: string) => void;
  disabled?: boolean;
};

/** Chooses one active customer in a form. */
export function CustomerSelect({ control, value, onChange, disabled }: CustomerSelectProps) {
  const { options, lack, onOpen } = useCustomerOptions();
  return (
    <Select
      {...control}
      value={(!lack && value) || undefined}
      onChange={onChange}
      disabled={disabled}
      onOpen={onOpen}
      options={options}
      placeholder={lack ?? 'Choose a customer'}
    />
  );
}
