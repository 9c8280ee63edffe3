import { CONTACT_KINDS } from '#domain/contact-kind.ts';
import { CONTACT_COLUMNS, type ContactColumn } from '#domain/contact-roles.ts';
import { ColumnRow, ColumnTable } from '@/features/import/steps/column-table.tsx';
import { texts as importTexts } from '@/features/import/texts.ts';
import { Note } from '@/ui/note.tsx';
import { Select } from '@/ui/select.tsx';
import { texts } from './texts.ts';
import type { OpenFile } from './use-add-entries.ts';

const { columns: columnTexts } = texts.add;

const OPTIONS = [
  { value: 'ignore', label: importTexts.mapping.ignore },
  ...CONTACT_COLUMNS.map((value) => ({ value, label: columnTexts.labels[value] })),
];

const areOnlyPeople = (columns: OpenFile['columns']) =>
  columns.some((column) => column === 'email' || column === 'linkedin') &&
  columns.every((column) => column !== 'company' && column !== 'domain' && column !== 'value');

export const namesEntries = (columns: OpenFile['columns']) =>
  columns.some((column) => column === 'value' || CONTACT_KINDS.some((kind) => kind === column));

type EntryColumnsProps = { file: OpenFile; onChange: (columns: OpenFile['columns']) => void };

/** The meaning of the columns of a file. */
export function EntryColumns({ file, onChange }: EntryColumnsProps) {
  const { headers, columns, samples } = file;
  return (
    <div className="space-y-3">
      {!namesEntries(columns) && <Note tone="danger">{columnTexts.missing}</Note>}
      {columns.includes('ignore') && areOnlyPeople(columns) && <Note>{columnTexts.ofPeople}</Note>}
      {columns.includes('opted_out') && <Note>{columnTexts.ofOptedOut}</Note>}
      <ColumnTable>
        {headers.map((header, index) => (
          <ColumnRow key={header} header={header} samples={samples[index]} isIgnored={columns[index] === 'ignore'}>
            <Select
              label={importTexts.mapping.mapsTo(header)}
              value={columns[index]}
              options={OPTIONS}
              onChange={(column) => onChange(columns.with(index, column as ContactColumn | 'ignore'))}
            />
          </ColumnRow>
        ))}
      </ColumnTable>
    </div>
  );
}
