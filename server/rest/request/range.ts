import { invalidRange } from '../errors.ts';
import type { ParsedQuery } from './query.ts';

/** Intersects limit and offset of the root with the header (`0-24`, `5-`). Ignores headers of any other form. */
export function restrictToRange(query: ParsedQuery, header: string | null): ParsedQuery {
  const found = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header ?? '');
  if (!found) return query;
  const first = Number(found[1]);
  const last = found[2] ? Number(found[2]) : Number.POSITIVE_INFINITY;
  if (last < first) {
    throw invalidRange('The lower boundary must be lower than or equal to the upper boundary in the Range header.');
  }
  const root = query.windows.filter(({ path }) => path.length === 0);
  const offset = root.findLast((window) => window.offset !== undefined)?.offset ?? 0;
  const limit = root.findLast((window) => window.limit !== undefined)?.limit ?? Number.POSITIVE_INFINITY;
  const start = Math.max(first, offset);
  const length = Math.max(0, Math.min(last, offset + limit - 1) - start + 1);
  const window = Number.isFinite(length) ? { offset: start, limit: length } : { offset: start };
  return { ...query, windows: [...query.windows, { path: [], ...window }] };
}

/** `first-last/total`, with `*` for no rows and for an unknown total. */
export function contentRange(first: number, last: number, total: number | null): string {
  const shown = total !== 0 && first <= last ? `${first}-${last}` : '*';
  return `${shown}/${total ?? '*'}`;
}
