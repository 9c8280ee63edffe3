import { useEffect, useEffectEvent } from 'react';
import { ChoiceSelect } from '@/ui/choice-select.tsx';
import type { FieldControl } from '@/ui/field.tsx';
import { texts } from './texts.ts';
import { useCustomerChoices } from './use-customer-choices.ts';

export type CustomerSelectProps = {
  control: FieldControl;
  value: string | null;
  onChange: (customerId: string) => void;
  disabled?: boolean;
  /** Whether the reader is a member, whose customers are organizations. */
  isForMember?: boolean;
};

/** Selects an active customer in a form. The only one is preselected. */
export function CustomerSelect({ control, value, onChange, disabled, isForMember }: CustomerSelectProps) {
  const { choices, status, placeholder, chosenLabel, cacheName } = useCustomerChoices(
    value || null,
    isForMember ? texts.organizationChoice : texts.choice,
  );
  const choose = (customerId: string) => {
    cacheName(customerId);
    onChange(customerId);
  };
  const [only, ...others] = choices.choices;
  const preselected = !choices.areMany && others.length === 0 ? only?.value : undefined;
  const preselect = useEffectEvent(() => !value && preselected && choose(preselected));
  useEffect(() => {
    if (preselected) preselect();
  }, [preselected]);
  const shown = (!status && value) || undefined;
  return (
    <ChoiceSelect
      {...control}
      value={shown}
      chosenLabel={shown && chosenLabel}
      onChange={choose}
      disabled={disabled}
      placeholder={placeholder}
      {...choices}
    />
  );
}
