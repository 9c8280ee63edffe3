import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { ReadCells } from '#domain/hand-off/column-values.ts';
import { type Meaning, resultKinds } from '#domain/hand-off/result-kinds.ts';
import { Select } from '@/ui/select.tsx';
import { texts } from './texts.ts';

const { dialog } = texts;

const MEANINGS = [
  ...resultKinds.map((value) => ({ value, label: texts.kinds[value] })),
  { value: 'ignore' as const, label: dialog.nothing },
];

/** Lists of values. Short ones share a line. */
export const ValueLists = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">{children}</div>
);

const LONG = 4;

type ValueListProps = {
  legend: string;
  values: readonly ReadCells[];
  /** Further values, which are answered together. */
  others?: (ReadCells & { label: string }) | null;
  /** `value` is '' for the others. */
  onChange: (value: string, meaning: Meaning) => void;
};

/** The values of a column, each with its rows and what it means. */
export function ValueList({ legend, values, others, onChange }: ValueListProps) {
  const isLong = values.length > LONG;
  const rows = values.map((cells) => ({ ...cells, value: cells.example, label: dialog.valueMeans(cells.example) }));
  if (others) rows.push({ ...others, value: '', example: dialog.otherValues(others.example) });
  return (
    <fieldset className={clsx('min-w-0', isLong && 'md:col-span-2')}>
      <legend className="mb-2 font-medium text-sm">{legend}</legend>
      <ul className={clsx('grid gap-x-8 gap-y-2', isLong && 'md:grid-cols-2')}>
        {rows.map(({ value, label, example, rows: count, meaning }) => (
          <li key={value} className="grid grid-cols-[minmax(0,1fr)_9rem] items-center gap-3">
            <span className="flex min-w-0 items-baseline justify-between gap-3 text-sm">
              <span className="truncate" title={example} dir="auto">
                {example}
              </span>
              <span className="shrink-0 text-muted text-xs tabular-nums">{dialog.rows(count)}</span>
            </span>
            <Select
              label={label}
              value={meaning}
              placeholder={dialog.choose}
              options={MEANINGS}
              onChange={(chosen) => onChange(value, chosen)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
