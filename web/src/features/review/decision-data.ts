import { undoDecisions } from '@/features/lists/list-data.ts';
import type { ReviewRow } from '@/features/lists/table.ts';
import { texts } from '@/features/lists/texts.ts';
import { failureReason } from '@/lib/failure.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { readData, rows } from '@/lib/rows.ts';

/** A decision about a row that had the decision `from`, or the undo of one; null is undecided. */
export type Decision = { table: TableName; row: ReviewRow; approved: boolean | null; from: boolean | null | 'undone' };

/** The decision that a row has. `other` is set if it is not the saved one: the user who made it first, null if unknown. */
export type StoredDecision = { approved: boolean | null; other?: { userId: string | null } };

/** Saves a decision. The first one about a row does not overwrite that of another user. */
export async function saveDecision({ table, row, approved, from }: Decision): Promise<StoredDecision> {
  const { id, customer_id } = row;
  if (from === 'undone') {
    if ((await undoDecisions(table, [id])).length === 0) throw new Error(texts.changedSince);
    return { approved };
  }
  const update = rows.from(table).update({ is_approved: approved }).eq('id', id).eq('customer_id', customer_id);
  const data = await readData((from === null ? update.is('is_approved', null) : update).select('id'));
  if (data.length > 0) return { approved };
  const stored = await readData(
    rows.from(table).select('is_approved, decided_by').eq('id', id).eq('customer_id', customer_id).single(),
  );
  return { approved: stored.is_approved, other: { userId: stored.decided_by } };
}

/** Approves all rows of a review link that are not reviewed, in portions. Returns their ids, and why it ended early if it did. Rejects if none was approved. */
export async function approveRest(table: TableName): Promise<{ ids: string[]; failure?: string }> {
  const ids: string[] = [];
  try {
    for (;;) {
      const portion = await readData(rows.rpc('approve_rest', { subject: table }));
      if (portion.length === 0) return { ids };
      ids.push(...portion.map(({ id }) => id));
    }
  } catch (failure) {
    if (ids.length === 0) throw failure;
    return { ids, failure: failureReason(failure) };
  }
}
