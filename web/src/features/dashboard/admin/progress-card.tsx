import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { generatePath, Link } from 'react-router';
import { listPath } from '@/features/lists/filters.ts';
import type { Status } from '@/features/lists/status.ts';
import { calendarDays, formatDay, formatMoment, formatNumber } from '@/lib/format.ts';
import { useUrlParameter } from '@/lib/url-parameters.ts';
import { paths } from '@/paths.ts';
import { Badge } from '@/ui/badge.tsx';
import { Card } from '@/ui/card.tsx';
import { type ColumnLayout, columnWidths } from '@/ui/list/columns.ts';
import { ListStates } from '@/ui/list/list-states.tsx';
import { NameLink } from '@/ui/name-link.tsx';
import { Section } from '@/ui/section.tsx';
import { Select } from '@/ui/select.tsx';
import { Loading, Skeleton } from '@/ui/skeleton.tsx';
import { BarLegend, REVIEW_PARTS, ReviewBar } from '../review-bar.tsx';
import { texts } from '../texts.ts';
import {
  type CustomerProgress,
  customerProgress,
  isFirstDescending,
  type ProgressSort,
  readSort,
  type SortColumn,
  sortColumns,
  writeSort,
} from './data.ts';

const { columns } = texts.progress;

/** The active customers with the progress of their reviews. The URL holds the order. */
export const ProgressCard = memo(() => {
  const [written, write] = useUrlParameter('sort');
  const sort = readSort(written);
  const list = useInfiniteQuery(customerProgress(sort));
  const customers = list.data?.pages.flat() ?? [];
  const choose = (column: SortColumn) => {
    const descending = column === sort.column ? !sort.descending : isFirstDescending(column);
    write(writeSort({ column, descending }));
  };
  return (
    <Section title={texts.progress.title} className="@container">
      {(list.isPending || customers.length > 0) && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <BarLegend parts={REVIEW_PARTS} />
          <SortSelect sort={sort} onChoose={choose} />
        </div>
      )}
      <Card className="overflow-clip">
        <ListStates
          noun={texts.progress.rows}
          list={list}
          count={customers.length}
          skeleton={<ProgressSkeleton />}
          empty={<p className="px-5 py-4 text-muted text-sm">{texts.progress.none}</p>}
          onDemand
        >
          <table
            style={columnWidths(COLUMNS)}
            className={clsx('block w-full text-sm transition-opacity', list.isPlaceholderData && 'opacity-60')}
          >
            <thead className="block border-border border-b text-muted text-xs @max-3xl:hidden">
              <tr className={clsx(ROW, 'h-9 text-left [&>th]:font-medium')}>
                {COLUMNS.map(({ title, sorts, headClass }) =>
                  sorts ? (
                    <SortHead key={title} column={sorts} sort={sort} onChoose={choose} headClass={headClass} />
                  ) : (
                    <th key={title}>{title}</th>
                  ),
                )}
              </tr>
            </thead>
            <tbody className="block divide-y divide-border">
              {customers.map((customer) => (
                <CustomerRow key={customer.customer_id} customer={customer} />
              ))}
            </tbody>
          </table>
        </ListStates>
      </Card>
    </Section>
  );
});

const RIGHT = 'text-right';

/** Narrow tables have the name and the last decision side by side, and the progress below them. */
const COLUMNS: readonly (ColumnLayout & { sorts?: SortColumn })[] = [
  { title: columns.name, sorts: 'name', width: 'minmax(0,1.1fr)', narrowWidth: 'minmax(0,1fr)' },
  { title: columns.progress, width: 'minmax(0,1.2fr)', shownFrom: 'wide' },
  { title: columns.to_review, sorts: 'to_review', width: '5.5rem', shownFrom: 'wide', headClass: RIGHT },
  { title: columns.last_decision, sorts: 'last_decision', width: '7.5rem', narrowWidth: 'auto' },
  { title: columns.active_campaigns, sorts: 'active_campaigns', width: '8rem', shownFrom: 'wide', headClass: RIGHT },
];

const ROW = 'grid grid-cols-(--columns) items-center gap-x-5 px-5 @3xl:grid-cols-(--wide-columns)';

type SortProps = { sort: ProgressSort; onChoose: (column: SortColumn) => void };

function SortHead({ column, sort, onChoose, headClass }: SortProps & { column: SortColumn; headClass?: string }) {
  const isSorted = sort.column === column;
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  return (
    <th aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined} className={headClass}>
      <button
        type="button"
        onClick={() => onChoose(column)}
        className={clsx(
          'group -mx-1 inline-flex items-center gap-1 rounded-sm px-1 py-0.5 hover:text-text',
          isSorted && 'text-text',
        )}
      >
        {columns[column]}
        <Arrow
          aria-hidden
          className={clsx(
            'size-3 shrink-0',
            isSorted ? '' : 'opacity-0 group-hover:opacity-40',
            headClass && 'order-first',
          )}
        />
      </button>
    </th>
  );
}

/** Replaces the head in narrow tables. */
function SortSelect({ sort, onChoose }: SortProps) {
  return (
    <Select
      label={texts.progress.sortBy}
      value={sort.column}
      onChange={onChoose}
      options={sortColumns.map((value) => ({ value, label: columns[value] }))}
      className="w-44! @3xl:hidden"
    />
  );
}

function CustomerRow({ customer }: { customer: CustomerProgress }) {
  const { customer_id, name, approved, rejected, to_review, is_stalled, active_campaigns } = customer;
  const hasLeads = approved + rejected + to_review > 0;
  const leadsPath = (status: Status) => listPath(paths.adminLeads, { customerId: customer_id, status });
  return (
    <tr className={clsx(ROW, 'py-2.5 hover:bg-subtle @max-3xl:gap-y-1.5')}>
      <td className="flex min-w-0 items-center gap-2">
        <NameLink to={generatePath(paths.adminCustomer, { id: customer_id })} name={name} className="font-medium" />
        {is_stalled && (
          <span title={texts.progress.stalledHint} className="shrink-0">
            <Badge tone="warning">{texts.progress.stalled}</Badge>
          </span>
        )}
      </td>
      <td className="min-w-0 @max-3xl:order-last @max-3xl:col-span-2">
        {hasLeads ? (
          <>
            <ReviewBar approved={approved} rejected={rejected} toReview={to_review} />
            <p className="mt-1 text-muted text-xs tabular-nums @3xl:truncate">
              <Count to={leadsPath('approved')}>{texts.counts.approved(approved)}</Count> ·{' '}
              <Count to={leadsPath('rejected')}>{texts.counts.rejected(rejected)}</Count>
              <span className="@3xl:hidden">
                {' '}
                · <Count to={leadsPath('to_review')}>{texts.progress.toReview(to_review)}</Count>
              </span>
            </p>
          </>
        ) : (
          <p className="text-muted text-xs">{texts.progress.noLeads}</p>
        )}
      </td>
      <td className="text-right tabular-nums @max-3xl:hidden">
        <Count to={leadsPath('to_review')} label={texts.progress.toReview(to_review)}>
          {formatNumber(to_review)}
        </Count>
      </td>
      <td className="@max-3xl:text-right">
        <LastDecision at={customer.last_decision} />
      </td>
      <td className={clsx('text-right tabular-nums @max-3xl:hidden', active_campaigns === 0 && 'text-muted')}>
        <Count
          to={`${paths.adminCopy}?${new URLSearchParams({ customer: customer_id })}`}
          label={texts.progress.campaigns(active_campaigns)}
        >
          {formatNumber(active_campaigns)}
        </Count>
      </td>
    </tr>
  );
}

function LastDecision({ at }: { at: string | null }) {
  /** Replaces the head of the column in narrow tables. */
  const label = <span className="@3xl:hidden">{columns.last_decision}: </span>;
  if (at === null) {
    return (
      <span className="text-muted text-xs">
        {label}
        {texts.progress.never}
      </span>
    );
  }
  const moment = new Date(at);
  const now = new Date();
  const days = Math.max(0, calendarDays(moment, now));
  return (
    <time dateTime={at} title={formatMoment(moment)} className="block truncate tabular-nums">
      <span className="@max-3xl:hidden">{formatDay(moment, now)}</span>
      <span className="block text-muted text-xs">
        {label}
        {texts.progress.daysAgo(days)}
      </span>
    </time>
  );
}

function Count({ to, label, children }: { to: string; label?: string; children: ReactNode }) {
  return (
    <Link to={to} aria-label={label} className="rounded-sm underline-offset-2 hover:text-text hover:underline">
      {children}
    </Link>
  );
}

const ProgressSkeleton = () => (
  <Loading label={texts.progress.loading} className="divide-y divide-border" count={4}>
    <div className="grid grid-cols-[1fr_1fr_4rem] gap-5 px-5 py-4">
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-full" />
    </div>
  </Loading>
);
