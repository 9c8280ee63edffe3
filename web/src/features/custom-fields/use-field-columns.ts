import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CustomField } from '#domain/custom-fields.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { currentParameters, useUrlParameter } from '@/lib/url-parameters.ts';
import { useSave } from '@/lib/use-save.ts';
import { columnsQuery, fieldsQuery, saveColumns, useCustomFields } from './data.ts';
import { texts } from './texts.ts';

/** In the URL, for no columns. */
const NONE = '-';

/** The custom fields of a customer that the list shows as columns: those in the URL, otherwise those that the user chose last. */
export function useFieldColumns(customerId: string | null, table: TableName) {
  const client = useQueryClient();
  const fields = useCustomFields(customerId, table);
  const [inUrl, setInUrl] = useUrlParameter('columns');
  const stored = useQuery({ ...columnsQuery(customerId ?? '', table), enabled: customerId !== null && inUrl === null });
  const keys = (inUrl === null ? stored.data?.join() : inUrl) ?? '';
  const shown = useMemo(() => fields.filter(({ key }) => keys.split(',').includes(key)), [fields, keys]);
  const { save } = useSave({
    scope: `list-columns-${customerId}-${table}`, // one after the other: the first one inserts the row
    write: async (next: string[]) => {
      await saveColumns(customerId ?? '', table, next);
      client.setQueryData(columnsQuery(customerId ?? '', table).queryKey, next);
    },
    failure: texts.columnsFailed,
  });
  const toggle = ({ key: toggled }: CustomField) => {
    const current = currentParameters().get('columns')?.split(',') ?? shown.map(({ key }) => key);
    const next = fields.map(({ key }) => key).filter((key) => current.includes(key) !== (key === toggled));
    setInUrl(next.join() || NONE);
    return save(next);
  };
  const loadedFields = useQuery({ ...fieldsQuery(customerId ?? '', table), enabled: customerId !== null });
  /** Whether it is not known yet which columns the list has: rows that were shown would move. */
  const isLoading =
    customerId !== null && (stored.isLoading || loadedFields.isLoading || loadedFields.isPlaceholderData);
  return { fields, shown, toggle, isLoading };
}

/** The one customer of a list; null for several. */
export const onlyCustomer = (customers: readonly string[] | null): string | null =>
  (customers?.length === 1 && customers[0]) || null;
