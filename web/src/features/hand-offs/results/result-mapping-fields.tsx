import {
  canReport,
  type ResultKind,
  type ResultMapping,
  type ResultTarget,
  resultKindOf,
  resultKinds,
  resultTargets,
} from '#domain/hand-off/results.ts';
import { ColumnRow, ColumnTable, samplesOf } from '@/features/import/steps/column-table.tsx';
import { texts as importTexts } from '@/features/import/texts.ts';
import { Field } from '@/ui/field.tsx';
import { Note } from '@/ui/note.tsx';
import { Select } from '@/ui/select.tsx';
import type { ResultsFile } from './results-file.ts';
import { texts } from './texts.ts';

const { dialog } = texts;

const ignore = { value: 'ignore', label: importTexts.mapping.ignore };
const TARGETS = [ignore, ...Object.entries(resultTargets).map(([value, label]) => ({ value, label }))];
const KINDS = [ignore, ...resultKinds.map((value) => ({ value, label: texts.kinds[value] }))];
const DATES = [
  { value: 'month', label: dialog.monthFirst },
  { value: 'day', label: dialog.dayFirst },
];

/** The headers of the columns that the mapping reads. */
const mappedColumns = ({ columns }: ResultMapping, headers: readonly string[]) =>
  headers.flatMap((header, index) =>
    columns[header] !== 'ignore' ? [{ header, index, target: columns[header] }] : [],
  );

type MappingProps = { file: ResultsFile; mapping: ResultMapping; onChange: (mapping: ResultMapping) => void };

/** What the columns of the file mean, the values of its status column, and its dates. */
export function ResultMappingFields({ file, mapping, onChange }: MappingProps) {
  const { hasKey, hasResult } = canReport(mapping);
  const mapped = mappedColumns(mapping, file.headers);
  const status = mapped.find(({ target }) => target === 'status');
  const values = status && file.values[status.index];
  const isOrderOpen = mapped.some(({ index }) => file.dateOrders[index] === 'either');
  return (
    <div className="space-y-5">
      {!hasKey && <Note tone="danger">{dialog.needsKey}</Note>}
      {!hasResult && <Note tone="danger">{dialog.needsResult}</Note>}
      <ColumnTable>
        {file.headers.map((header, column) => (
          <ColumnRow
            key={header}
            header={header}
            samples={samplesOf(file.firstRows, column)}
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
      {status && !values && <Note>{dialog.tooManyValues(status.header)}</Note>}
      {status && values && values.length > 0 && (
        <fieldset>
          <legend className="mb-2 font-medium text-sm">{dialog.values(status.header)}</legend>
          <ul className="grid gap-x-8 gap-y-2 md:grid-cols-2">
            {values.map((value) => (
              <li key={value} className="grid grid-cols-2 items-center gap-3">
                <span className="truncate text-sm" title={value} dir="auto">
                  {value}
                </span>
                <Select
                  label={dialog.valueMeans(value)}
                  value={resultKindOf(mapping, value)}
                  options={KINDS}
                  onChange={(kind) =>
                    onChange({
                      ...mapping,
                      values: { ...mapping.values, [value.toLowerCase()]: kind as ResultKind | 'ignore' },
                    })
                  }
                />
              </li>
            ))}
          </ul>
        </fieldset>
      )}
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
