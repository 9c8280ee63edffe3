import { useQuery } from '@tanstack/react-query';
import { listKeys, type TableName } from '@/lib/list-keys.ts';
import { inBatches } from '../bulk/batches.ts';
import type { Scope } from '../filters.ts';
import { countInScope } from '../list-data.ts';
import type { useSelection } from '../selection/use-selection.ts';

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
