import type { ReactNode } from 'react';
import { AudienceFilter } from '@/features/audiences/audience-select.tsx';
import { ListMenu } from '@/features/custom-fields/list-menu.tsx';
import { CustomerFilter } from '@/features/customers/customer-select.tsx';
import { ImportFilter } from '@/features/import/history/import-filter.tsx';
import { FilterBar } from '@/features/lists/filter-bar.tsx';
import { withCustomer } from '@/features/lists/filters.ts';
import { StatusFilter } from '@/features/lists/status-filter.tsx';
import { ReasonFilter } from '../reasons/reason-filter.tsx';
import { texts as reviewTexts } from '../texts.ts';
import { texts } from './texts.ts';
import type { AdminList } from './use-admin-list.ts';

export type AdminFiltersProps = {
  list: AdminList;
  /** The menu of actions on rejected rows, beside the filter by reason. */
  rejectedMenu?: ReactNode;
};

/** Shown beside the title. */
export function AdminStatusFilter({ list: { filters, statusCounts, changeFilters } }: { list: AdminList }) {
  return (
    <StatusFilter status={filters.status} counts={statusCounts} onChange={(status) => changeFilters({ status })} />
  );
}

/** Customer, audience, search and import. The search covers the customer's name too, unless a customer is chosen. */
export function AdminFilters({ list, rejectedMenu }: AdminFiltersProps) {
  const { table, filters, changeFilters } = list;
  const { customerId, audience, term, status, reason, importId, field, changed, suppressed, duplicate, unread } =
    filters;
  return (
    <>
      <div className="mb-2 flex flex-wrap gap-2">
        <FilterBar
          before={
            <>
              <CustomerFilter
                value={customerId}
                onChange={(next) => changeFilters((current) => withCustomer(current, next))}
              />
              {table.hasAudience && (
                <AudienceFilter
                  value={audience}
                  onChange={(next) => changeFilters({ audience: next })}
                  customers={customerId ? [customerId] : null}
                  withUnassigned
                />
              )}
            </>
          }
          search={{
            label: reviewTexts.search(customerId ? table.searchFields : [...table.searchFields, texts.customerField]),
            term,
            onSearch: (next) => changeFilters({ term: next }),
          }}
          after={<ListMenu table={table} scope={list.scope} onFilter={changeFilters} />}
          active={
            [customerId !== null, audience !== null, field, changed, suppressed, duplicate, unread].filter(Boolean)
              .length
          }
        />
      </div>
      {(status === 'rejected' || importId) && (
        <div className="mb-3 flex flex-wrap gap-2">
          {status === 'rejected' && (
            <div className="flex items-center gap-1 max-sm:w-full">
              <ReasonFilter table={table.name} reason={reason} onChange={(next) => changeFilters({ reason: next })} />
              {rejectedMenu}
            </div>
          )}
          {importId && (
            <ImportFilter
              id={importId}
              isOfUpdated={filters.updated === true}
              onRemove={() => changeFilters({ importId: undefined, updated: undefined })}
            />
          )}
        </div>
      )}
    </>
  );
}
