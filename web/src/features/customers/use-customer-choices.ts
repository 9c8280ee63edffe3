import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useChoices } from '@/lib/use-choices.ts';
import { activeCustomers, customerKeys, customerName } from './data.ts';
import { texts } from './texts.ts';

export type ChoiceWords = typeof texts.organizationChoice;

/** The active customers to choose from, and the label of the chosen one, which may be inactive. */
export function useCustomerChoices(chosenId: string | null, words: ChoiceWords = texts.choice) {
  const client = useQueryClient();
  const [typed, onType] = useState('');
  const { list, choices, areMany, isBehind } = useChoices(activeCustomers, typed);
  const chosen = choices.find(({ id }) => id === chosenId);
  const naming = useQuery({ ...customerName(chosenId ?? ''), enabled: chosenId !== null && !chosen });
  const status = statusOf(list, words);
  return {
    /** Shown until the customers are loaded; null afterwards. */
    status,
    placeholder: status ?? words.choose,
    chosenLabel: chosen?.name ?? naming.data ?? status ?? statusOf(naming, words) ?? words.unknown,
    /** Caches the name of the chosen customer, because other components load it. */
    cacheName: (id: string) => {
      const found = choices.find((customer) => customer.id === id);
      if (found) client.setQueryData(customerKeys.name(id), found.name);
    },
    choices: { noun: words.rows, choices: choices.map(optionOf), areMany, isBehind, typed, onType, list },
  };
}

function statusOf({ data, isError }: { data: unknown; isError: boolean }, words: ChoiceWords): string | null {
  if (data !== undefined) return null;
  return isError ? words.loadFailed : words.loading;
}

const optionOf = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });
