import type { DatabasePool } from '#server/database/connections/pool.ts';
import type { CallerRequest } from '#server/database/connections/rows.ts';

/** Runs a request for one row, or for rows of one column. Returns the values. */
export async function textRows(database: DatabasePool, request: CallerRequest): Promise<(string | null)[][]> {
  const { text, count, others } = await database.request({ ...request, separator: '\n' });
  if (count === 0) return [];
  return text.split('\n').map((value) => [value, ...others]);
}
