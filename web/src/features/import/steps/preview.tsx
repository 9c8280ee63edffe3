import { useMemo } from 'react';
import { type RowOutcome, rowReader, storedName } from '#domain/import/rows.ts';
import { type ColumnMapping, type ImportType, targetsOf } from '#domain/import/targets.ts';
import type { OpenedFile } from '../csv/csv-worker.ts';

export type PreviewProps = { importType: ImportType; opened: OpenedFile; mapping: ColumnMapping };

type PreviewRow = { row: number; outcome: RowOutcome };

/** The first rows as they will be stored, or their errors. */
export function Preview({ importType, opened, mapping }: PreviewProps) {
  const rows = useMemo<PreviewRow[]>(() => {
    const read = rowReader(importType, opened.headers, mapping);
    return opened.firstRows.map((raw) => ({ row: raw.row, outcome: read(raw) }));
  }, [importType, opened, mapping]);
  const fields = fieldsOf(importType, rows);

  return (
    <div>
      <h4 className="mb-2 font-medium text-sm">Preview of the first rows</h4>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label="Preview"
        className="overflow-x-auto rounded-lg border border-border bg-raised"
      >
        <table className="w-full text-left text-sm">
          <thead className="text-muted text-xs">
            <tr>
              <th className="px-3 py-2 font-medium">Row</th>
              {fields.map(({ key, label }) => (
                <th key={key} className="whitespace-nowrap px-3 py-2 font-medium">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, outcome }) => (
              <tr key={row} className="border-border border-t">
                <td className="px-3 py-2 text-muted tabular-nums">{row}</td>
                {'error' in outcome ? (
                  <td colSpan={Math.max(1, fields.length)} className="px-3 py-2 text-danger">
                    {outcome.error}
                  </td>
                ) : (
                  fields.map(({ key }) => (
                    <td key={key} className="max-w-64 truncate px-3 py-2">
                      {valueIn(outcome, key) ?? <span className="text-muted">–</span>}
                    </td>
                  ))
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

/** The fields that have a value in any of the rows. */
function fieldsOf(importType: ImportType, rows: readonly PreviewRow[]) {
  return Object.entries(targetsOf(importType))
    .map(([target, { label }]) => ({ key: storedName(target), label }))
    .filter(({ key }) => rows.some(({ outcome }) => valueIn(outcome, key) !== null));
}

function valueIn(outcome: RowOutcome, key: string): string | null {
  if ('error' in outcome) return null;
  const value = (outcome.row as Record<string, string | number | null>)[key] ?? null;
  return value === null ? null : String(value);
}
