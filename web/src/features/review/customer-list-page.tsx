import { X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCustomFields } from '@/features/custom-fields/data.ts';
import { onlyCustomer } from '@/features/custom-fields/use-field-columns.ts';
import { FilterBar, useSort } from '@/features/lists/filter-bar.tsx';
import { describeFilters, makeScope, NO_FILTERS, useListFilters } from '@/features/lists/filters.ts';
import { exactCount, useReviewCounts, useStatusCounts } from '@/features/lists/list-data.ts';
import { countRows } from '@/features/lists/status.ts';
import { StatusFilter } from '@/features/lists/status-filter.tsx';
import type { ListTable, ReviewRow, ReviewTable } from '@/features/lists/table.ts';
import { useSession } from '@/features/session/session.tsx';
import { useDeadline } from '@/features/session/use-deadline.ts';
import { useIsViewer } from '@/features/session/use-role.ts';
import { capitalized, formatCount } from '@/lib/format.ts';
import { lazyPart } from '@/lib/lazy-part.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState, NoMatch } from '@/ui/empty-state.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { ApproveRest } from './approve-rest.tsx';
import type { LIST_MENUS } from './list-menus.ts';
import { type NextStep, ReviewDone } from './review-done.tsx';
import { ReviewList } from './review-list.tsx';
import { ReviewProgress } from './review-progress.tsx';
import { texts } from './texts.ts';

const ReasonFilter = lazyPart('ReasonFilter', () => import('./reasons/reason-filter.tsx'));

/** A condition in the URL besides the list's own filters. */
export type UrlCondition = { missing: string; customerId: string | null; words: string };

export type CustomerListPageProps<Row extends ReviewRow> = {
  table: ListTable<Row>;
  /** The page of a review link has none. */
  menus?: typeof LIST_MENUS;
  condition?: UrlCondition | null;
  afterLists?: NextStep;
};

/** The rows of the customers in effect, to approve or reject one by one. The page of a review link shows its progress itself, and has a search as the only other filter. */
export function CustomerListPage<Row extends ReviewRow>(props: CustomerListPageProps<Row>) {
  const { table, menus, condition, afterLists } = props;
  const { name, noun, hasAudience } = table;
  const [sort] = useSort(table);
  const { customerIds, reviewLink } = useSession();
  const shownMenus = condition ? undefined : menus;
  const { filters, customers, scope, counts, statusCounts, filtersInWords, change, clear } = useCustomerList(
    table,
    condition,
  );
  const { term, audience, status, reason, field, changed, suppressed, unread } = filters;
  const isViewer = useIsViewer(customers);
  const deadline = useDeadline(customers);
  const [restsApproved, setRestsApproved] = useState(0);

  return (
    <>
      <PageHeader
        title={capitalized(noun.many)}
        count={counts && formatCount(countRows(counts, status), counts)}
        description={condition ? texts.filtered(condition.words) : deadline}
        actions={
          !condition && (
            <StatusFilter status={status} counts={statusCounts} onChange={(next) => change({ status: next })} />
          )
        }
      />
      {condition && (
        <Button icon={X} className="mb-3" onClick={clear}>
          {texts.showAll(noun)}
        </Button>
      )}
      <div className="mb-3 flex flex-wrap gap-2">
        <FilterBar
          before={
            hasAudience &&
            menus && (
              <menus.AudienceFilter
                value={audience}
                onChange={(next) => change({ audience: next })}
                customers={customers}
              />
            )
          }
          search={{ label: texts.search(table.searchFields), term, onSearch: (next) => change({ term: next }) }}
          after={shownMenus && <shownMenus.ListMenu table={table} scope={scope} onFilter={change} />}
          active={[audience !== null, field, changed, suppressed, unread].filter(Boolean).length}
        />

        {status === 'rejected' && (
          <ReasonFilter table={name} reason={reason} onChange={(next) => change({ reason: next })} />
        )}
        {reviewLink && (
          <ApproveRest
            table={table}
            customers={customerIds}
            audience={reviewLink.preview?.audience}
            onApproved={() => setRestsApproved((count) => count + 1)}
          />
        )}
      </div>
      {shownMenus && (
        <div className="@container mb-3">
          <ReviewProgress counts={statusCounts} isViewer={isViewer} />
        </div>
      )}
      <ReviewList
        table={table}
        scope={scope}
        sort={condition ? 'newest' : sort}
        total={exactCount(counts, status)}
        decidedOutside={restsApproved}
        empty={
          status === 'to_review' && counts && counts.total > 0 ? (
            <ReviewDone
              table={table}
              counts={counts}
              isFiltered={term !== '' || audience !== null || Boolean(field || changed || suppressed || unread)}
              customers={customerIds}
              afterLists={afterLists}
            />
          ) : filtersInWords ? (
            <NoMatch rows={noun.many} filters={filtersInWords} onClear={clear} />
          ) : (
            <EmptyState icon={table.icon} title={texts.empty(noun)} description={texts.emptyHint(noun)} />
          )
        }
      />
    </>
  );
}

/** The filters of a member's list, and its counts. A condition in the URL replaces those of the menus. */
function useCustomerList(table: ReviewTable, condition: UrlCondition | null | undefined) {
  const { name } = table;
  const { customerIds, reviewLink } = useSession();
  const [, setUrl] = useSearchParams();
  const [
    { term, customerId, audience: inUrl, status: wanted, reason, field, changed, suppressed, unread },
    change,
    set,
  ] = useListFilters(table);
  const audience = reviewLink?.preview?.audience ?? (inUrl || null);
  const status = condition ? null : wanted;
  // A link names the customer whose field it is.
  const only = condition ? condition.customerId : field && customerId;
  const customers = useMemo(() => onlyOne(customerIds, only), [customerIds, only]);
  const filters = useMemo(
    () => ({
      term,
      customerId: null,
      audience,
      status,
      ...(status && reason && { reason }),
      ...(!condition && {
        ...(field && { field }),
        ...(changed && { changed }),
        ...(suppressed && { suppressed }),
        ...(unread && { unread: 'by member' as const }),
      }),
    }),
    [term, audience, status, reason, field, changed, suppressed, unread, condition],
  );
  const scope = useMemo(
    () => ({ ...makeScope(filters, customers), ...(condition && { missing: condition.missing }) }),
    [filters, customers, condition],
  );
  const fields = useCustomFields(onlyCustomer(customers), name);
  const named = fields.find(({ key }) => key === field?.key)?.label;
  const filtersInWords = [describeFilters(filters, { field: named }), condition?.words].filter(Boolean).join(', ');
  const counts = useReviewCounts(name, scope);
  const statusCounts = useStatusCounts(name, scope);
  const clear = () => (condition ? setUrl({}, { replace: true }) : set(NO_FILTERS));
  return { filters, customers, scope, counts, statusCounts, filtersInWords, change, clear };
}

/** The wanted customer if it is among these, else all of them. */
function onlyOne(customerIds: readonly string[], wanted: string | null | undefined): readonly string[] {
  const found = customerIds.filter((id) => id === wanted);
  return found.length > 0 ? found : customerIds;
}
