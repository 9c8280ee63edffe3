import { useQuery } from '@tanstack/react-query';
import { inBatches } from '@/features/bulk/batches.ts';
import type { Selection } from '@/features/bulk/selection/selection.ts';
import type { BulkTable } from '@/features/bulk/table.ts';

/** The most ids that are asked about at once. */
const ASKED_AT_ONCE = 5_000;

export type Chosen = { selection: Selection; number: number; isHere: boolean };

/** How many of the selected rows the scope leaves out; null where that is not known. */
export function useOutside<Scope>(
  { key, countAmong }: BulkTable<Scope>,
  scope: Scope,
  { selection, number, isHere }: Chosen,
): number | null {
  const { data: inside } = useQuery({
    queryKey: [...key, 'among', scope, number],
    enabled: !isHere && selection.kind === 'these',
    meta: { logAs: 'Error counting the selection' },
    queryFn: async ({ signal }) => {
      let sum = 0;
      for (const ids of inBatches([...selection.ids], ASKED_AT_ONCE)) sum += await countAmong({ ids, scope, signal });
      return sum;
    },
  });
  if (isHere) return 0;
  return inside === undefined ? null : selection.ids.size - inside;
}
