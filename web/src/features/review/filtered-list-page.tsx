import { X } from 'lucide-react';
import { capitalized, formatNumber } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';
import { NoMatch } from '@/ui/no-match.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import type { Scope } from './filters.ts';
import { ReviewList } from './review-list.tsx';
import type { ListTable, ReviewRow } from './table.ts';
import { texts } from './texts.ts';

export type FilteredListPageProps<Row extends ReviewRow> = {
  table: ListTable<Row>;
  scope: Scope;
  /** The number of rows, if known. */
  total?: number | undefined;
  /** The condition in words, after 'Only those that are'. */
  condition: string;
  onClear: () => void;
};

/** Rows that a link selects by a condition which the list's own filters do not have. */
export function FilteredListPage<Row extends ReviewRow>(props: FilteredListPageProps<Row>) {
  const { table, scope, total, condition, onClear } = props;
  const { many } = table.noun;
  return (
    <>
      <PageHeader
        title={capitalized(many)}
        count={total === undefined ? undefined : formatNumber(total)}
        description={<span className="wrap-anywhere">{texts.filtered(condition)}</span>}
      />
      <Button icon={X} className="mb-3" onClick={onClear}>
        {texts.showAll(table.noun)}
      </Button>
      <ReviewList
        table={table}
        scope={scope}
        total={total}
        empty={<NoMatch rows={many} filters={condition} onClear={onClear} />}
      />
    </>
  );
}
