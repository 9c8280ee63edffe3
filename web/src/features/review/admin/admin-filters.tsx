import type { ReactNode } from 'react';
import { AudienceFilter } from '@/features/audiences/audience-select.tsx';
import { FieldControls } from '@/features/custom-fields/field-controls.tsx';
import { CustomerFilter } from '@/features/customers/customer-select.tsx';
import { ImportFilter } from '@/features/import/history/import-filter.tsx';
import { FilterBar, SortSelect } from '@/features/lists/filter-bar.tsx';
import { withCustomer } from '@/features/lists/filters.ts';
import { StatusFilter } from '@/features/lists/status-filter.tsx';
import { useIsPhone } from '@/ui/use-is-phone.ts';
import { ReasonFilter } from '../reasons/reason-filter.tsx';
import { texts as reviewTexts } from '../texts.ts';
import { texts } from './texts.ts';
import type { AdminList } from './use-admin-list.ts';

export type AdminFiltersProps = {
  list: AdminList;
  /** What can be done with the rejected rows, beside the filter by reason. */
  rejectedMenu?: ReactNode;
};

/** Customer, audience, search, status and import. The search covers the customer's name too, unless a customer is chosen. */
export function AdminFilters({ list, rejectedMenu }: AdminFiltersProps) {
  const { table, filters, changeFilters, statusCounts } = list;
  const { customerId, audience, term, status, reason, importId, field, changed, suppressed, duplicate } = filters;
  const isPhone = useIsPhone();
  const controls = <FieldControls table={table.name} scope={list.scope} onFilter={changeFilters} />;
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
          after={
            <>
              <SortSelect table={table} />
              {isPhone && controls}
            </>
          }
          active={
            [customerId !== null, audience !== null, field, changed, suppressed, duplicate].filter(Boolean).length
          }
        />
      </div>
      {/* A line of its own: the counts may become wider, which must not move them to another one. */}
      <div className="mb-3 flex flex-wrap gap-2">
        <StatusFilter status={status} counts={statusCounts} onChange={(next) => changeFilters({ status: next })} />
        {!isPhone && controls}
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
    </>
  );
}
