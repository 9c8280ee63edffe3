import { useUrlParameter } from '@/lib/url-parameters.ts';
import { Select } from '@/ui/select.tsx';
import type { Sort } from './status.ts';
import type { ReviewTable } from './table.ts';
import { texts } from './texts.ts';

/** The order of a table's list in the URL, and a function to change it. */
export function useSort({ sorts }: ReviewTable) {
  const [inUrl, change] = useUrlParameter('sort');
  const sort = sorts.find((each) => each === inUrl) ?? 'newest';
  return [sort, (next: Sort) => change(next === 'newest' ? null : next)] as const;
}

export function SortSelect({ table }: { table: ReviewTable }) {
  const [sort, change] = useSort(table);
  return (
    <Select
      label={texts.sortLabel}
      value={sort}
      onChange={(next) => change(next as Sort)}
      options={table.sorts.map((value) => ({ value, label: texts.sortName(value) }))}
      className="w-36! shrink-0"
    />
  );
}
