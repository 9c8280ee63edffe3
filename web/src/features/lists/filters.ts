import { useCallback } from 'react';
import { searchTermIn } from '@/lib/search-term.ts';
import { type Change, type Changed, useUrlFilters, withParameters } from '@/lib/url-parameters.ts';
import { uuidIn } from '@/lib/uuid.ts';
import { type Status, statusIn, statusParameter } from './status.ts';
import { texts } from './texts.ts';

/** A custom field and its value; null: it is empty. */
export type FieldFilter = { key: string; value: string | null };

/** The filters of a list, stored in the URL. An audience of '' means rows without one, null means all. */
export type ListFilters = {
  term: string;
  customerId: string | null;
  audience: string | null;
  status: Status | null;
  /** The id of a reason, for rejected rows only. */
  reason?: string;
  /** Only the rows of this import. On administrators' pages. */
  importId?: string;
  /** Whether the list has the rows that the import has updated instead; only with an import and its customer. */
  updated?: boolean;
  /** A custom field of the one customer that is chosen. */
  field?: FieldFilter;
  /** Only rows that have changed since the decision. */
  changed?: boolean;
  /** Only leads that must not be contacted; false: only others. */
  suppressed?: boolean;
  /** Only rows that are duplicates, and not kept beside the other one. On administrators' pages. */
  duplicate?: boolean;
  /** Only rows with comments that the user has not read; those that a member sees. */
  unread?: true | 'by member';
};

export const NO_FILTERS: ListFilters = { term: '', customerId: null, audience: null, status: null };

/** Whether the rows of a table have an audience. */
type WithAudience = { hasAudience: boolean };

/** The rows of a list: those of these customers (null: of all) that match the filters. */
export type Scope = Omit<ListFilters, 'customerId'> & {
  customers: readonly string[] | null;
  /** Only approved leads that lack this. */
  missing?: string;
};

/** `customers` applies where no customer is chosen. */
export function makeScope({ customerId, field, ...filters }: ListFilters, customers: readonly string[] | null): Scope {
  const scope = { customers: customerId ? [customerId] : customers, ...filters };
  return field && scope.customers?.length === 1 ? { ...scope, field } : scope;
}

export function readFilters(url: URLSearchParams, { hasAudience }: WithAudience): ListFilters {
  const status = statusIn(url.get('status'));
  const reason = status === 'rejected' ? uuidIn(url.get('reason')) : null;
  const importId = uuidIn(url.get('import'));
  return {
    term: searchTermIn(url.get('search')),
    customerId: uuidIn(url.get('customer')),
    audience: hasAudience ? url.get('audience') : null,
    status,
    ...(reason && { reason }),
    ...(importId && { importId }),
    ...(url.get('field') && { field: { key: url.get('field') ?? '', value: url.get('is') } }),
    ...(url.get('changed') === '1' && { changed: true }),
    ...(hasAudience && url.get('suppressed') === '1' && { suppressed: true }),
    ...(url.get('duplicate') === '1' && { duplicate: true }),
    ...(importId && url.get('updated') === '1' && { updated: true }),
    ...(url.get('unread') === '1' && { unread: true }),
  };
}

/** Replaces the filters of a URL; its other parameters stay. */
export function writeFilters(url: URLSearchParams, filters: ListFilters): URLSearchParams {
  const { term, customerId, audience, status, reason, importId, field, changed, suppressed, duplicate } = filters;
  const { updated, unread } = filters;
  return withParameters(url, {
    search: term.trim() || null,
    customer: customerId,
    audience,
    status: status && statusParameter(status),
    reason: (status === 'rejected' && reason) || null,
    import: importId ?? null,
    field: field?.key ?? null,
    is: field?.value ?? null,
    changed: changed ? '1' : null,
    suppressed: suppressed ? '1' : null,
    duplicate: duplicate ? '1' : null,
    updated: importId && updated ? '1' : null,
    unread: unread ? '1' : null,
  });
}

/** The path of a list's page with these filters. */
export const listPath = (page: string, filters: Partial<ListFilters>): string =>
  `${page}?${writeFilters(new URLSearchParams(), { ...NO_FILTERS, ...filters })}`;

/** The state of a link to a list that opens its first row that is not reviewed. */
export const START_REVIEW = { startsReview: true };

/** Audiences and custom fields belong to a customer, so choosing another customer clears them. */
export const withCustomer = (current: ListFilters, customerId: string | null): Changed<ListFilters> =>
  customerId === current.customerId
    ? {}
    : {
        customerId,
        audience: null,
        field: undefined,
        ...(current.updated && { importId: undefined, updated: undefined }),
      };

/** A change of the filters by a custom field, by changes, do-not-contact entries, duplicates and comments. */
export type FieldChange = Change<ListFilters, 'field' | 'changed' | 'suppressed' | 'duplicate' | 'unread'>;

/** The names of the ids in filters, if known. */
export type FilterNames = { customer?: string | undefined; file?: string | undefined; field?: string | undefined };

/** The filters in words, as in 'No results for …'; '' where there are none. */
export function describeFilters(filters: ListFilters, names: FilterNames = {}): string {
  const { term, customerId, audience, status, reason, importId, field, changed, suppressed, duplicate } = filters;
  const parts = [
    term && texts.filters.term(term),
    customerId && texts.filters.customer(names.customer),
    importId && (filters.updated ? texts.filters.updated : texts.filters.import)(names.file),
    audience !== null && texts.filters.audience(audience),
    status && texts.filters.status(status),
    reason && texts.filters.reason,
    field && texts.filters.field(names.field ?? field.key, field.value),
    changed && texts.filters.changed,
    suppressed && texts.filters.suppressed,
    duplicate && texts.filters.duplicate,
    filters.unread && texts.filters.unread,
  ];
  return parts.filter(Boolean).join(', ');
}

/** The filters in the URL of a table's list, as useUrlFilters has them. */
export function useListFilters(table: WithAudience) {
  const read = useCallback((url: URLSearchParams) => readFilters(url, table), [table]);
  return useUrlFilters({ read, write: writeFilters });
}
