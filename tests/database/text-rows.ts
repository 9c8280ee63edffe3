import type { Database } from '#server/database/pool.ts';
import type { CallerRequest } from '#server/database/rows.ts';

/** Runs a request. Returns the values of its rows as text. */
export async function textRows(database: Database, request: CallerRequest): Promise<(string | null)[][]> {
  const { rows } = await database.request(request);
  return rows.map((values) => values.map((value) => value?.toString() ?? null));
}
