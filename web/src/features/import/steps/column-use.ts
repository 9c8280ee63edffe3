import type { CustomField } from '#domain/custom-fields.ts';
import { columnsByTarget } from '#domain/import/mapping.ts';
import {
  type ColumnMapping,
  type ImportType,
  importTargets,
  isColumnTarget,
  isTarget,
  parseCustomKey,
} from '#domain/import/targets.ts';
import { texts } from '../texts.ts';

/** Returns a function that describes what becomes of a column: how it shares its field with others, and whether customers can read it. */
export function describeColumnUse(
  type: ImportType,
  headers: readonly string[],
  mapping: ColumnMapping,
  fields: readonly CustomField[] = [],
) {
  const columns = columnsByTarget(type, headers, mapping);
  return (header: string): string | null => {
    const target = mapping[header];
    if (!target || target === 'ignore' || !isColumnTarget(type, target)) return null;
    const field = fields.find(({ key }) => key === parseCustomKey(target));
    const sharing = (columns.get(target) ?? []).flatMap((column) => headers[column] ?? []);
    const joins = isTarget(type, target) && typeof importTargets(type)[target]?.gathering === 'object';
    const notes = [
      sharing.length > 1 && (joins ? combined(sharing, header) : inOrder(sharing, header)),
      target === 'notes' && texts.mapping.notes,
      field && (field.isInternal ? texts.mapping.internal : texts.mapping.visible),
    ];
    return notes.filter(Boolean).join(' ') || null;
  };
}

const combined = (sharing: readonly string[], header: string) =>
  texts.mapping.combined(sharing.filter((other) => other !== header));

function inOrder(sharing: readonly string[], header: string): string {
  const earlier = sharing.slice(0, sharing.indexOf(header));
  if (earlier.length === 0) return texts.mapping.usedFirst;
  return texts.mapping.usedAfter(earlier);
}
