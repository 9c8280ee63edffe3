import { useQuery } from '@tanstack/react-query';
import { inBatches } from '@/features/lists/bulk/batches.ts';
import type { Scope } from '@/features/lists/filters.ts';
import { countInScope } from '@/features/lists/list-data.ts';
import type { useSelection } from '@/features/lists/selection/use-selection.ts';
import { listKeys, type TableName } from '@/lib/list-keys.ts';

/** The largest number of ids in one request. */
const BATCH_SIZE = 5_000;

type NumberedSelection = Pick<ReturnType<typeof useSelection>, 'selection' | 'number' | 'isCurrent'>;

/** How many selected rows are outside the scope; null until it is counted. */
export function useOutsideCount(
  table: TableName,
  scope: Scope,
  { selection, number, isCurrent }: NumberedSelection,
): number | null {
  const { data: inside } = useQuery({
    queryKey: [...listKeys(table).all, 'selected', scope, number],
    enabled: !isCurrent && selection.kind === 'these',
    meta: { logAs: 'Error counting the selection' },
    queryFn: async ({ signal }) => {
      let sum = 0;
      for (const ids of inBatches([...selection.ids], BATCH_SIZE)) sum += await countInScope(table, ids, scope, signal);
      return sum;
    },
  });
  if (isCurrent) return 0;
  return inside === undefined ? null : selection.ids.size - inside;
}
