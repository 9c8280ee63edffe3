import type { Database } from '#server/database/connections/pool.ts';
import type { CallerRequest } from '#server/database/connections/rows.ts';

/** Runs a request. Returns the values of its rows as text. */
export async function textRows(database: Database, request: CallerRequest): Promise<(string | null)[][]> {
  const { rows } = await database.request(request);
  return rows.map((values) => values.map((value) => value?.toString() ?? null));
}
