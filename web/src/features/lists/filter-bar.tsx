import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useUrlParameter } from '@/lib/url-parameters.ts';
import { Button } from '@/ui/button.tsx';
import { LiveSearch, type LiveSearchProps } from '@/ui/live-search.tsx';
import { useIsPhone } from '@/ui/use-is-phone.ts';
import type { Sort } from './status.ts';
import type { ReviewTable } from './table.ts';
import { texts } from './texts.ts';

export type FilterBarProps = {
  search: Omit<LiveSearchProps, 'className'>;
  /** The other filters, before and after the search; false where there are none. */
  before: ReactNode;
  after: ReactNode;
  /** How many of the other filters are set. */
  active: number;
};

/** The filters of a list. On a phone one line: the search, and a button that shows the others below it. */
export function FilterBar({ search, before, after, active }: FilterBarProps) {
  const isPhone = useIsPhone();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  if (!isPhone) {
    return (
      <>
        {before}
        <div className="max-w-md flex-1">
          <LiveSearch {...search} />
          {/* Makes the search at least as wide as its placeholder. */}
          <span aria-hidden className="invisible block h-0 whitespace-nowrap px-8.5">
            {search.label}
          </span>
        </div>
        {after}
      </>
    );
  }
  return (
    <>
      <LiveSearch {...search} className="min-w-0 flex-1" />
      {(before || after) && (
        <Button
          icon={SlidersHorizontal}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          {texts.filterButton(active)}
        </Button>
      )}
      {isOpen && (
        <div id={id} className="flex w-full flex-wrap gap-2">
          {before}
          {after}
        </div>
      )}
    </>
  );
}

/** The order of a table's list in the URL, and a function to change it. */
export function useSort({ sorts }: ReviewTable) {
  const [inUrl, change] = useUrlParameter('sort');
  const sort = sorts.find((each) => each === inUrl) ?? 'newest';
  return [sort, (next: Sort) => change(next === 'newest' ? null : next)] as const;
}
