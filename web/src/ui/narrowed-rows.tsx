import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '@/lib/format.ts';
import { Button } from './button.tsx';
import { NoMatch } from './no-match.tsx';
import { PageHeader } from './page-header.tsx';

export type NarrowedRowsProps = {
  title: string;
  /** What the rows are, in the plural. */
  rows: string;
  /** How many there are, if that is known. */
  total?: number;
  /** What they are narrowed to, as after 'Only those that are'. */
  filter: string;
  onClear: () => void;
  /** The list, with what it shows where nothing matches. */
  renderList: (empty: ReactNode) => ReactNode;
};

/** A page of rows that an address asks for by something else than the list's own filters. */
export function NarrowedRows({ title, rows, total, filter, onClear, renderList }: NarrowedRowsProps) {
  return (
    <>
      <PageHeader
        title={title}
        count={total === undefined ? undefined : formatNumber(total)}
        description={<span className="wrap-anywhere">Only those that are {filter}.</span>}
      />
      <Button icon={X} className="mb-3" onClick={onClear}>
        Show all {rows}
      </Button>
      {renderList(<NoMatch rows={rows} filters={filter} onClear={onClear} />)}
    </>
  );
}
