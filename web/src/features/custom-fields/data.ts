import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CustomField } from '#domain/custom-fields.ts';
import { useIsAdminArea } from '@/features/session/use-is-admin-area.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { readData, rows } from '@/lib/rows.ts';
import { isLive, type StoredField } from './field.ts';

export const fieldsKey = ['custom fields'] as const;

/** The custom fields of a customer's leads or companies that the caller can see, the oldest first. */
export function fetchFields(customerId: string, table: TableName, signal?: AbortSignal): Promise<StoredField[]> {
  const request = rows
    .from('custom_fields')
    .select('id, key, label, isInternal:is_internal, removed_at')
    .eq('customer_id', customerId)
    .eq('table_name', table)
    .order('created_at')
    .order('id');
  return readData(request, signal);
}

export const fieldsQuery = (customerId: string, table: TableName) =>
  queryOptions({
    queryKey: [...fieldsKey, customerId, table],
    queryFn: ({ signal }) => fetchFields(customerId, table, signal),
    placeholderData: keepPreviousData,
    meta: { logAs: 'Error fetching custom fields' },
  });

const NONE: readonly StoredField[] = [];

/** The fields that the page shows: internal ones in the administrators' area only. None without a customer. */
export function useCustomFields(customerId: string | null | undefined, table: TableName): readonly StoredField[] {
  const isAdminArea = useIsAdminArea();
  const { data, isPlaceholderData } = useQuery({
    ...fieldsQuery(customerId ?? '', table),
    enabled: Boolean(customerId),
  });
  return useMemo(
    () =>
      customerId && data && !isPlaceholderData
        ? data.filter((field) => isLive(field) && (isAdminArea || !field.isInternal))
        : NONE,
    [customerId, data, isPlaceholderData, isAdminArea],
  );
}

/** Creates fields, in this order. */
export async function createFields(
  customerId: string,
  table: TableName,
  fields: readonly CustomField[],
): Promise<void> {
  if (fields.length === 0) return;
  const added = fields.map(({ key, label, isInternal }) => ({
    customer_id: customerId,
    table_name: table,
    key,
    label,
    is_internal: isInternal,
  }));
  await readData(rows.from('custom_fields').insert(added));
}

export const updateField = (id: string, change: { label?: string; removed_at?: string | null }) =>
  readData(rows.from('custom_fields').update(change).eq('id', id).select('id').single());

/** Deletes the values of fields that were removed more than 30 minutes ago. */
export async function removeValues(customerId: string): Promise<void> {
  for (let left = 1; left > 0; ) {
    left = await readData(rows.rpc('remove_custom_values', { customer_id: customerId }));
  }
}

/** In how many rows a field is filled. */
export const valueCount = (customerId: string, table: TableName, key: string) =>
  queryOptions({
    queryKey: [...fieldsKey, customerId, table, 'count', key],
    queryFn: ({ signal }): Promise<number> =>
      readData(rows.rpc('count_custom_values', { customer_id: customerId, table_name: table, key }), signal),
    staleTime: 0,
  });

/** The keys of the fields that the user chose last as columns of a customer's list. */
export const columnsQuery = (customerId: string, table: TableName) =>
  queryOptions({
    queryKey: [...fieldsKey, customerId, table, 'columns'],
    queryFn: async ({ signal }): Promise<string[]> => {
      const data = await readData(
        rows.from('list_columns').select('keys').eq('customer_id', customerId).eq('table_name', table).maybeSingle(),
        signal,
      );
      return data?.keys ?? [];
    },
    meta: { logAs: 'Error fetching columns' },
  });

export async function saveColumns(customerId: string, table: TableName, keys: string[]): Promise<void> {
  const own = { customer_id: customerId, table_name: table };
  const data = await readData(rows.from('list_columns').update({ keys }).match(own).select('table_name'));
  if (data.length > 0) return;
  await readData(rows.from('list_columns').insert({ ...own, keys })); // a distributed database has no upserts
}
