import { type ColumnCells, ignoredRemovals, type ResultColumn, unreadDates } from '#domain/hand-off/column-values.ts';
import { type ResultTarget, resultTargets } from '#domain/hand-off/result-kinds.ts';
import { canReport, type ResultMapping, withAnswer } from '#domain/hand-off/results.ts';
import { toolExport } from '#domain/hand-off/tool-exports.ts';
import { ColumnRow, ColumnTable } from '@/features/import/steps/column-table.tsx';
import { texts as importTexts } from '@/features/import/texts.ts';
import { Field } from '@/ui/field.tsx';
import { Note } from '@/ui/note.tsx';
import { Select } from '@/ui/select.tsx';
import type { ResultsFile } from './results-file.ts';
import { texts } from './texts.ts';
import { ValueList, ValueLists } from './value-list.tsx';

const { dialog } = texts;

const ignore = { value: 'ignore', label: importTexts.mapping.ignore };
const TARGETS = [ignore, ...Object.entries(resultTargets).map(([value, label]) => ({ value, label }))];
const DATES = [
  { value: 'month', label: dialog.monthFirst },
  { value: 'day', label: dialog.dayFirst },
];

type MappingProps = {
  file: ResultsFile;
  mapping: ResultMapping;
  columns: readonly ResultColumn[];
  onChange: (mapping: ResultMapping) => void;
};

/** The fields for the meaning of the file’s columns, of its values and of its dates. */
export function ResultMappingFields({ file, mapping, columns, onChange }: MappingProps) {
  const { hasKey, hasResult } = canReport(mapping);
  const known = toolExport(mapping.tool);
  const isOrderOpen = file.headers.some(
    (header, index) => mapping.columns[header] !== 'ignore' && file.columns[index]?.dateOrder === 'either',
  );
  return (
    <div className="space-y-5">
      {!hasKey && <Note tone="danger">{dialog.needsKey}</Note>}
      {!hasResult && <Note tone="danger">{dialog.needsResult}</Note>}
      <p className="text-muted text-sm">{known ? dialog.known(mapping.tool, known.source) : dialog.guessed}</p>
      <ColumnTable>
        {file.headers.map((header, column) => (
          <ColumnRow
            key={header}
            header={header}
            samples={file.samples[column]}
            isIgnored={mapping.columns[header] === 'ignore'}
          >
            <Select
              label={importTexts.mapping.mapsTo(header)}
              value={mapping.columns[header]}
              options={TARGETS}
              onChange={(target) =>
                onChange({ ...mapping, columns: { ...mapping.columns, [header]: target as ResultTarget } })
              }
            />
          </ColumnRow>
        ))}
      </ColumnTable>
      <Warning
        title={dialog.removals}
        hint={dialog.removalsHint}
        columns={ignoredRemovals(mapping, file.headers, file.columns)}
      />
      <Warning
        title={dialog.unreadDates}
        hint={dialog.unreadDatesHint}
        columns={unreadDates(mapping, file.headers, file.columns)}
      />
      <ValueLists>
        {columns.map(
          ({ header, known: values }) =>
            values.length > 0 && (
              <ValueList
                key={header}
                legend={dialog.values(header)}
                values={values}
                onChange={(value, meaning) => onChange(withAnswer(mapping, header, value, meaning))}
              />
            ),
        )}
      </ValueLists>
      {isOrderOpen && (
        <Field label={dialog.dates}>
          <Select
            className="max-w-60"
            value={mapping.isDayFirst ? 'day' : 'month'}
            options={DATES}
            onChange={(order) => onChange({ ...mapping, isDayFirst: order === 'day' })}
          />
        </Field>
      )}
    </div>
  );
}

/** Names cells of columns that are not stored. */
function Warning({ title, hint, columns }: { title: string; hint: string; columns: readonly ColumnCells[] }) {
  if (columns.length === 0) return null;
  return (
    <Note tone="warning" title={title}>
      <ul>
        {columns.map(({ header, rows, example }) => (
          <li key={header}>{dialog.cells(header, rows, example)}</li>
        ))}
      </ul>
      {hint}
    </Note>
  );
}
