import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FileClock } from 'lucide-react';
import { Link } from 'react-router';
import { CustomerFilter } from '@/features/customers/customer-select.tsx';
import { useCustomerName } from '@/features/customers/data.ts';
import { loadedRows } from '@/lib/keyset.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useUrlFilters, useUrlParameter, withParameters } from '@/lib/url-parameters.ts';
import { uuidIn } from '@/lib/uuid.ts';
import { paths } from '@/paths.ts';
import { buttonClass } from '@/ui/button.tsx';
import { CheckField } from '@/ui/checkbox.tsx';
import { QueryTable, type QueryTableProps } from '@/ui/list/query-table.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { texts } from '../texts.ts';
import { type ImportFilters, importCount, importList, type PastImport } from './history-data.ts';
import { importColumns } from './import-columns.tsx';
import { ImportDialog } from './import-dialog.tsx';

/** The import history. The URL holds the filters and the open import. */
export function ImportsPage() {
  const [filters, change] = useUrlFilters({ read: readFilters, write: writeFilters });
  const { data: total } = useQuery(importCount(filters));
  const [openId, open] = useUrlParameter('import');
  const customerName = useCustomerName(filters.customerId);

  return (
    <>
      <PageHeader title={commonTexts.pages.imports} count={total} />
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <CustomerFilter value={filters.customerId} onChange={(customerId) => change({ customerId })} />
        <CheckField
          checked={filters.withErrors}
          onChange={(withErrors) => change({ withErrors })}
          className="min-h-8 items-center gap-2 text-sm"
        >
          {texts.history.withErrors}
        </CheckField>
      </div>
      <ImportList
        filters={filters}
        total={total}
        noMatch={
          isFiltered(filters)
            ? { filters: describeFilters(filters, customerName), onClear: () => change(NO_FILTERS) }
            : null
        }
        empty={{
          icon: FileClock,
          title: texts.history.empty,
          description: texts.history.emptyHint,
          action: (
            <Link to={`${paths.adminLeads}?upload=1`} className={buttonClass('primary')}>
              {texts.history.upload}
            </Link>
          ),
        }}
      />
      {openId && <ImportDialog key={openId} id={openId} onClose={() => open(null)} />}
    </>
  );
}

type ImportListProps = { filters: ImportFilters } & Pick<QueryTableProps<PastImport>, 'total' | 'noMatch' | 'empty'>;

function ImportList({ filters, ...table }: ImportListProps) {
  const list = useInfiniteQuery(importList(filters));
  return (
    <QueryTable
      label={texts.history.list}
      noun={texts.history.rows}
      list={list}
      rows={loadedRows(list.data)}
      columns={importColumns}
      {...table}
    />
  );
}

const NO_FILTERS: ImportFilters = { customerId: null, withErrors: false };

export function readFilters(url: URLSearchParams): ImportFilters {
  return { customerId: uuidIn(url.get('customer')), withErrors: url.get('errors') === '1' };
}

export function writeFilters(url: URLSearchParams, { customerId, withErrors }: ImportFilters): URLSearchParams {
  return withParameters(url, { customer: customerId, errors: withErrors ? '1' : null });
}

export const isFiltered = ({ customerId, withErrors }: ImportFilters) => customerId !== null || withErrors;

/** The filters in words, for 'No imports match …'. */
export function describeFilters({ customerId, withErrors }: ImportFilters, customerName?: string): string {
  const customer = customerId !== null && texts.history.filterCustomer(customerName ?? customerId);
  return [customer, withErrors && texts.history.filterErrors].filter(Boolean).join(', ');
}
