import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useChoices } from '@/lib/use-choices.ts';
import { ChoiceSelect } from '@/ui/choice-select.tsx';
import { activeCustomers, customerKeys, customerName } from './data.ts';
import { texts } from './texts.ts';

type CustomerSelectProps = {
  value: string | null;
  onChange: (customerId: string) => void;
  disabled?: boolean;
  /** Whether the reader is a member, whose customers are organizations. */
  isForMember?: boolean;
};

/** Selects an active customer in a form. The only one is preselected. */
export function CustomerSelect({ value, onChange, disabled, isForMember }: CustomerSelectProps) {
  const words = isForMember ? texts.organizationChoice : texts.choice;
  const { choices, status, chosenLabel, cacheName } = useCustomerChoices(value || null, words);
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
      value={shown}
      chosenLabel={shown && chosenLabel}
      onChange={choose}
      disabled={disabled}
      placeholder={status ?? words.choose}
      {...choices}
    />
  );
}

type ChoiceWords = typeof texts.organizationChoice;

/** The active customers to choose from, and the label of the chosen one, which may be inactive. */
export function useCustomerChoices(chosenId: string | null, words: ChoiceWords = texts.choice) {
  const client = useQueryClient();
  const [typed, onType] = useState('');
  const { list, choices, areMany, isBehind } = useChoices(activeCustomers, typed);
  const chosen = choices.find(({ id }) => id === chosenId);
  const naming = useQuery({ ...customerName(chosenId ?? ''), enabled: chosenId !== null && !chosen });
  const status = statusText(list, words);
  return {
    /** Shown until the customers are loaded; null afterwards. */
    status,
    chosenLabel: chosen?.name ?? naming.data ?? status ?? statusText(naming, words) ?? words.unknown,
    /** Caches the name of the chosen customer, because other components load it. */
    cacheName: (id: string) => {
      const found = choices.find((customer) => customer.id === id);
      if (found) client.setQueryData(customerKeys.name(id), found.name);
    },
    choices: { noun: words.rows, choices: choices.map(customerOption), areMany, isBehind, typed, onType, list },
  };
}

function statusText({ data, isError }: { data: unknown; isError: boolean }, words: ChoiceWords): string | null {
  if (data !== undefined) return null;
  return isError ? words.loadFailed : words.loading;
}

const customerOption = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });

type CustomerFilterProps = {
  /** Null for all customers. */
  value: string | null;
  onChange: (customerId: string | null) => void;
  allLabel?: string;
};

const ALL = 'all';

export function CustomerFilter({ value, onChange, allLabel = texts.choice.all }: CustomerFilterProps) {
  const { choices, chosenLabel, cacheName } = useCustomerChoices(value);
  const choose = (option: string) => {
    cacheName(option);
    onChange(option === ALL ? null : option);
  };
  return (
    <ChoiceSelect
      label={texts.choice.label}
      className="w-40! max-w-[220px] grow"
      first={[{ value: ALL, label: allLabel }]}
      value={value ?? ALL}
      chosenLabel={value === null ? allLabel : chosenLabel}
      onChange={choose}
      {...choices}
    />
  );
}
