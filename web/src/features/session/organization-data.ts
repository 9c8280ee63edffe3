import { queryOptions } from '@tanstack/react-query';
import { readData, rows } from '@/lib/rows.ts';
import { isUuid } from '@/lib/uuid.ts';

/** The customer whose row has this id, among those of the user; null if there is none. Customers are not limited to the effective ones. */
export const rowOwner = (table: 'leads' | 'companies' | 'campaigns', id: string) =>
  queryOptions({
    queryKey: ['owner', table, id],
    queryFn: async ({ signal }): Promise<string | null> => {
      if (!isUuid(id)) return null;
      const request = rows
        .from('customers')
        .select<string, { id: string }>(`id, ${table}!inner(id)`)
        .eq(`${table}.id`, id);
      return (await readData(request.maybeSingle(), signal))?.id ?? null;
    },
  });
