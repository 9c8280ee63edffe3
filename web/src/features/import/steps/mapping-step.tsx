import { clsx } from 'clsx';
import { CircleCheck, CircleSlash2 } from 'lucide-react';
import { type ImportType, isTarget, type Target, targetsOf } from '#domain/import/targets.ts';
import { useCustomerName } from '@/features/customers/use-customer-name.ts';
import { formatDay, formatNumber } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import { Select } from '@/ui/select.tsx';
import { countedColumns, countedRows } from '../row-words.ts';
import { type MappedBy, mayImport, rowsDone, type Wizard } from '../wizard.ts';
import { HaltedNote } from './interrupted-note.tsx';
import { Preview } from './preview.tsx';
import { StepHeading } from './step-heading.tsx';

export type MappingStepProps = {
  importType: ImportType;
  wizard: Extract<Wizard, { step: 'mapping' }>;
  onMap: (header: string, target: Target | 'ignore') => void;
  onRemap: (by: MappedBy) => void;
  onResume: () => void;
};

export function MappingStep({ importType, wizard, onMap, onRemap, onResume }: MappingStepProps) {
  const { order, opened, mapping, recalled, by, halted } = wizard;
  const customerName = useCustomerName(order.customerId);
  const mapped = opened.headers.filter((header) => mapping[header] !== 'ignore').length;
  return (
    <div className="space-y-6">
      <div>
        <StepHeading>Match the columns</StepHeading>
        <p className="text-muted text-sm tabular-nums">
          {formatNumber(mapped)} of {countedColumns(opened.headers.length)} mapped, {countedRows(opened.totalRows)} to
          read{customerName && `, for ${customerName}`}.
        </p>
      </div>
      {halted && (
        <HaltedNote run={halted.run} resumeLabel="Continue import" onResume={onResume}>
          The import of {formatDay(new Date(halted.since), new Date())} stopped after{' '}
          {formatNumber(rowsDone(halted.run))} of {countedRows(opened.totalRows)}
        </HaltedNote>
      )}
      {recalled && <RecalledNote since={recalled.since} by={by} onRemap={onRemap} />}
      {!mayImport(importType, mapping) && <NameMissing importType={importType} />}
      <table className="block overflow-hidden rounded-lg border border-border bg-raised">
        <thead className="block">
          <tr className={clsx(LINE, 'border-b! text-left text-muted text-xs max-md:sr-only [&>th]:font-medium')}>
            <th>Column</th>
            <th>First row</th>
            <th>Becomes</th>
          </tr>
        </thead>
        <tbody className="block">
          {opened.headers.map((header, column) => (
            <Column
              key={header}
              importType={importType}
              header={header}
              sample={opened.firstRows[0]?.cells[column]?.trim() ?? ''}
              target={mapping[header] ?? 'ignore'}
              onMap={(target) => onMap(header, target)}
            />
          ))}
        </tbody>
      </table>
      <Preview importType={importType} opened={opened} mapping={mapping} />
    </div>
  );
}

const LINE =
  'grid grid-cols-[minmax(0,1fr)] items-center gap-x-4 gap-y-1 border-border border-b px-4 py-2 last:border-b-0 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_14rem]';

type ColumnProps = {
  importType: ImportType;
  header: string;
  sample: string;
  target: Target | 'ignore';
  onMap: (target: Target | 'ignore') => void;
};

function Column({ importType, header, sample, target, onMap }: ColumnProps) {
  const ignored = target === 'ignore';
  const Icon = ignored ? CircleSlash2 : CircleCheck;
  const options = [
    { value: 'ignore', label: 'Ignore' },
    ...Object.entries(targetsOf(importType)).map(([value, { label }]) => ({ value, label })),
  ];
  return (
    <tr data-mapped={!ignored} className={clsx(LINE, ignored && 'bg-surface')}>
      <td className="flex min-w-0 items-center gap-2">
        <Icon aria-hidden className={clsx('size-4 shrink-0', ignored ? 'text-muted' : 'text-success')} />
        <span className={clsx('truncate', ignored ? 'text-muted' : 'font-medium')} title={header}>
          {header}
        </span>
      </td>
      <td className="truncate text-muted text-sm" title={sample}>
        {sample || '–'}
      </td>
      <td>
        <Select
          label={`${header} becomes`}
          value={target}
          options={options}
          onChange={(value) => onMap(isTarget(importType, value) ? value : 'ignore')}
        />
      </td>
    </tr>
  );
}

type RecalledNoteProps = { since: string; by: MappedBy; onRemap: (by: MappedBy) => void };

/** Says that the mapping of an earlier file is used again, and lets the person choose. */
function RecalledNote({ since, by, onRemap }: RecalledNoteProps) {
  const day = formatDay(new Date(since), new Date());
  const fromMemory = by === 'memory';
  return (
    <Note
      action={
        <Button size="sm" onClick={() => onRemap(fromMemory ? 'headers' : 'memory')}>
          {fromMemory ? 'Use the automatic mapping' : `Use the mapping of ${day}`}
        </Button>
      }
    >
      {fromMemory ? `Mapping of ${day} used again.` : 'Automatic mapping used.'}
    </Note>
  );
}

function NameMissing({ importType }: { importType: ImportType }) {
  return (
    <Note tone="danger">
      {importType === 'leads'
        ? 'Name is missing: choose the column that holds the lead’s name, or first name and last name.'
        : 'Name is missing: choose the column that holds the company’s name.'}
    </Note>
  );
}
