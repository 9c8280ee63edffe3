// In charge of what a mapping is remembered for: the set of a file's headers, whatever their order and whether or not a reason column stands behind them.
import { autoMapping } from './mapping.ts';
import { withoutReason } from './reason.ts';
import { type ColumnMapping, type ImportType, isTarget } from './targets.ts';

/** The headers as they are compared: sorted, and without a reason column that is ignored. */
export function rememberedHeaders(headers: readonly string[], mapping: Readonly<ColumnMapping>): string[] {
  const own = withoutReason(headers);
  const ignoresReason = own.length < headers.length && (mapping[headers.at(-1) ?? ''] ?? 'ignore') === 'ignore';
  return [...(ignoresReason ? own : headers)].sort();
}

/** A stored mapping for these headers: what it does not name, or names as something that is no field, is ignored. Null where it says the same as the automatic one. */
export function recalledMapping(
  type: ImportType,
  headers: readonly string[],
  stored: Readonly<Record<string, unknown>>,
): ColumnMapping | null {
  const targetOf = (header: string) => {
    const target = Object.hasOwn(stored, header) ? stored[header] : undefined;
    return typeof target === 'string' && isTarget(type, target) ? target : 'ignore';
  };
  const recalled: ColumnMapping = Object.fromEntries(headers.map((header) => [header, targetOf(header)]));
  const automatic = autoMapping(type, headers);
  return headers.every((header) => recalled[header] === automatic[header]) ? null : recalled;
}
