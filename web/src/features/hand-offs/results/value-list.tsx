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
  return (
    <fieldset className={clsx('min-w-0', isLong && 'md:col-span-2')}>
      <legend className="mb-2 font-medium text-sm">{legend}</legend>
      <ul className={clsx('grid gap-x-8 gap-y-2', isLong && 'md:grid-cols-2')}>
        {values.map((cells) => (
          <ValueRow
            key={cells.example}
            text={cells.example}
            label={dialog.valueMeans(cells.example)}
            cells={cells}
            onChange={(meaning) => onChange(cells.example, meaning)}
          />
        ))}
        {others && (
          <ValueRow
            text={dialog.otherValues(others.example)}
            label={others.label}
            cells={others}
            onChange={(meaning) => onChange('', meaning)}
          />
        )}
      </ul>
    </fieldset>
  );
}

type ValueRowProps = { text: string; label: string; cells: ReadCells; onChange: (meaning: Meaning) => void };

function ValueRow({ text, label, cells, onChange }: ValueRowProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_9rem] items-center gap-3">
      <span className="flex min-w-0 items-baseline justify-between gap-3 text-sm">
        <span className="truncate" title={text} dir="auto">
          {text}
        </span>
        <span className="shrink-0 text-muted text-xs tabular-nums">{dialog.rows(cells.rows)}</span>
      </span>
      <Select label={label} value={cells.meaning} placeholder={dialog.choose} options={MEANINGS} onChange={onChange} />
    </li>
  );
}
