import { ChoiceSelect } from '@/ui/choice-select.tsx';
import { texts } from './texts.ts';
import { useCustomerChoices } from './use-customer-choices.ts';

export type CustomerFilterProps = {
  /** Null for all customers. */
  value: string | null;
  onChange: (customerId: string | null) => void;
};

const ALL = { value: 'all', label: texts.choice.all };

export function CustomerFilter({ value, onChange }: CustomerFilterProps) {
  const { choices, chosenLabel, cacheName } = useCustomerChoices(value);
  const choose = (option: string) => {
    cacheName(option);
    onChange(option === ALL.value ? null : option);
  };
  return (
    <ChoiceSelect
      label={texts.choice.label}
      className="w-40! max-w-[220px] grow"
      first={[ALL]}
      value={value ?? ALL.value}
      chosenLabel={value === null ? ALL.label : chosenLabel}
      onChange={choose}
      {...choices}
    />
  );
}
