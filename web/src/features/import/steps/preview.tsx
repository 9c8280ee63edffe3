import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CustomField } from '#domain/custom-fields.ts';
import { type RowOutcome, rowReader, storedName } from '#domain/import/rows.ts';
import {
  type ColumnMapping,
  filledTargets,
  type ImportType,
  parseCustomKey,
  storedTargets,
} from '#domain/import/targets.ts';
import { Badge } from '@/ui/badge.tsx';
import type { OpenedFile } from '../csv/csv-worker.ts';
import { previewDuplicates } from '../data.ts';
import { texts } from '../texts.ts';
import { fieldsIn, type MappingState } from '../wizard-reducer.ts';

type PreviewRow = { row: number; sheetRow: number; outcome: RowOutcome };

/** The first rows as they will be stored, or their errors. */
export function Preview({ state: { request, opened, mapping, stored, added } }: { state: MappingState }) {
  const { importType } = request;
  const custom = useMemo(() => fieldsIn({ stored, added }), [stored, added]);
  const rows = useMemo(() => readRows(importType, opened, mapping, custom), [importType, opened, mapping, custom]);
  const { data: duplicates } = useQuery({ ...previewDuplicates(request, rows), placeholderData: keepPreviousData });
  const fields = shownFields(importType, rows, mapping, custom);

  return (
    <div>
      <h4 className="mb-2 font-medium text-sm">{texts.preview.title}</h4>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={texts.preview.label}
        className="overflow-x-auto rounded-lg border border-border bg-raised"
      >
        <table className="w-full text-left text-sm">
          <thead className="text-muted text-xs">
            <tr>
              <th className="px-3 py-2 font-medium">{texts.preview.row}</th>
              {fields.map(({ key, label }) => (
                <th key={key} className="whitespace-nowrap px-3 py-2 font-medium">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, sheetRow, outcome }) => (
              <tr key={row} className="border-border border-t">
                <td className="whitespace-nowrap px-3 py-2 text-muted tabular-nums">
                  {sheetRow}
                  {'row' in outcome && duplicates?.includes(row) && (
                    <Badge className="ml-2 align-middle">{texts.preview.duplicate}</Badge>
                  )}
                </td>
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

function readRows(
  importType: ImportType,
  { headers, firstRows }: OpenedFile,
  mapping: ColumnMapping,
  custom: readonly CustomField[],
): PreviewRow[] {
  const read = rowReader(importType, headers, mapping, custom);
  return firstRows.map((raw) => ({ row: raw.row, sheetRow: raw.sheetRow, outcome: read(raw) }));
}

/** The fields that columns are mapped to, and those that a row gets from others. */
function shownFields(
  importType: ImportType,
  rows: readonly PreviewRow[],
  mapping: ColumnMapping,
  custom: readonly CustomField[],
) {
  const filled = filledTargets(mapping);
  const targets = [
    ...storedTargets(importType).map(([target, { label }]) => ({ target: target as string, label })),
    ...custom.map(({ key, label }) => ({ target: `custom:${key}`, label })),
  ];
  return targets
    .map(({ target, label }) => ({ target, key: storedName(target), label }))
    .filter(({ target, key }) => filled.has(target) || rows.some(({ outcome }) => valueIn(outcome, key) !== null));
}

function valueIn(outcome: RowOutcome, key: string): string | null {
  if ('error' in outcome) return null;
  const { custom, internal, ...columns } = outcome.row;
  const name = parseCustomKey(key);
  const values: Readonly<Record<string, unknown>> = name === null ? columns : { ...custom, ...internal };
  const value = values[name ?? key] ?? null;
  return value === null ? null : String(value);
}
