import { clsx } from 'clsx';
import { CircleCheck, CircleSlash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Tooltip } from '@/ui/tooltip.tsx';
import { texts } from '../texts.ts';

const { heads } = texts.mapping;

const ROW =
  'grid grid-cols-[minmax(0,1fr)] items-center gap-x-4 gap-y-1 border-border border-b px-4 py-2 last:border-b-0 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_14rem]';

/** The columns of a file, each a ColumnRow. */
export function ColumnTable({ children }: { children: ReactNode }) {
  return (
    <table className="block overflow-hidden rounded-lg border border-border bg-raised">
      <thead className="block">
        <tr className={clsx(ROW, 'border-b! text-left text-muted text-xs max-md:sr-only [&>th]:font-medium')}>
          <th>{heads.column}</th>
          <th>{heads.firstValue}</th>
          <th>{heads.target}</th>
        </tr>
      </thead>
      <tbody className="block">{children}</tbody>
    </table>
  );
}

type ColumnRowProps = {
  header: string;
  /** The first one is shown, the others on hover or focus. */
  samples: readonly string[] | undefined;
  isIgnored: boolean;
  /** The target of the column. */
  children: ReactNode;
};

export function ColumnRow({ header, samples = [], isIgnored, children }: ColumnRowProps) {
  const Icon = isIgnored ? CircleSlash2 : CircleCheck;
  return (
    <tr data-mapped={!isIgnored} className={clsx(ROW, isIgnored && 'bg-surface')}>
      <td className="flex min-w-0 items-center gap-2">
        <Icon aria-hidden className={clsx('size-4 shrink-0', isIgnored ? 'text-muted' : 'text-success')} />
        <span className={clsx('truncate', isIgnored ? 'text-muted' : 'font-medium')} title={header}>
          {header}
        </span>
      </td>
      <td className="min-w-0 text-muted text-sm">
        <Sample values={samples} />
      </td>
      <td className="min-w-0">{children}</td>
    </tr>
  );
}

function Sample({ values: [first = '–', ...more] }: { values: readonly string[] }) {
  if (more.length === 0) return <span className="block truncate">{first}</span>;
  return (
    <Tooltip
      content={
        <ul className="space-y-1">
          {[first, ...more].map((value, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and equal values
            <li key={row} className="line-clamp-3 break-words">
              {value}
            </li>
          ))}
        </ul>
      }
    >
      <button type="button" className="block max-w-full cursor-default truncate rounded-sm text-left">
        {first}
      </button>
    </Tooltip>
  );
}
