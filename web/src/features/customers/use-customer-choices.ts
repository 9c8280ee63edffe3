import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useChoices } from '@/lib/use-choices.ts';
import { activeCustomers, customerKeys, customerName } from './data.ts';

/** The active customers to choose one from, and how the chosen one, who may be none of them, is called. */
export function useCustomerChoices(chosenId: string | null) {
  const client = useQueryClient();
  const [typed, onType] = useState('');
  const { list, choices, areMany, isBehind } = useChoices(activeCustomers, typed);
  const chosen = choices.find(({ id }) => id === chosenId);
  const naming = useQuery({ ...customerName(chosenId ?? ''), enabled: chosenId !== null && !chosen });
  /** What stands in the place of the customers; null once they are known. */
  const lack = lackOf(list);
  return {
    lack,
    chosenLabel: chosen?.name ?? naming.data ?? lack ?? lackOf(naming) ?? 'Unknown customer',
    /** Caches the name of the customer that was chosen, for where it is needed next. */
    cacheName: (id: string) => {
      const found = choices.find((customer) => customer.id === id);
      if (found) client.setQueryData(customerKeys.name(id), found.name);
    },
    choices: { noun: 'customers', choices: choices.map(optionOf), areMany, isBehind, typed, onType, list },
  };
}

/** What is shown while something of the customers is not read; null once it is. */
function lackOf({ data, isError }: { data: unknown; isError: boolean }): string | null {
  if (data !== undefined) return null;
  return isError ? 'Customers could not be loaded' : 'Loading customers...';
}

const optionOf = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });
