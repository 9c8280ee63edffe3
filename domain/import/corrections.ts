import type { CustomField } from '../custom-fields.ts';
import type { FileRow } from './file.ts';
import { columnsByTarget } from './mapping.ts';
import { type RowOutcome, rowReader } from './rows.ts';
import {
  type ColumnMapping,
  type ColumnTarget,
  type ImportType,
  importTargets,
  isTarget,
  parseCustomKey,
} from './targets.ts';

/** The values that the user has typed for a row. */
export type Edits = Partial<Record<ColumnTarget, string>>;

export type CorrectedField = { target: ColumnTarget; label: string; value: string };

/** `fields` are those that were edited or have the error; none if the error is about the row as a whole. */
export type CorrectedRow = { cells: readonly string[]; outcome: RowOutcome; fields: CorrectedField[] };

/** Returns a function that applies edits to a row and checks it again. */
export function rowCorrector(
  type: ImportType,
  headers: readonly string[],
  mapping: ColumnMapping,
  fields: readonly CustomField[] = [],
) {
  const columns = columnsByTarget(type, headers, mapping);
  const read = rowReader(type, headers, mapping, fields);
  const labelOf = (target: ColumnTarget) =>
    isTarget(type, target)
      ? importTargets(type)[target]?.label
      : fields.find(({ key }) => key === parseCustomKey(target))?.label;
  /** The field that an error is corrected in: a lead without a name may have no column for it, but one for the first name. */
  const findField = (target: ColumnTarget): ColumnTarget | undefined =>
    [target, ...(target === 'name' ? (['firstName', 'lastName', 'lastFirst'] as const) : [])].find((one) =>
      columns.has(one),
    );

  return (row: FileRow, edits: Edits): CorrectedRow => {
    const cells = [...row.cells];
    for (const [target, value] of Object.entries(edits)) {
      for (const [index, column] of (columns.get(target as ColumnTarget) ?? []).entries())
        cells[column] = index ? '' : (value ?? '');
    }
    for (let column = 0; column < cells.length; column += 1) cells[column] ??= '';
    const outcome = read({ cells, isClosed: row.isClosed });
    const broken = 'error' in outcome && outcome.target && !row.isTooLarge ? findField(outcome.target) : undefined;
    const targets = new Set([...(Object.keys(edits) as ColumnTarget[]), ...(broken ? [broken] : [])]);
    const edited = [...targets].map(
      (target): CorrectedField => ({
        target,
        label: labelOf(target) ?? target,
        value: (columns.get(target) ?? []).map((column) => cells[column]).find((cell) => cell?.trim()) ?? '',
      }),
    );
    return { cells, outcome, fields: edited };
  };
}
